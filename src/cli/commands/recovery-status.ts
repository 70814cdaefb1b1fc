import { findPlaces } from '../../app/places.ts';
import { peekVault } from '../../vault/peek.ts';
import type { RecoveryStatusInput } from '../definitions/recovery-status.ts';
import type { Io } from '../io.ts';
import { printJson } from '../print-answer.ts';

export async function run(io: Io, { options, vaultDir }: RecoveryStatusInput): Promise<number> {
  const { recoverySince } = peekVault(findPlaces(io.env, io.cwd, vaultDir).directory);
  if (options.json) {
    await printJson(
      io,
      recoverySince === null ? { recovery: false } : { recovery: true, since: recoverySince },
    );
  } else {
    await io.print(recoverySince === null ? NONE : `there is a recovery code, made ${recoverySince}\n`);
  }
  return 0;
}

const NONE = 'there is no recovery code; vaultctl recovery new makes one\n';
