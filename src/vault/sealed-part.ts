/** Sealing of everything stored: padded, and bound to its place so that no part can stand in for another. */

import * as aead from '../crypto/aead.ts';
import { encode } from '../crypto/canonical.ts';
import { pad, unpad } from '../crypto/padding.ts';
import { FORMAT, type Keyring } from './keyring.ts';

export interface PartName {
  /** Which key seals it. */
  readonly purpose: 'meta' | 'value' | 'audit';
  readonly recordId: Buffer;
  readonly part: string;
  readonly version: number;
}

/** A sealed part as stored, with the key epoch its row claims. */
export interface SealedPart {
  readonly epoch: number;
  readonly sealed: Buffer;
}

export function sealPart(keys: Keyring, name: PartName, plaintext: Uint8Array): SealedPart {
  const padded = pad(plaintext);
  const sealed = aead.seal(keys[name.purpose], padded, associatedData(keys, name));
  padded.fill(0);
  return { epoch: keys.epoch, sealed };
}

/** The plaintext; null when it is damaged, altered, of another place, or of an older version. */
export function openPart(keys: Keyring, name: PartName, { epoch, sealed }: SealedPart): Buffer | null {
  if (epoch !== keys.epoch || name.version < 0) return null;
  const padded = aead.open(keys[name.purpose], sealed, associatedData(keys, name));
  return padded && unpad(padded);
}

function associatedData(keys: Keyring, { recordId, part, version }: PartName): Buffer {
  return encode(FORMAT, aead.ALGORITHM, keys.epoch, keys.spaceId, recordId, part, version);
}
