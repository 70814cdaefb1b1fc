import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = { json: jsonOption } as const;

export type EditionInput = Input<NoArguments, typeof options>;

export const edition = defineCommand({
  name: 'edition',
  summary: 'Say which edition this is, and why',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl edition', does: 'prints free or team' }],
  load: () => import('../commands/edition.ts'),
});
