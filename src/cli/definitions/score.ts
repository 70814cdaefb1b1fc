import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = {
  'include-keys': { description: 'name the secrets each issue is about' },
  json: jsonOption,
} as const;

export type ScoreInput = Input<NoArguments, typeof options>;

export const score = defineCommand({
  name: 'score',
  summary: 'Rate the health of the vault',
  description: 'Looks for weak, shared, expired and soon expiring secrets; 100 is best.',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl score --include-keys', does: 'shows the score, and which secrets to change' }],
  load: () => import('../commands/score.ts'),
});
