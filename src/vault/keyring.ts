/** The keys derived from the vault key, one purpose each. */

import type { KeyObject } from 'node:crypto';
import { encode } from '../crypto/canonical.ts';
import { hkdf, takeKey } from '../crypto/hkdf.ts';
import type { Header } from './header.ts';

/** Names this format in every derivation and all associated data. */
export const FORMAT = 'vaultctl/1';

export interface Keyring {
  readonly vaultId: Buffer;
  readonly spaceId: Buffer;
  readonly epoch: number;
  /** MAC over the header. */
  readonly header: KeyObject;
  /** Seals secrets' metadata. */
  readonly meta: KeyObject;
  /** Seals values. */
  readonly value: KeyObject;
  /** MAC that a key's name is looked up by. */
  readonly name: KeyObject;
  /** Seals the journal. */
  readonly audit: KeyObject;
  /** MAC by which a process shows that it has the vault key; over nothing that is stored. */
  readonly proof: KeyObject;
}

export function deriveKeyring(vaultKey: KeyObject, { vaultId, spaceId, epoch }: Header): Keyring {
  const derive = (label: string): KeyObject => takeKey(hkdf(vaultKey, vaultId, encode(FORMAT, label, epoch)));
  return {
    vaultId,
    spaceId,
    epoch,
    header: derive('header'),
    meta: derive('meta'),
    value: derive('value'),
    name: derive('name'),
    audit: derive('audit'),
    proof: derive('proof'),
  };
}
