/** The journal: sealed entries in a chain of MACs, and a sealed head that says where the chain ends. */

import { randomBytes, type KeyObject } from 'node:crypto';
import { encode, Reader } from '../crypto/canonical.ts';
import { hkdf, takeKey } from '../crypto/hkdf.ts';
import { hmac, sameBytes } from '../crypto/hmac.ts';
import type { AuditEvent, AuditRecord } from '../domain/audit-record.ts';
import { damaged } from './damaged.ts';
import { decodeBody, encodeBody, type Change, type Entry } from './journal-entry.ts';
import { FORMAT, type Keyring } from './keyring.ts';
import { openPart, sealPart, type PartName, type SealedPart } from './sealed-part.ts';
import { blob, integer, type Command, type Connection, type Query, type Row } from './sqlite.ts';

/** A point in the journal. `seq` 0 with a hash of zeros is the point before the first record. */
export interface Head {
  readonly seq: number;
  /** 64 lower-case hex digits. */
  readonly hash: string;
}

export const START: Head = { seq: 0, hash: '0'.repeat(64) };

/** A row read back: its entry, or null when it does not open. */
export interface Step {
  readonly seq: number;
  readonly entry: Entry | null;
}

const PAGE = 500;

export class Journal {
  readonly #keys: Keyring;
  readonly #state: Query<SealedPart>;
  readonly #row: Query<SealedPart>;
  readonly #page: Query<SealedPart & { readonly seq: number }>;
  readonly #last: Query<number>;
  readonly #count: Query<number>;
  readonly #insert: Command;
  readonly #setState: Command;
  #chainKeys: ChainKeys | null = null;

  constructor(store: Connection, keys: Keyring) {
    this.#keys = keys;
    this.#state = store.query('SELECT epoch, sealed FROM journal_state WHERE part = ?', toSealedPart);
    this.#row = store.query('SELECT epoch, sealed FROM journal WHERE seq = ?', toSealedPart);
    this.#page = store.query(
      `SELECT seq, epoch, sealed FROM journal WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ${PAGE}`,
      (row) => ({ seq: integer(row, 'seq'), ...toSealedPart(row) }),
    );
    this.#last = store.query('SELECT ifnull(max(seq), 0) AS last FROM journal', (row) =>
      integer(row, 'last'),
    );
    this.#count = store.query('SELECT count(*) AS count FROM journal', (row) => integer(row, 'count'));
    this.#insert = store.command('INSERT INTO journal (seq, epoch, sealed) VALUES (?, ?, ?)');
    this.#setState = store.command(
      `INSERT INTO journal_state (part, epoch, sealed) VALUES (?, ?, ?)
       ON CONFLICT (part) DO UPDATE SET epoch = excluded.epoch, sealed = excluded.sealed`,
    );
  }

  /** Begins the journal of a new vault. The chain's secret is random, so that it outlives a change of vault key. */
  start(): void {
    this.#sealState('key', randomBytes(32));
    this.#sealState('head', encodeHead(START));
  }

  /** MACs the anchor; it follows the chain, not the vault key. */
  get anchorKey(): KeyObject {
    return this.#chain().anchor;
  }

  /** Appends inside the write transaction of the caller. `time`: RFC 3339, UTC, whole seconds. */
  append(event: AuditEvent, changes: readonly Change[], time: string): AuditRecord {
    const head = this.head();
    if (this.#last.get() !== head.seq) throw damaged('the journal does not end where its head says');
    const seq = head.seq + 1;
    const record = { ...event, v: 1, seq, timestamp: time, prev_hash: head.hash } as const;
    const body = encodeBody(record, changes);
    const hash = hmac(this.#chain().entry, body);
    const { epoch, sealed } = sealPart(this.#keys, entryPart(this.#keys, seq), encode(body, hash));
    this.#insert(seq, epoch, sealed);
    this.#sealState('head', encodeHead({ seq, hash: hash.toString('hex') }));
    return decodeBody(body, hash.toString('hex')).record;
  }

  /** Where the journal ends, as sealed. */
  head(): Head {
    const reader = new Reader(this.#openState('head'), "the journal's head");
    const head = { seq: reader.integer(), hash: reader.bytes(32).toString('hex') };
    reader.end();
    return head;
  }

  /** How many rows there are, whatever the head says. */
  count(): number {
    return this.#count.get() ?? 0;
  }

  /** The entry at `seq`; null when there is none or it does not open. */
  entry(seq: number): Entry | null {
    const row = this.#row.get(seq);
    return row && this.#open(seq, row);
  }

  /** Every row from 1 to `last` in order, page by page, so that no statement stays open between steps. */
  *steps(last: number): Generator<Step> {
    let at = 0;
    for (;;) {
      const page = this.#page.all(at, last);
      for (const row of page) yield { seq: row.seq, entry: this.#open(row.seq, row) };
      const end = page.at(-1);
      if (end === undefined) return;
      at = end.seq;
    }
  }

  #open(seq: number, row: SealedPart): Entry | null {
    const plaintext = openPart(this.#keys, entryPart(this.#keys, seq), row);
    if (plaintext === null) return null;
    const reader = new Reader(plaintext, 'a record of the journal');
    const body = reader.bytes();
    const hash = reader.bytes(32);
    reader.end();
    const entry = decodeBody(body, hash.toString('hex'));
    return entry.record.seq === seq && sameBytes(hmac(this.#chain().entry, body), hash) ? entry : null;
  }

  #chain(): ChainKeys {
    this.#chainKeys ??= deriveChainKeys(this.#openState('key'), this.#keys);
    return this.#chainKeys;
  }

  #openState(part: StatePart): Buffer {
    const row = this.#state.get(part);
    const plaintext = row && openPart(this.#keys, statePart(this.#keys, part), row);
    if (plaintext === null) throw damaged(`the journal is damaged: its ${part} does not open`);
    return plaintext;
  }

  #sealState(part: StatePart, plaintext: Buffer): void {
    const { epoch, sealed } = sealPart(this.#keys, statePart(this.#keys, part), plaintext);
    this.#setState(part, epoch, sealed);
  }
}

type StatePart = 'head' | 'key';

interface ChainKeys {
  readonly entry: KeyObject;
  readonly anchor: KeyObject;
}

function deriveChainKeys(secret: Buffer, { vaultId }: Keyring): ChainKeys {
  const key = takeKey(secret);
  const derive = (label: string): KeyObject => takeKey(hkdf(key, vaultId, encode(FORMAT, label)));
  return { entry: derive('chain'), anchor: derive('anchor') };
}

function encodeHead({ seq, hash }: Head): Buffer {
  return encode(seq, Buffer.from(hash, 'hex'));
}

function entryPart({ vaultId }: Keyring, seq: number): PartName {
  return { purpose: 'audit', recordId: vaultId, part: 'journal', version: seq };
}

function statePart({ vaultId }: Keyring, part: StatePart): PartName {
  return { purpose: 'audit', recordId: vaultId, part: `journal ${part}`, version: 0 };
}

function toSealedPart(row: Row): SealedPart {
  return { epoch: integer(row, 'epoch'), sealed: blob(row, 'sealed') };
}
