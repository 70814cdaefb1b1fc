/**
 * The anchor: the last point of the journal this machine has seen on disk, kept outside the vault.
 *
 * It shows that a vault was put back to an older state. It may lag behind the journal and must never run ahead of
 * what is on the disk, so it moves only after a synced commit.
 */

import { randomBytes, type KeyObject } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { encode, Reader } from '../crypto/canonical.ts';
import { hmac, sameBytes } from '../crypto/hmac.ts';
import { damaged } from './damaged.ts';
import { errorCode } from './file-error.ts';
import type { Head } from './journal.ts';

const MAGIC = 'vaultctl anchor';
const VERSION = 1;
const MOST_BYTES = 1024;

export function anchorPath(state: string, vaultId: Buffer): string {
  return join(state, `${vaultId.toString('hex')}.anchor`);
}

/** The anchor; null when there is none. Throws `damaged` when it is not as written, Node's error when unreadable. */
export function readAnchor(path: string, key: KeyObject, vaultId: Buffer): Head | null {
  const bytes = read(path);
  return bytes && decode(bytes, key, vaultId);
}

/** Moves the anchor to `head` unless it is further already. Throws as `readAnchor` does. */
export function advanceAnchor(path: string, key: KeyObject, vaultId: Buffer, head: Head): void {
  const anchor = readAnchor(path, key, vaultId);
  if (anchor === null || anchor.seq < head.seq) writeAnchor(path, key, vaultId, head);
}

/** Sets the anchor to `head`, whatever it was. */
export function writeAnchor(path: string, key: KeyObject, vaultId: Buffer, head: Head): void {
  const body = encode(MAGIC, VERSION, vaultId, head.seq, Buffer.from(head.hash, 'hex'));
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replace(path, encode(body, hmac(key, body)));
}

function decode(bytes: Buffer, key: KeyObject, vaultId: Buffer): Head {
  const signed = new Reader(bytes, 'the anchor');
  const body = signed.bytes();
  const mac = signed.bytes(32);
  signed.end();
  if (!sameBytes(hmac(key, body), mac)) throw damaged('the anchor was altered');
  const reader = new Reader(body, 'the anchor');
  if (reader.text() !== MAGIC || reader.integer() !== VERSION) throw reader.malformed();
  if (!reader.bytes().equals(vaultId)) throw reader.malformed();
  const head = { seq: reader.integer(), hash: reader.bytes(32).toString('hex') };
  reader.end();
  return head;
}

function read(path: string): Buffer | null {
  let descriptor;
  try {
    descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const bytes = Buffer.alloc(MOST_BYTES);
    return bytes.subarray(0, fs.readSync(descriptor, bytes));
  } finally {
    fs.closeSync(descriptor);
  }
}

// Synced before the rename: a power loss must not leave an empty anchor, which would read as a broken one.
function replace(path: string, bytes: Buffer): void {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const descriptor = fs.openSync(temporary, 'wx', 0o600);
  try {
    fs.writeSync(descriptor, bytes);
    fs.fsyncSync(descriptor);
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}
