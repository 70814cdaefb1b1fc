import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = { json: jsonOption } as const;

export type KeychainStatusInput = Input<NoArguments, typeof options>;

export const keychainStatus = defineCommand({
  name: 'status',
  summary: 'Say whether the keychain holds the master password of this vault',
  description: 'enabled, disabled, or unavailable with the reason. Needs no password.',
  arguments: {},
  options,
  examples: [
    { line: 'vaultctl keychain status --json', does: 'an object with status, and reason where there is one' },
  ],
  load: () => import('../commands/keychain-status.ts'),
});
