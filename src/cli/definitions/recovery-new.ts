import { defineCommand } from '../definition.ts';

export const recoveryNew = defineCommand({
  name: 'new',
  summary: 'Make a recovery code, in the place of any earlier one',
  description:
    'Asks for the master password and prints a new recovery code, once. The code opens the vault when the master ' +
    'password is forgotten; an earlier code no longer works. Write it down, and keep it away from this machine: ' +
    "whoever has it and the vault's file has everything.",
  arguments: {},
  options: {},
  examples: [{ line: 'vaultctl recovery new', does: 'prints the code; it can never be shown again' }],
  load: () => import('../commands/recovery-new.ts'),
});
