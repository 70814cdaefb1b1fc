import { VaultError } from '../errors.ts';
import { peekVault } from '../vault/peek.ts';
import { type Finding } from './finding.ts';
import { isEnabled, keychainStatus } from './keychain.ts';
import type { Places } from './places.ts';

const check = 'keychain';

/** Whether the operating system's keychain opens the vault. It is asked only where it is switched on. */
export async function keychainFinding(places: Places, env: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    if (!isEnabled(places, peekVault(places.directory).id)) return off;
    const { status, reason } = await keychainStatus(places, env);
    if (status === 'enabled') return on;
    return {
      check,
      status: 'warning',
      detail: `switched on, but ${reason ?? 'not to be used'}`,
      advice: 'vaultctl keychain enable stores the password anew, vaultctl keychain disable switches it off',
    };
  } catch (error) {
    if (error instanceof VaultError) return off;
    throw error;
  }
}

const off: Finding = { check, status: 'ok', detail: 'does not hold the master password' };

const on: Finding = {
  check,
  status: 'note',
  detail: 'holds the master password: any program of this user can ask for it while the keychain is unlocked',
  advice: 'vaultctl keychain disable takes it out',
};
