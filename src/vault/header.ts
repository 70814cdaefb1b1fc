/** The header: what must be known before the vault key is. Its grammar, and the MAC over all of it. */

import { createHash } from 'node:crypto';
import { encode, Reader } from '../crypto/canonical.ts';
import { hmac, sameBytes } from '../crypto/hmac.ts';
import { damaged } from './damaged.ts';
import type { Change } from './journal-entry.ts';
import type { Keyring } from './keyring.ts';
import { blob, type Connection } from './sqlite.ts';

export interface Header {
  readonly vaultId: Buffer;
  readonly spaceId: Buffer;
  /** Counts the vault keys this vault has had, from 1. */
  readonly epoch: number;
  /** Counts the headers this vault has had, from 1. */
  readonly revision: number;
  readonly slots: readonly Slot[];
}

/** One way to the vault key. A type this program does not know is kept and passed over. */
export interface Slot {
  readonly type: number;
  readonly id: Buffer;
  readonly body: Buffer;
}

/** The header's bytes as stored, with the MAC that can be checked once the vault key is known. */
export interface SignedHeader {
  readonly body: Buffer;
  readonly mac: Buffer;
}

export const ID_BYTES = 16;

const MAGIC = 'vaultctl vault';
const VERSION = 1;
const MOST_SLOTS = 16;

export function encodeHeader(header: Header): Buffer {
  const slots = header.slots.map((slot) => encode(slot.type, slot.id, slot.body));
  return encode(MAGIC, VERSION, header.vaultId, header.spaceId, header.epoch, header.revision, ...slots);
}

/** Throws `damaged` on anything `encodeHeader` would not write. */
export function decodeHeader(body: Buffer): Header {
  const reader = new Reader(body, "the vault's header");
  if (reader.text() !== MAGIC || reader.integer() !== VERSION) throw reader.malformed();
  const vaultId = reader.bytes(ID_BYTES);
  const spaceId = reader.bytes(ID_BYTES);
  const epoch = reader.integer(1);
  const revision = reader.integer(1);
  const slots = reader.rest(decodeSlot);
  if (slots.length > MOST_SLOTS) throw reader.malformed();
  return { vaultId, spaceId, epoch, revision, slots };
}

export function signHeader(keys: Keyring, body: Buffer): SignedHeader {
  return { body, mac: hmac(keys.header, body) };
}

/** Throws `damaged` when any bit of the header is not as it was signed. */
export function checkHeaderMac(keys: Keyring, header: SignedHeader): void {
  if (!sameBytes(hmac(keys.header, header.body), header.mac)) throw damaged("the vault's header was altered");
}

/** What the journal states of the header, under the vault's id: an older one put back, with an older password, shows. */
export function headerChange(body: Buffer): Change {
  const { vaultId, revision } = decodeHeader(body);
  return {
    id: vaultId.toString('hex'),
    version: revision,
    digest: createHash('sha256').update(body).digest('hex'),
  };
}

export function readHeader(store: Connection): SignedHeader {
  const query = store.query('SELECT body, mac FROM header', (row) => ({
    body: blob(row, 'body'),
    mac: blob(row, 'mac'),
  }));
  const [header, ...more] = query.all();
  if (header === undefined || more.length > 0) throw damaged('the vault does not have one header');
  return header;
}

export function writeHeader(store: Connection, { body, mac }: SignedHeader): void {
  store.command('INSERT OR REPLACE INTO header (only, body, mac) VALUES (1, ?, ?)')(body, mac);
}

function decodeSlot(reader: Reader): Slot {
  const slot = new Reader(reader.bytes(), 'a slot of the header');
  const decoded = { type: slot.integer(1), id: slot.bytes(ID_BYTES), body: slot.bytes() };
  slot.end();
  return decoded;
}
