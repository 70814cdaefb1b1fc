/** The one place through which a master password changes, by whatever right. */

import { normalisePassword } from '../crypto/password.ts';
import { VaultError } from '../errors.ts';
import type { NewWays } from '../vault/ways.ts';
import { messageOf } from './audited.ts';
import { updateKeychain } from './keychain.ts';
import type { WaysContext } from './ways-context.ts';

export interface PasswordChange extends NewWays {
  readonly password: Buffer;
  readonly action: 'passwd' | 'recovery use';
  /** Takes a vault that is older than when last seen here for the newest there is. */
  readonly acceptRollback?: boolean;
}

/** Puts a new password in the place of the old one; the recovery code too, where a new one is given. */
export async function changePassword(context: WaysContext, change: PasswordChange): Promise<void> {
  const { action, acceptRollback = false, ...ways } = change;
  checkNewPassword(change.password);
  const event = { source: 'cli', action, outcome: 'success', unlock: context.unlock } as const;
  await context.ways.replace(ways, event, { acceptRollback });
  await tellThoseWhoKeepIt(context, change.password);
}

/** Throws `invalid` for what no master password can be: here it is a value given, and no failure to open the vault. */
function checkNewPassword(password: Buffer): void {
  try {
    normalisePassword(password).fill(0);
  } catch (error) {
    throw new VaultError('invalid', messageOf(error), 'a master password is text of 1 to 1,024 bytes');
  }
}

/** Whoever keeps the old password, or what it opened, hears of the new one here. */
async function tellThoseWhoKeepIt({ ways, places, env, warn }: WaysContext, password: Buffer): Promise<void> {
  try {
    await updateKeychain(places, ways.id, password, env);
  } catch (error) {
    warn(
      `the keychain still has the old password (${messageOf(error)}); run vaultctl keychain enable when it can be used`,
    );
  }
}
