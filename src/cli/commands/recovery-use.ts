import { findPlaces } from '../../app/places.ts';
import { readRecoveryCode, recoverVault } from '../../app/recovery.ts';
import { VaultError } from '../../errors.ts';
import { peekVault } from '../../vault/peek.ts';
import { noRecoveryCode } from '../../vault/unlock.ts';
import type { RecoveryUseInput } from '../definitions/recovery-use.ts';
import { readInputLines } from '../input-lines.ts';
import type { Io } from '../io.ts';
import { askNewPassword } from '../new-master-password.ts';
import { withWays } from '../open-ways.ts';
import { showRecoveryCode } from '../show-recovery-code.ts';
import { warnIfWeak } from '../warn-if-weak.ts';

/** What somebody gives: the code, and the new password once the code has opened the vault. */
interface Given {
  readonly code: Buffer;
  password(): Promise<Buffer>;
}

export async function run(io: Io, { options, vaultDir }: RecoveryUseInput): Promise<number> {
  const places = findPlaces(io.env, io.cwd, vaultDir);
  if (peekVault(places.directory).recoverySince === null) throw noRecoveryCode();
  const given = await ask(io);
  const code = readRecoveryCode(given.code);
  given.code.fill(0);
  try {
    const newCode = await withWays(io, vaultDir, { kind: 'recovery', code }, 'recovery', async (context) => {
      if (context.ways.rolledBack !== null && !options.accept) throw mustAccept(context.ways.rolledBack);
      const password = await given.password();
      try {
        const made = await recoverVault(context, password, options.accept);
        io.say('the master password is changed; the old one and the code you used no longer work');
        await warnIfWeak(io, password);
        return made;
      } finally {
        password.fill(0);
      }
    });
    await showRecoveryCode(io, newCode);
    return 0;
  } finally {
    code.fill(0);
  }
}

async function ask(io: Io): Promise<Given> {
  if (!io.stdin.isTerminal) {
    const [code, password] = await readInputLines(io, ['the recovery code', 'the new master password']);
    return { code, password: () => Promise.resolve(password) };
  }
  const terminal = io.terminal();
  if (terminal === null) throw new VaultError('failure', 'there is no terminal to ask for the code');
  return {
    code: await terminal.askHidden('Recovery code'),
    password: () => askNewPassword(terminal, 'nothing was changed'),
  };
}

function mustAccept(reason: string): VaultError {
  return new VaultError(
    'damaged',
    reason,
    'if you restored it on purpose, add --accept; otherwise find the newer copy',
  );
}
