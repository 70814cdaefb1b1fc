import { defineCommand } from '../definition.ts';

export const keychainEnable = defineCommand({
  name: 'enable',
  summary: "Keep the master password in the operating system's keychain",
  description:
    'Asks for the master password, sees that it opens the vault, and stores it: in the Keychain of macOS, or by the ' +
    'Secret Service of Linux desktops (gnome-keyring, KWallet, KeePassXC). The tool server for agents then starts ' +
    'without a password in its configuration. Commands that show or change secrets go on asking for it. While the ' +
    'keychain is unlocked, any program of this user can get the password from it.',
  arguments: {},
  options: {},
  examples: [{ line: 'vaultctl keychain enable', does: 'asks for the master password and stores it' }],
  load: () => import('../commands/keychain-enable.ts'),
});
