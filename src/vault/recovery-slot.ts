/** The slot that wraps the vault key under a recovery code. */

import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import * as aead from '../crypto/aead.ts';
import { encode, Reader } from '../crypto/canonical.ts';
import { hkdf, takeKey } from '../crypto/hkdf.ts';
import { sameBytes } from '../crypto/hmac.ts';
import { damaged } from './damaged.ts';
import { ID_BYTES, type Slot } from './header.ts';
import { FORMAT } from './keyring.ts';

export const RECOVERY_SLOT = 2;

const COMMIT = 32;
const WRAPPED = 32 + aead.OVERHEAD;

interface RecoverySlot {
  readonly id: Buffer;
  /** When the code was made: RFC 3339, UTC, whole seconds. */
  readonly created: string;
  /** Tells another code from a damaged slot, and ties the slot to one code. */
  readonly commit: Buffer;
}

/** Wraps the 32 bytes of a vault key under the 40 characters of a code; the caller wipes both. */
export function makeRecoverySlot(vaultKey: Buffer, code: Buffer, vaultId: Buffer, created: string): Slot {
  const { wrap, commit } = slotKeys(code, vaultId);
  const slot = { id: randomBytes(ID_BYTES), created, commit };
  const wrapped = aead.seal(wrap, vaultKey, associatedData(slot, vaultId));
  return { type: RECOVERY_SLOT, id: slot.id, body: encode(created, commit, wrapped) };
}

/** The vault key; null when the code is another one. Throws `damaged` when the slot was altered. */
export function openRecoverySlot(slot: Slot, code: Buffer, vaultId: Buffer): KeyObject | null {
  const { wrapped, ...parsed } = decode(slot);
  const { wrap, commit } = slotKeys(code, vaultId);
  if (!sameBytes(commit, parsed.commit)) return null;
  const vaultKey = aead.open(wrap, wrapped, associatedData(parsed, vaultId));
  if (vaultKey === null) throw damaged("the vault's recovery slot was altered");
  return takeKey(vaultKey);
}

/** When the code of a recovery slot was made. Throws `damaged` when the slot is malformed. */
export function recoverySlotTime(slot: Slot): string {
  return decode(slot).created;
}

function decode(slot: Slot): RecoverySlot & { readonly wrapped: Buffer } {
  const reader = new Reader(slot.body, "the vault's recovery slot");
  const decoded = {
    id: slot.id,
    created: reader.text(),
    commit: reader.bytes(COMMIT),
    wrapped: reader.bytes(WRAPPED),
  };
  if (!TIME.test(decoded.created)) throw reader.malformed();
  reader.end();
  return decoded;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

// A code is random through and through: a slow derivation would add nothing.
function slotKeys(code: Buffer, vaultId: Buffer): { wrap: KeyObject; commit: Buffer } {
  const root = createSecretKey(code);
  return {
    wrap: takeKey(hkdf(root, vaultId, encode(FORMAT, 'recovery wrap'))),
    commit: hkdf(root, vaultId, encode(FORMAT, 'recovery commit'), COMMIT),
  };
}

function associatedData({ id, created, commit }: RecoverySlot, vaultId: Buffer): Buffer {
  return encode(FORMAT, aead.ALGORITHM, vaultId, RECOVERY_SLOT, id, created, commit);
}
