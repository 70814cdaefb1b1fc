import { replaceRecoveryCode } from '../../app/recovery.ts';
import type { Input } from '../definition.ts';
import type { Io } from '../io.ts';
import { withWaysByPassword } from '../open-ways.ts';
import { showRecoveryCode } from '../show-recovery-code.ts';

export async function run(io: Io, { vaultDir }: Input): Promise<number> {
  const code = await withWaysByPassword(io, vaultDir, async (context) => {
    const replaces = context.ways.hasRecoveryCode;
    const made = await replaceRecoveryCode(context);
    if (replaces) io.say('the earlier recovery code no longer works');
    return made;
  });
  await showRecoveryCode(io, code);
  return 0;
}
