/** The changes of one write transaction to the records. */

import type { Field, FieldValues, Secret } from '../domain/secret.ts';
import { VaultError } from '../errors.ts';
import type { Change } from './journal-entry.ts';
import type { Keyring } from './keyring.ts';
import { decodeMetadata, encodeMetadata, type Metadata } from './metadata.ts';
import { metadataPart, nameMac, newId, valuePart, type Records } from './records.ts';
import { sealPart } from './sealed-part.ts';
import type { Connection } from './sqlite.ts';
import type { FieldDraft, SecretDraft, Transaction } from './vault.ts';

export class Edit implements Transaction {
  readonly #keys: Keyring;
  readonly #records: Records;
  readonly #now: string;
  readonly #statements: ReturnType<typeof prepare>;
  /** Record id to the last version it had. */
  readonly #touched = new Map<string, number>();
  #finished = false;

  constructor(store: Connection, keys: Keyring, records: Records, now: string) {
    this.#keys = keys;
    this.#records = records;
    this.#now = now;
    this.#statements = prepare(store);
  }

  find(key: string): Secret | null {
    return this.#records.find(key)?.secret ?? null;
  }

  open(secret: Secret): FieldValues {
    return this.#records.open(secret);
  }

  put(draft: SecretDraft): Secret {
    this.#refuseFinished();
    const before = this.#records.find(draft.key);
    const after = merge(draft, before, this.#versionAfter(before), this.#now);
    const id = Buffer.from(after.secret.id, 'hex');
    const secret = this.#writeMetadata(id, after);
    draft.fields.forEach(({ value }, index) => {
      const field = secret.fields[index];
      if (value !== undefined && field !== undefined) this.#writeValue(id, field.id, secret.version, value);
    });
    this.#removeValues(id, before, secret);
    this.#touched.set(secret.id, secret.version);
    return secret;
  }

  remove({ id, key }: Secret): void {
    this.#refuseFinished();
    const bytes = Buffer.from(id, 'hex');
    const stored = this.#records.digest(bytes);
    if (stored === null) throw new VaultError('not-found', `secret not found: ${key}`);
    this.#statements.removeSecret(bytes);
    this.#touched.set(id, stored.version);
  }

  /** Ends the edit; answers what the journal states of every record touched. */
  finish(): Change[] {
    this.#finished = true;
    return [...this.#touched].map(([id, version]) => {
      const now = this.#records.digest(Buffer.from(id, 'hex'));
      return { id, version: now?.version ?? version, digest: now?.digest ?? null };
    });
  }

  // A transaction kept beyond its callback would write outside of it, and so past the journal.
  #refuseFinished(): void {
    if (this.#finished) throw new VaultError('failure', 'the transaction has ended');
  }

  // By one a transaction, however often it is put, so that the journal states every version there was.
  #versionAfter(before: Metadata | null): number {
    if (before === null) return 1;
    const { id, version } = before.secret;
    return this.#touched.has(id) ? version : version + 1;
  }

  /** Answers the secret as it will be read back; what could not be is not written. */
  #writeMetadata(id: Buffer, metadata: Metadata): Secret {
    const { key, version } = metadata.secret;
    const plaintext = encodeMetadata(metadata);
    const readBack = decodeMetadata(plaintext, metadata.secret.id, version);
    if (readBack === null) {
      throw new VaultError('invalid', `secret ${key} cannot be stored: its metadata is malformed`);
    }
    const { epoch, sealed } = sealPart(this.#keys, metadataPart(id, version), plaintext);
    this.#statements.writeSecret(id, nameMac(this.#keys, key), epoch, version, sealed);
    return readBack.secret;
  }

  #writeValue(id: Buffer, fieldId: string, version: number, value: Buffer): void {
    const { epoch, sealed } = sealPart(this.#keys, valuePart(id, fieldId, version), value);
    this.#statements.writeValue(id, Buffer.from(fieldId, 'hex'), epoch, version, sealed);
  }

  #removeValues(id: Buffer, before: Metadata | null, after: Secret): void {
    const kept = new Set(after.fields.map((field) => field.id));
    for (const field of before?.secret.fields ?? []) {
      if (!kept.has(field.id)) this.#statements.removeValue(id, Buffer.from(field.id, 'hex'));
    }
  }
}

/** The metadata after the draft is stored over what was there. */
function merge(draft: SecretDraft, before: Metadata | null, version: number, now: string): Metadata {
  const merged = draft.fields.map((field) => mergeField(field, before, version));
  const { fields: _fields, ...rest } = draft;
  const secret: Secret = {
    ...rest,
    id: before?.secret.id ?? newId().toString('hex'),
    version,
    fields: merged.map(({ field }) => field),
    createdAt: before?.secret.createdAt ?? now,
    updatedAt: now,
  };
  return { secret, valueVersions: merged.map(({ valueVersion }) => valueVersion) };
}

/** A field keeps its id under its name, and its value's version while no new value is given. */
function mergeField(
  { value, ...draft }: FieldDraft,
  before: Metadata | null,
  version: number,
): { field: Field; valueVersion: number } {
  const index = before?.secret.fields.findIndex(({ name }) => name === draft.name) ?? -1;
  const id = before?.secret.fields[index]?.id ?? newId().toString('hex');
  const valueVersion = value === undefined ? before?.valueVersions[index] : version;
  if (valueVersion === undefined) throw new VaultError('invalid', `field ${draft.name} needs a value`);
  return { field: { ...draft, id }, valueVersion };
}

function prepare(store: Connection) {
  return {
    writeSecret: store.command(
      `INSERT INTO secret (id, name_mac, epoch, version, meta) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET epoch = excluded.epoch, version = excluded.version, meta = excluded.meta`,
    ),
    writeValue: store.command(
      `INSERT INTO value (secret_id, field_id, epoch, version, sealed) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (secret_id, field_id)
       DO UPDATE SET epoch = excluded.epoch, version = excluded.version, sealed = excluded.sealed`,
    ),
    removeValue: store.command('DELETE FROM value WHERE secret_id = ? AND field_id = ?'),
    removeSecret: store.command('DELETE FROM secret WHERE id = ?'),
  };
}
