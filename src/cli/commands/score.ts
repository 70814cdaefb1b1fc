import { scoreVault } from '../../app/score-vault.ts';
import type { ScoreInput } from '../definitions/score.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { printJson } from '../print-answer.ts';
import { renderScore } from '../render/score.ts';

export async function run(io: Io, { options, vaultDir }: ScoreInput): Promise<number> {
  const request = { includeKeys: options['include-keys'] };
  const score = await withVault(io, vaultDir, 'score', ({ context }) => scoreVault(context, request));
  if (options.json) await printJson(io, score);
  else await io.print(renderScore(score, io.stdout));
  return 0;
}
