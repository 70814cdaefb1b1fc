import { checkFiles, databaseFile } from './files.ts';
import { readHeader } from './header.ts';
import { OpenedVault } from './opened-vault.ts';
import { openStore, preferWriteAhead } from './store.ts';
import { unlock } from './unlock.ts';
import type { Clock, Place, Vault } from './vault.ts';

/**
 * Opens the vault in `place.directory`. Throws `locked` when there is none or the password is wrong, `damaged` when
 * it was altered, `failure` when its files are open to others.
 */
export async function openVault(place: Place, password: Buffer, clock: Clock): Promise<Vault> {
  checkFiles(place.directory);
  const store = openStore(databaseFile(place.directory));
  try {
    const keys = await unlock(readHeader(store), password);
    preferWriteAhead(store);
    return new OpenedVault(place, store, keys, clock);
  } catch (error) {
    store.close();
    throw error;
  }
}
