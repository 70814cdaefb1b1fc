import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';

/** The code is the answer, alone on standard output; what to do with it goes to the person. */
export async function showRecoveryCode(io: Io, code: string): Promise<void> {
  io.say(
    "the recovery code follows. Write it down, and keep it away from this machine: with the vault's file",
  );
  io.say('it opens everything, without the master password. It is shown only now.');
  try {
    await io.print(`${code}\n`);
  } catch {
    throw new VaultError(
      'failure',
      'the recovery code could not be printed, and nobody has seen it',
      'make another with `vaultctl recovery new`',
    );
  }
}
