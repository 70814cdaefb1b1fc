import { type MasterPassword, vaultIsLocked, passwordFromEnvironment } from '../app/master-password.ts';
import type { Places } from '../app/places.ts';
import { createRunMemory, type RunMemory } from '../app/run-memory.ts';
import type { Vault } from '../vault/vault.ts';

/** The vault as the server holds it, with what only lives as long as it is open. */
export interface OpenedVault extends MasterPassword {
  readonly vault: Vault;
  readonly memory: RunMemory;
}

/** Opens the vault once. A failed attempt is forgotten, so that a vault made or mended later works. */
export interface VaultProvider {
  /** The opened vault; callers at the same time share one attempt. Throws VaultError. */
  open(): Promise<OpenedVault>;
  /** Closes it now, or as soon as an attempt under way has opened it. */
  close(): void;
}

export function createVaultProvider(openOnce: () => Promise<OpenedVault>): VaultProvider {
  let attempt: Promise<OpenedVault> | undefined;
  return {
    async open() {
      const current = (attempt ??= openOnce());
      try {
        return await current;
      } catch (error) {
        if (attempt === current) attempt = undefined;
        throw error;
      }
    },
    close() {
      attempt?.then(
        ({ vault }) => vault.close(),
        () => undefined,
      );
    },
  };
}

/** Opens the vault with the password `given` has, else with that of the keychain, which `env` leads to. */
export async function openWithPassword(
  places: Places,
  given: NodeJS.ProcessEnv,
  env: NodeJS.ProcessEnv,
  clock: () => Date,
): Promise<OpenedVault> {
  const open = async (master: MasterPassword): Promise<OpenedVault> => {
    const { openVault } = await import('../vault/open-vault.ts');
    const vault = await openVault(places, master.password, clock);
    return { ...master, vault, memory: createRunMemory(master.password) };
  };
  const master = passwordFromEnvironment(given);
  if (master !== null) return open(master);
  const { openByKeychain } = await import('../app/keychain.ts');
  const opened = await openByKeychain(places, env, open);
  if (opened === null) throw vaultIsLocked();
  return opened;
}
