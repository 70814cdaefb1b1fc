/** One entry of the journal as bytes: the exported record, and what the change behind it left in the tables. */

import { encode, encodeList, Reader, type Item } from '../crypto/canonical.ts';
import type { AuditRecord } from '../domain/audit-record.ts';

export interface Entry {
  readonly record: AuditRecord;
  readonly changes: readonly Change[];
}

/** The state a change left one record in. */
export interface Change {
  /** 32 hex digits. */
  readonly id: string;
  /** The record's version after the change; the last it had when it was removed. */
  readonly version: number;
  /** SHA-256 over its rows, lower-case hex; null when it was removed. */
  readonly digest: string | null;
}

/** A record before its hash is known. */
export type UnhashedRecord = Omit<AuditRecord, 'hash'>;

/** The body of an entry, over which its hash goes. A member that is undefined is left out. */
export function encodeBody(record: UnhashedRecord, changes: readonly Change[]): Buffer {
  const values = new Map<string, unknown>(Object.entries(record));
  if (changes.length > 0) values.set('changes', changes);
  const items: Item[] = [];
  for (const { name, form } of members) {
    const value = values.get(name);
    if (value !== undefined) items.push(name, form.write(value));
  }
  return encodeList(items);
}

/** Throws `damaged` unless the bytes are a body as `encodeBody` writes it: members in their order, none unknown. */
export function decodeBody(body: Buffer, hash: string): Entry {
  const reader = new Reader(body, 'a record of the journal');
  const values: Record<string, unknown> = {};
  const nextName = (): string | null => (reader.done ? null : reader.text());
  let name = nextName();
  for (const member of members) {
    if (member.name === name) {
      values[name] = member.form.read(reader);
      name = nextName();
    } else if (member.required) {
      throw reader.malformed();
    }
  }
  if (name !== null) throw reader.malformed();
  const { changes = [], ...record } = values;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was read by its own form
  return { record: { ...record, hash }, changes } as unknown as Entry;
}

interface Form {
  readonly write: (value: unknown) => Item;
  readonly read: (reader: Reader) => unknown;
}

interface Member {
  readonly name: keyof UnhashedRecord | 'changes';
  readonly form: Form;
  readonly required?: true;
}

const text: Form = {
  // What agents send may hold half a surrogate pair; it becomes U+FFFD rather than stopping the record.
  write: (value) => String(value).toWellFormed(),
  read: (reader) => reader.text(),
};

const integer: Form = { write: Number, read: (reader) => reader.integer() };

const texts: Form = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table gives this form to texts only
  write: (value) => encodeList((value as readonly string[]).map((item) => item.toWellFormed())),
  read: (reader) => new Reader(reader.bytes(), 'a record of the journal').rest((list) => list.text()),
};

const changeList: Form = {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table gives this form to changes only
  write: (value) => encodeList((value as readonly Change[]).map(encodeChange)),
  read: (reader) => new Reader(reader.bytes(), 'a record of the journal').rest(decodeChange),
};

/** One of a few words when written. Any text when read: a later vaultctl may know more of them. */
function word(...choices: readonly string[]): Form {
  return {
    write: (value) => {
      const known = choices.some((choice) => choice === value);
      if (!known) throw new RangeError(`not one of ${choices.join(', ')}`);
      return text.write(value);
    },
    read: text.read,
  };
}

const recordVersion: Form = {
  write: integer.write,
  read: (reader) => {
    const value = reader.integer();
    if (value !== 1) throw reader.malformed();
    return value;
  },
};

const hash: Form = {
  write: (value) => Buffer.from(String(value), 'hex'),
  read: (reader) => reader.bytes(32).toString('hex'),
};

/** The order is part of the format. */
const members: readonly Member[] = [
  { name: 'v', form: recordVersion, required: true },
  { name: 'seq', form: integer, required: true },
  { name: 'timestamp', form: text, required: true },
  { name: 'source', form: word('cli', 'mcp', 'dashboard', 'team'), required: true },
  { name: 'action', form: text, required: true },
  { name: 'phase', form: word('start', 'end') },
  { name: 'outcome', form: word('success', 'denied', 'error'), required: true },
  { name: 'key', form: text },
  { name: 'keys', form: texts },
  { name: 'command', form: text },
  { name: 'args', form: texts },
  { name: 'reason', form: text },
  { name: 'exit_code', form: integer },
  { name: 'duration_ms', form: integer },
  { name: 'client', form: text },
  { name: 'run_id', form: text },
  { name: 'policy_hash', form: text },
  { name: 'sandbox', form: word('on', 'off') },
  { name: 'unlock', form: word('environment', 'file', 'prompt', 'session', 'keychain', 'recovery') },
  { name: 'changes', form: changeList },
  { name: 'prev_hash', form: hash, required: true },
];

function encodeChange({ id, version, digest }: Change): Buffer {
  return encode(Buffer.from(id, 'hex'), version, digest === null ? 'removed' : Buffer.from(digest, 'hex'));
}

function decodeChange(reader: Reader): Change {
  const change = new Reader(reader.bytes(), 'a record of the journal');
  const id = change.bytes(16).toString('hex');
  const version = change.integer(1);
  const digest = change.bytes();
  change.end();
  if (digest.length === 32) return { id, version, digest: digest.toString('hex') };
  if (digest.toString('latin1') !== 'removed') throw change.malformed();
  return { id, version, digest: null };
}
