import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = {
  tag: { value: 'TAG', description: 'only secrets with this tag' },
  'expiring-within': { value: 'DURATION', description: 'only secrets that expire within it, such as 30d' },
  json: jsonOption,
} as const;

export type ListInput = Input<NoArguments, typeof options>;

export const list = defineCommand({
  name: 'list',
  summary: 'List keys',
  description: 'On a terminal a table, elsewhere one key a line. Values are never shown.',
  arguments: {},
  options,
  examples: [
    { line: 'vaultctl list', does: 'lists all secrets' },
    { line: 'vaultctl list --expiring-within 30d', does: 'lists what to renew' },
  ],
  load: () => import('../commands/list.ts'),
});
