import { expect, test } from 'vitest';
import { takePassword } from '../../src/cli/open-vault.ts';

test('a command takes the master password out of its environment', () => {
  const env: NodeJS.ProcessEnv = { HOME: '/h', VAULT_PASSWORD: 'correct horse' };
  expect(takePassword(env)?.password.toString()).toBe('correct horse');
  expect(env).toEqual({ HOME: '/h' });
});
