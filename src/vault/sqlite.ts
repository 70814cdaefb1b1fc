/** The SQLite connection: strict settings, typed rows, transactions, and no raw SQLite error. */

import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { damaged } from './damaged.ts';
import { translate } from './sqlite-error.ts';

export type Row = Record<string, SQLOutputValue>;
type Parameters = readonly SQLInputValue[];

export interface Query<T> {
  get(...parameters: Parameters): T | null;
  all(...parameters: Parameters): T[];
}

export type Command = (...parameters: Parameters) => void;

const BUSY_TIMEOUT_MS = 15_000;

const settings = `
  PRAGMA secure_delete = on;
  PRAGMA trusted_schema = off;
  PRAGMA cell_size_check = on;
`;

export class Connection {
  readonly #database: DatabaseSync;
  #durable = true; // SQLite starts with synchronous = FULL

  /** Opens a file that exists; it is never created here. */
  constructor(file: string) {
    const url = pathToFileURL(file);
    url.searchParams.set('mode', 'rw');
    const options = { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true, defensive: true };
    this.#database = translate(() => new DatabaseSync(url, options));
    try {
      this.execute(settings);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  execute(sql: string): void {
    translate(() => this.#database.exec(sql));
  }

  /** A prepared statement that answers rows, each turned by `read`. */
  query<T>(sql: string, read: (row: Row) => T): Query<T> {
    const statement = translate(() => this.#database.prepare(sql));
    return {
      get: (...parameters) =>
        translate(() => {
          const row = statement.get(...parameters);
          return row === undefined ? null : read(row);
        }),
      all: (...parameters) => translate(() => statement.all(...parameters).map(read)),
    };
  }

  /** A prepared statement that writes. */
  command(sql: string): Command {
    const statement = translate(() => this.#database.prepare(sql));
    return (...parameters) => void translate(() => statement.run(...parameters));
  }

  pragma(name: string): number {
    return this.query(`PRAGMA ${name}`, (row) => integer(row, name)).get() ?? 0;
  }

  /** Everything `work` reads is one snapshot. */
  read<T>(work: () => T): T {
    return this.#database.isTransaction ? work() : this.#transaction('BEGIN', work);
  }

  /** Everything `work` writes is kept together or not at all. `durable`: it is on the disk on return. */
  write<T>(durable: boolean, work: () => T): T {
    // Only the write-ahead mode keeps a file whole through a power cut without syncing each change.
    const full = durable || !this.writesAhead();
    if (full !== this.#durable) this.execute(`PRAGMA synchronous = ${full ? 'full' : 'normal'}`);
    this.#durable = full;
    return this.#transaction('BEGIN IMMEDIATE', work);
  }

  writesAhead(): boolean {
    return this.query('PRAGMA journal_mode', (row) => text(row, 'journal_mode')).get() === 'wal';
  }

  /** Does `work`; where another process is in the way, it fails at once. */
  withoutWaiting<T>(work: () => T): T {
    this.execute('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      this.execute(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  close(): void {
    if (this.#database.isOpen) translate(() => this.#database.close());
  }

  #transaction<T>(begin: string, work: () => T): T {
    this.execute(begin);
    try {
      const result = work();
      this.execute('COMMIT');
      return result;
    } catch (error) {
      // After some failures (a full disk) SQLite has rolled back already.
      if (this.#database.isTransaction) this.execute('ROLLBACK');
      throw error;
    }
  }
}

/** A column that holds bytes, as a view. A file edited by hand may hold anything, STRICT or not. */
export function blob(row: Row, column: string): Buffer {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw damaged(`vault.db is damaged: ${column} is not bytes`);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw damaged(`vault.db is damaged: ${column} is not a number`);
  return value;
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw damaged(`vault.db is damaged: ${column} is not text`);
  return value;
}
