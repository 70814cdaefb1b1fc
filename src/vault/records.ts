/** The secrets as rows: sealed metadata and, apart from it, one sealed value a field. */

import { createHash, randomBytes } from 'node:crypto';
import { encode } from '../crypto/canonical.ts';
import { hmac } from '../crypto/hmac.ts';
import type { Field, FieldValues, Secret } from '../domain/secret.ts';
import { VaultError } from '../errors.ts';
import { damaged } from './damaged.ts';
import type { Keyring } from './keyring.ts';
import { decodeMetadata, type Metadata } from './metadata.ts';
import { openPart, type PartName, type SealedPart } from './sealed-part.ts';
import { blob, integer, type Connection, type Query, type Row } from './sqlite.ts';

/** A secret's sealed metadata in its place. */
export interface SecretRow extends SealedPart {
  readonly id: Buffer;
  readonly version: number;
}

/** One that also says which name it is filed under. */
export interface NamedRow extends SecretRow {
  readonly nameMac: Buffer;
}

export interface ValueRow extends SealedPart {
  readonly fieldId: Buffer;
  readonly version: number;
}

/** Reads records; every method answers from the database as it is now. */
export class Records {
  readonly #keys: Keyring;
  readonly #store: Connection;
  readonly #all: Query<SecretRow>;
  readonly #named: Query<NamedRow>;
  readonly #byName: Query<NamedRow>;
  readonly #byId: Query<NamedRow>;
  readonly #values: Query<ValueRow>;
  readonly #value: Query<ValueRow>;

  constructor(store: Connection, keys: Keyring) {
    this.#keys = keys;
    this.#store = store;
    this.#all = store.query('SELECT id, epoch, version, meta FROM secret', toSecretRow);
    const named = 'SELECT id, name_mac, epoch, version, meta FROM secret';
    this.#named = store.query(named, toNamedRow);
    this.#byName = store.query(`${named} WHERE name_mac = ?`, toNamedRow);
    this.#byId = store.query(`${named} WHERE id = ?`, toNamedRow);
    const values = 'SELECT field_id, epoch, version, sealed FROM value WHERE secret_id = ?';
    this.#values = store.query(`${values} ORDER BY field_id`, toValueRow);
    this.#value = store.query(`${values} AND field_id = ?`, toValueRow);
  }

  rows(): SecretRow[] {
    return this.#all.all();
  }

  namedRows(): NamedRow[] {
    return this.#named.all();
  }

  values(id: Buffer): ValueRow[] {
    return this.#values.all(id);
  }

  find(key: string): Metadata | null {
    if (!key.isWellFormed()) return null;
    const row = this.#byName.get(nameMac(this.#keys, key));
    if (row === null) return null;
    const metadata = this.openMetadata(row);
    if (metadata?.secret.key !== key) throw damaged(`secret ${key} is damaged: its metadata does not open`);
    return metadata;
  }

  /** The metadata in a row; null when it is damaged or altered. */
  openMetadata(row: SecretRow): Metadata | null {
    const plaintext = openPart(this.#keys, metadataPart(row.id, row.version), row);
    return plaintext && decodeMetadata(plaintext, row.id.toString('hex'), row.version);
  }

  open(secret: Secret): FieldValues {
    return this.#store.read(() => {
      const current = this.#current(secret);
      return new Map(secret.fields.map((field) => [field.name, this.#openAsSeen(secret, field, current)]));
    });
  }

  openField(secret: Secret, field: Field): Buffer {
    return this.#store.read(() => this.#openAsSeen(secret, field, this.#current(secret)));
  }

  /** The value a field has at `version`; null when it is missing, damaged, or of another version. */
  openValue(id: Buffer, fieldId: string, version: number): Buffer | null {
    const row = this.#value.get(id, Buffer.from(fieldId, 'hex'));
    if (row === null || row.version !== version) return null;
    return openPart(this.#keys, valuePart(id, fieldId, version), row);
  }

  /**
   * What the journal keeps of a record: SHA-256 over all that is sealed of it; null when there is none. Epochs and
   * versions need no place in it, as nothing opens under any but its own.
   */
  digest(id: Buffer): { readonly version: number; readonly digest: string } | null {
    const row = this.#byId.get(id);
    if (row === null) return null;
    const values = this.values(id).flatMap((value) => [value.fieldId, value.sealed]);
    const content = encode(row.id, row.nameMac, row.sealed, ...values);
    return { version: row.version, digest: createHash('sha256').update(content).digest('hex') };
  }

  #current(secret: Secret): Metadata {
    const row = this.#byId.get(Buffer.from(secret.id, 'hex'));
    if (row === null) throw new VaultError('not-found', `secret not found: ${secret.key}`);
    const metadata = this.openMetadata(row);
    if (metadata === null) throw damaged(`secret ${secret.key} is damaged: its metadata does not open`);
    return metadata;
  }

  /**
   * The value of a field as the caller saw it. One written since is refused: what the caller decided, by whether
   * the field is sensitive for one, was not about that value.
   */
  #openAsSeen(seen: Secret, field: Field, current: Metadata): Buffer {
    const index = current.secret.fields.findIndex(({ id }) => id === field.id);
    const version = current.valueVersions[index];
    if (version === undefined || version > seen.version) {
      throw new VaultError('failure', `secret ${seen.key} was changed by another process`, 'try again');
    }
    const value = this.openValue(Buffer.from(seen.id, 'hex'), field.id, version);
    if (value === null) throw damaged(cannotOpen(seen, field));
    return value;
  }
}

export function metadataPart(recordId: Buffer, version: number): PartName {
  return { purpose: 'meta', recordId, part: 'meta', version };
}

export function valuePart(recordId: Buffer, fieldId: string, version: number): PartName {
  return { purpose: 'value', recordId, part: `value:${fieldId}`, version };
}

/** What a key's name is looked up by. */
export function nameMac(keys: Keyring, key: string): Buffer {
  return hmac(keys.name, Buffer.from(key, 'utf8'));
}

/** The fault of a value that is missing, damaged, altered, or of another version. */
export function cannotOpen(secret: Secret, field: Field): string {
  return `secret ${secret.key} is damaged: the value of ${field.name} does not open`;
}

export function newId(): Buffer {
  return randomBytes(16);
}

function toSecretRow(row: Row): SecretRow {
  return {
    id: blob(row, 'id'),
    epoch: integer(row, 'epoch'),
    version: integer(row, 'version'),
    sealed: blob(row, 'meta'),
  };
}

function toNamedRow(row: Row): NamedRow {
  return { ...toSecretRow(row), nameMac: blob(row, 'name_mac') };
}

function toValueRow(row: Row): ValueRow {
  return {
    fieldId: blob(row, 'field_id'),
    epoch: integer(row, 'epoch'),
    version: integer(row, 'version'),
    sealed: blob(row, 'sealed'),
  };
}
