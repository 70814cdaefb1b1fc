import { defineCommand, type Input } from '../definition.ts';
import { keyArgument } from './shared.ts';

const args = { key: keyArgument } as const;

const options = { yes: { description: 'do not ask; needed where there is no terminal' } } as const;

export type DeleteInput = Input<typeof args, typeof options>;

export const deleteCommand = defineCommand({
  name: 'delete',
  summary: 'Delete a secret',
  arguments: args,
  options,
  examples: [{ line: 'vaultctl delete db/password --yes', does: 'deletes without asking' }],
  load: () => import('../commands/delete.ts'),
});
