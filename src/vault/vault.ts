/** The opened vault as the rest of the program sees it. */

import type { AuditEvent, AuditRecord } from '../domain/audit-record.ts';
import type { Field, FieldValues, Secret } from '../domain/secret.ts';

export interface Place {
  /** The vault directory, absolute. */
  readonly directory: string;
  /** The directory for anchors, absolute, outside the vault. */
  readonly state: string;
}

export type Clock = () => Date;

/** What `put` takes: the metadata the caller decides; id, version and times are the vault's. */
export interface SecretDraft {
  readonly key: string;
  readonly form: 'single' | 'fields';
  readonly fields: readonly FieldDraft[];
  readonly tags: readonly string[];
  readonly notes?: string;
  readonly url?: string;
  readonly expiresAt?: string;
  readonly bindings: ReadonlyMap<string, string>;
}

/** A field to store. Without `value` the stored value of the field of that name is kept (it must exist). */
export interface FieldDraft extends Omit<Field, 'id'> {
  readonly value?: Buffer;
}

/** Inside `change`: one write transaction; nothing is kept when the callback throws. */
export interface Transaction {
  find(key: string): Secret | null;
  open(secret: Secret): FieldValues;
  /** Stores the draft under its key, over the secret that is there. */
  put(draft: SecretDraft): Secret;
  remove(secret: Secret): void;
}

export interface Vault {
  /** 32 hex digits. */
  readonly id: string;
  readonly directory: string;
  /** Why nothing may be written: the vault is older than when last seen here. Null when all is well. */
  readonly rolledBack: string | null;
  /** What the owner should hear of: an anchor that cannot be kept. */
  readonly warnings: readonly string[];
  /** One line for each secret the last listing had to leave out because it does not open. */
  readonly unreadable: readonly string[];
  /** All secrets' metadata, sorted by key in code point order. Cached until another connection writes. */
  list(): readonly Secret[];
  /** By exact key; null when there is none. Never throws on a malformed key. */
  find(key: string): Secret | null;
  /** Opens every value of a secret as it was found; throws `failure` when a value was written since. */
  open(secret: Secret): FieldValues;
  /** Opens one value, on the same terms. */
  openField(secret: Secret, field: Field): Buffer;
  /** Runs `edit` in one immediate transaction and appends `event(result)` to the journal in the same one. */
  change<T>(edit: (transaction: Transaction) => T, event: (result: T) => AuditEvent): T;
  /** Appends one record. `durable` (start of a run) syncs to disk before returning. */
  record(event: AuditEvent, options?: { readonly durable?: boolean }): AuditRecord;
  /** The journal in order; throws `damaged` at the first record that does not open or chain. */
  journal(): IterableIterator<AuditRecord>;
  /** Checks header, every record and value, the chain, its head, journal against records, and the anchor. */
  verify(): VerifyReport;
  /** Takes the vault as it is for the newest there is, and records that. */
  acceptRollback(event: AuditEvent): AuditRecord;
  /** 32 bytes over these texts, in their order, which only who has the vault key can make. */
  prove(...texts: readonly string[]): Buffer;
  /** Whether the file in the directory is still this vault with this header: no other, and no other password. */
  isCurrent(): boolean;
  close(): void;
}

export interface VerifyReport {
  readonly secrets: number;
  readonly records: number;
  /** One line a fault, in plain words, naming what is wrong; empty when all is well. */
  readonly faults: readonly string[];
}
