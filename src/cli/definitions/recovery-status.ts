import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = { json: jsonOption } as const;

export type RecoveryStatusInput = Input<NoArguments, typeof options>;

export const recoveryStatus = defineCommand({
  name: 'status',
  summary: 'Say whether the vault has a recovery code, and since when',
  description:
    'Needs no password, so it repeats what the file says; `vaultctl audit verify` checks that nobody has changed it.',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl recovery status', does: 'one line' }],
  load: () => import('../commands/recovery-status.ts'),
});
