import { rateStrength, STRONG_ENOUGH } from '../domain/strength.ts';
import { createVault } from '../vault/create-vault.ts';
import type { Place } from '../vault/vault.ts';
import type { MasterPassword } from './master-password.ts';

/**
 * Makes an empty vault: no policy, no secrets, and a journal that says so. `recoveryCode`: the 40 characters of one
 * that opens it too. Throws `failure` when there is a vault.
 */
export async function initVault(
  place: Place,
  { password, unlock }: MasterPassword,
  clock: () => Date,
  recoveryCode?: Buffer,
): Promise<void> {
  const event = { source: 'cli', action: 'init', outcome: 'success', unlock } as const;
  await createVault(place, password, event, clock, recoveryCode);
}

/** Whether a guesser would soon find the password. */
export async function isWeakPassword(password: Buffer): Promise<boolean> {
  return (await rateStrength(password.toString('utf8'), 'password')) < STRONG_ENOUGH;
}
