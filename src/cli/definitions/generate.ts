import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = {
  length: { short: 'l', value: 'LENGTH', description: 'how many characters; default 24' },
  json: jsonOption,
} as const;

export type GenerateInput = Input<NoArguments, typeof options>;

export const generate = defineCommand({
  name: 'generate',
  summary: 'Print a random password',
  description: 'Needs no vault and stores nothing.',
  arguments: {},
  options,
  examples: [
    { line: 'vaultctl generate -l 32', does: 'prints 32 characters' },
    { line: 'vaultctl generate -l 32 | vaultctl set db/password', does: 'stores a password nobody has seen' },
  ],
  load: () => import('../commands/generate.ts'),
});
