import { keychainStatus } from '../../app/keychain.ts';
import { findPlaces } from '../../app/places.ts';
import type { KeychainStatusInput } from '../definitions/keychain-status.ts';
import type { Io } from '../io.ts';
import { printJson } from '../print-answer.ts';

export async function run(io: Io, { options, vaultDir }: KeychainStatusInput): Promise<number> {
  const answer = await keychainStatus(findPlaces(io.env, io.cwd, vaultDir), io.env);
  if (options.json) await printJson(io, answer);
  else
    await io.print(
      answer.reason === undefined ? `${answer.status}\n` : `${answer.status}: ${answer.reason}\n`,
    );
  return 0;
}
