import { defineCommand } from '../definition.ts';

export const keychainDisable = defineCommand({
  name: 'disable',
  summary: 'Take the master password out of the keychain',
  arguments: {},
  options: {},
  examples: [{ line: 'vaultctl keychain disable', does: 'removes the entry of this vault' }],
  load: () => import('../commands/keychain-disable.ts'),
});
