import { defineCommand, type Input, type NoArguments } from '../definition.ts';

const options = {
  accept: { description: 'accept a vault older than when last used here, such as a backup you put back' },
} as const;

export type RecoveryUseInput = Input<NoArguments, typeof options>;

export const recoveryUse = defineCommand({
  name: 'use',
  summary: 'Set a new master password with the recovery code',
  description:
    'Asks for the recovery code and, twice, for a new master password. Without a terminal both come from standard ' +
    'input, one line each. The old password no longer works, nor does the code: a new code takes its place and is ' +
    'printed, once. The secrets stay as they are. Whoever else may have known the old password should find them changed.',
  arguments: {},
  options,
  examples: [
    { line: 'vaultctl recovery use', does: 'asks for the code and the new password' },
    { line: 'vaultctl recovery use < code-and-password', does: 'takes both from a file of two lines' },
  ],
  load: () => import('../commands/recovery-use.ts'),
});
