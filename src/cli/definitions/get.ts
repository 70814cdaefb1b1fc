import { defineCommand, type Input } from '../definition.ts';
import { jsonOption, keyArgument } from './shared.ts';

const args = { key: keyArgument } as const;

const options = {
  field: { value: 'NAME', description: 'this field only' },
  masked: { description: 'hide all but the last characters of what is sensitive' },
  'no-newline': { short: 'n', description: 'leave out the newline at the end' },
  json: jsonOption,
} as const;

export type GetInput = Input<typeof args, typeof options>;

export const get = defineCommand({
  name: 'get',
  summary: 'Print a secret',
  description: 'Prints the value, or one name=value line for each field.',
  arguments: args,
  options,
  examples: [
    { line: 'vaultctl get db/password', does: 'prints the value and a newline' },
    { line: 'vaultctl get db --field host', does: 'prints one field' },
    { line: 'vaultctl get db/password --masked', does: 'shows that it is there, and little more' },
  ],
  load: () => import('../commands/get.ts'),
});
