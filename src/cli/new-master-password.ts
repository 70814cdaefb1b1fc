import { type MasterPassword, noPassword } from '../app/master-password.ts';
import { codePointLength } from '../domain/mask.ts';
import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';
import { takePassword } from './open-vault.ts';
import type { Terminal } from './terminal.ts';

const FEWEST_CHARACTERS = 8;

/** The password of a vault to be: from the environment, or asked for twice. Throws `invalid` or `locked`. */
export async function newMasterPassword(io: Io): Promise<MasterPassword> {
  const given = takePassword(io.env);
  if (given !== null) return given;
  const terminal = io.terminal();
  if (terminal === null) throw noPassword();
  return { password: await askNewPassword(terminal, 'no vault was made'), unlock: 'prompt' };
}

/** Asked for twice. Throws `invalid` for one too short or two that differ, with what that means. */
export async function askNewPassword(terminal: Terminal, consequence: string): Promise<Buffer> {
  const password = await terminal.askHidden('New master password');
  if (codePointLength(password.toString('utf8')) < FEWEST_CHARACTERS) {
    throw new VaultError('invalid', `a master password has at least ${FEWEST_CHARACTERS} characters`);
  }
  const again = await terminal.askHidden('The same once more');
  const isSame = password.equals(again);
  again.fill(0);
  if (!isSame) throw new VaultError('invalid', `the two passwords differ; ${consequence}`);
  return password;
}
