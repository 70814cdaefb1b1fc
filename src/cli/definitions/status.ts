import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = { json: jsonOption } as const;

export type StatusInput = Input<NoArguments, typeof options>;

export const status = defineCommand({
  name: 'status',
  summary: 'Say whether the vault is unlocked, by what and for how long',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl status', does: 'the authority in force, and the session' }],
  load: () => import('../commands/status.ts'),
});
