import { defineCommand, type Input, type NoArguments } from '../definition.ts';

const options = {
  recovery: { description: 'print a recovery code at the end, which opens the vault without the password' },
} as const;

export type InitInput = Input<NoArguments, typeof options>;

export const init = defineCommand({
  name: 'init',
  summary: 'Create a vault',
  description:
    'Creates an empty vault in ~/.vault, or where --vault-dir or VAULT_DIR says. Asks for a master password, ' +
    'unless VAULT_PASSWORD or VAULT_PASSWORD_FILE has one. Only a recovery code can replace a forgotten password.',
  arguments: {},
  options,
  examples: [
    { line: 'vaultctl init', does: 'asks for the new master password twice' },
    { line: 'vaultctl init --recovery', does: 'prints a recovery code as well, to be written down' },
  ],
  load: () => import('../commands/init.ts'),
});
