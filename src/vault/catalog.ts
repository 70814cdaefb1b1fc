/** All secrets' metadata, kept until another connection or this one writes. */

import type { Secret } from '../domain/secret.ts';
import type { Records } from './records.ts';
import type { Connection, Query } from './sqlite.ts';
import { integer } from './sqlite.ts';

interface Contents {
  /** SQLite's counter of writes by other connections. */
  readonly dataVersion: number | null;
  readonly secrets: readonly Secret[];
}

export class Catalog {
  readonly #records: Records;
  readonly #dataVersion: Query<number>;
  #contents: Contents | null = null;
  /** One line a secret that could not be opened, as of the last listing. */
  unreadable: readonly string[] = [];

  constructor(store: Connection, records: Records) {
    this.#records = records;
    this.#dataVersion = store.query('PRAGMA data_version', (row) => integer(row, 'data_version'));
  }

  list(): readonly Secret[] {
    // Read before the rows: a write in between makes the contents newer than their mark, never older.
    const dataVersion = this.#dataVersion.get();
    if (this.#contents?.dataVersion !== dataVersion) this.#contents = { dataVersion, secrets: this.#load() };
    return this.#contents.secrets;
  }

  /** Must follow every write of this connection: its own writes do not move the counter. */
  forget(): void {
    this.#contents = null;
  }

  #load(): Secret[] {
    const secrets: Secret[] = [];
    const unreadable: string[] = [];
    for (const row of this.#records.rows()) {
      const metadata = this.#records.openMetadata(row);
      if (metadata !== null) secrets.push(metadata.secret);
      else unreadable.push(`a secret is damaged and left out: record ${row.id.toString('hex')}`);
    }
    this.unreadable = unreadable;
    // Keys are ASCII, for which code units sort as code points do.
    return secrets.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  }
}
