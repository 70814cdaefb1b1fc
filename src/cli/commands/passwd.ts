import { changePassword } from '../../app/change-password.ts';
import { VaultError } from '../../errors.ts';
import type { Input } from '../definition.ts';
import { readInputLines } from '../input-lines.ts';
import type { Io } from '../io.ts';
import { askNewPassword } from '../new-master-password.ts';
import { withWaysByPassword } from '../open-ways.ts';
import { warnIfWeak } from '../warn-if-weak.ts';

export async function run(io: Io, { vaultDir }: Input): Promise<number> {
  return withWaysByPassword(io, vaultDir, async (context) => {
    const password = await newPassword(io);
    try {
      await changePassword(context, { password, action: 'passwd' });
      io.say('the master password is changed; the old one no longer works');
      sayWhereTheOldOneIs(io, context.unlock);
      await warnIfWeak(io, password);
      return 0;
    } finally {
      password.fill(0);
    }
  });
}

async function newPassword(io: Io): Promise<Buffer> {
  if (!io.stdin.isTerminal) {
    const [line] = await readInputLines(io, ['the new master password']);
    return line;
  }
  const terminal = io.terminal();
  if (terminal === null) throw new VaultError('failure', 'there is no terminal to ask for the password');
  return askNewPassword(terminal, 'nothing was changed');
}

function sayWhereTheOldOneIs(io: Io, unlock: string): void {
  if (unlock === 'environment') io.say('  VAULT_PASSWORD still has the old one, wherever it is set');
  if (unlock === 'file') io.say('  the file VAULT_PASSWORD_FILE names still has the old one');
}
