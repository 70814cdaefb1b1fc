/** The slot that wraps the vault key under the master password. */

import { randomBytes, type KeyObject } from 'node:crypto';
import * as aead from '../crypto/aead.ts';
import { encode, Reader } from '../crypto/canonical.ts';
import { hkdf, takeKey } from '../crypto/hkdf.ts';
import { sameBytes } from '../crypto/hmac.ts';
import { checkKdf, defaultKdf, deriveFromPassword, type KdfParameters } from '../crypto/kdf.ts';
import { normalisePassword } from '../crypto/password.ts';
import { damaged } from './damaged.ts';
import { ID_BYTES, type Slot } from './header.ts';
import { FORMAT } from './keyring.ts';

export const PASSWORD_SLOT = 1;

const SALT = 16;
const COMMIT = 32;
const WRAPPED = 32 + aead.OVERHEAD;

interface PasswordSlot {
  readonly id: Buffer;
  readonly kdf: KdfParameters;
  readonly salt: Buffer;
  /** Tells a wrong password from a damaged slot, and ties the slot to one derived key. */
  readonly commit: Buffer;
}

/** Wraps the 32 bytes of a vault key; the caller wipes them. */
export async function makePasswordSlot(vaultKey: Buffer, password: Buffer, vaultId: Buffer): Promise<Slot> {
  const salt = randomBytes(SALT);
  const { wrap, commit } = await slotKeys(password, vaultId, salt, defaultKdf);
  const slot = { id: randomBytes(ID_BYTES), kdf: defaultKdf, salt, commit };
  const wrapped = aead.seal(wrap, vaultKey, associatedData(slot, vaultId));
  const { memory, passes, lanes } = slot.kdf;
  return { type: PASSWORD_SLOT, id: slot.id, body: encode(memory, passes, lanes, salt, commit, wrapped) };
}

/** The vault key; null when the password is another one. Throws `damaged` when the slot was altered. */
export async function openPasswordSlot(
  slot: Slot,
  password: Buffer,
  vaultId: Buffer,
): Promise<KeyObject | null> {
  const { wrapped, ...parsed } = decode(slot);
  const { wrap, commit } = await slotKeys(password, vaultId, parsed.salt, parsed.kdf);
  if (!sameBytes(commit, parsed.commit)) return null;
  const vaultKey = aead.open(wrap, wrapped, associatedData(parsed, vaultId));
  if (vaultKey === null) throw damaged("the vault's password slot was altered");
  return takeKey(vaultKey);
}

/** Throws `damaged` when a slot is malformed or asks for work outside the bounds; does no work itself. */
export function checkPasswordSlot(slot: Slot): void {
  checkKdf(decode(slot).kdf);
}

function decode(slot: Slot): PasswordSlot & { readonly wrapped: Buffer } {
  const reader = new Reader(slot.body, "the vault's password slot");
  const kdf = { memory: reader.integer(), passes: reader.integer(), lanes: reader.integer() };
  const decoded = {
    id: slot.id,
    kdf,
    salt: reader.bytes(SALT),
    commit: reader.bytes(COMMIT),
    wrapped: reader.bytes(WRAPPED),
  };
  reader.end();
  return decoded;
}

async function slotKeys(
  password: Buffer,
  vaultId: Buffer,
  salt: Buffer,
  kdf: KdfParameters,
): Promise<{ wrap: KeyObject; commit: Buffer }> {
  const normalised = normalisePassword(password);
  try {
    const root = takeKey(await deriveFromPassword(normalised, salt, kdf));
    return {
      wrap: takeKey(hkdf(root, vaultId, encode(FORMAT, 'wrap'))),
      commit: hkdf(root, vaultId, encode(FORMAT, 'commit'), COMMIT),
    };
  } finally {
    normalised.fill(0);
  }
}

function associatedData({ id, kdf, salt, commit }: PasswordSlot, vaultId: Buffer): Buffer {
  const { memory, passes, lanes } = kdf;
  return encode(FORMAT, aead.ALGORITHM, vaultId, PASSWORD_SLOT, id, memory, passes, lanes, salt, commit);
}
