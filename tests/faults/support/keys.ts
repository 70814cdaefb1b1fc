/** Opening a vault many times over by a vault key taken out of it once: as `openVault`, but for Argon2id. */

import { deriveKeyring } from '../../../src/vault/keyring.ts';
import { databaseFile } from '../../../src/vault/files.ts';
import { checkHeaderMac, decodeHeader, readHeader } from '../../../src/vault/header.ts';
import { OpenedVault } from '../../../src/vault/opened-vault.ts';
import { openPasswordSlot } from '../../../src/vault/password-slot.ts';
import { openStore } from '../../../src/vault/store.ts';
import type { Connection } from '../../../src/vault/sqlite.ts';
import type { Place, Vault } from '../../../src/vault/vault.ts';
import { takeKey } from '../../../src/crypto/hkdf.ts';

/** The vault key in hexadecimal. */
export async function vaultKeyOf(place: Place, password: Buffer): Promise<string> {
  const store = openStore(databaseFile(place.directory));
  try {
    const { slots, vaultId } = decodeHeader(readHeader(store).body);
    const [slot] = slots;
    const key = slot && (await openPasswordSlot(slot, password, vaultId));
    if (!key) throw new Error('the vault does not open');
    return key.export().toString('hex');
  } finally {
    store.close();
  }
}

/** `prepare` sees the connection before the vault does. The header is checked as on every opening. */
export function openByKey(
  place: Place,
  vaultKey: string,
  prepare: (store: Connection) => void = () => {},
): Vault {
  const store = openStore(databaseFile(place.directory));
  try {
    const header = readHeader(store);
    const keys = deriveKeyring(takeKey(Buffer.from(vaultKey, 'hex')), decodeHeader(header.body));
    checkHeaderMac(keys, header);
    prepare(store);
    return new OpenedVault(place, store, keys, () => new Date());
  } catch (error) {
    store.close();
    throw error;
  }
}
