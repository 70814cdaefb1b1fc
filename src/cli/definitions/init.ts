import { defineCommand, type Input } from '../definition.ts';

export type InitInput = Input;

export const init = defineCommand({
  name: 'init',
  summary: 'Create a vault',
  description:
    'Creates an empty vault in ~/.vault, or where --vault-dir or VAULT_DIR says. Asks for a master password, ' +
    'unless VAULT_PASSWORD or VAULT_PASSWORD_FILE has one. Nothing can restore a forgotten password.',
  arguments: {},
  options: {},
  examples: [{ line: 'vaultctl init', does: 'asks for the new master password twice' }],
  load: () => import('../commands/init.ts'),
});
