import { type MasterPassword, noPassword } from '../app/master-password.ts';
import { codePointLength } from '../domain/mask.ts';
import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';
import { takePassword } from './open-vault.ts';

const FEWEST_CHARACTERS = 8;

/** The password of a vault to be: from the environment, or asked for twice. Throws `invalid` or `locked`. */
export async function newMasterPassword(io: Io): Promise<MasterPassword> {
  const given = takePassword(io.env);
  if (given !== null) return given;
  const terminal = io.terminal();
  if (terminal === null) throw noPassword();
  const password = await terminal.askHidden('New master password');
  if (codePointLength(password.toString('utf8')) < FEWEST_CHARACTERS) {
    throw new VaultError('invalid', `a master password has at least ${FEWEST_CHARACTERS} characters`);
  }
  const again = await terminal.askHidden('The same once more');
  const isSame = password.equals(again);
  again.fill(0);
  if (!isSame) throw new VaultError('invalid', 'the two passwords differ; no vault was made');
  return { password, unlock: 'prompt' };
}
