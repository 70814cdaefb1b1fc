import { defineCommand } from '../definition.ts';

export const passwd = defineCommand({
  name: 'passwd',
  summary: 'Change the master password',
  description:
    'Asks for the master password, unless VAULT_PASSWORD or VAULT_PASSWORD_FILE has it, and twice for a new one. ' +
    'Without a terminal the new one is the one line of standard input. A recovery code goes on working, and a keychain ' +
    'that holds the password gets the new one. Copies of the vault made before still open with the old password.',
  arguments: {},
  options: {},
  examples: [
    { line: 'vaultctl passwd', does: 'asks for the old password, then twice for the new one' },
    {
      line: 'vaultctl passwd < new-password',
      does: 'takes the new one from a file, the old from VAULT_PASSWORD',
    },
  ],
  load: () => import('../commands/passwd.ts'),
});
