import { describe, expect, test } from 'vitest';
import { serverCommand } from '../../src/app/server-command.ts';

describe('the command line of the tool server', () => {
  const program = ['/bin/node', '/lib/vaultctl.js'] as const;
  const caller = { env: { HOME: '/home/u' }, cwd: '/work', program };
  const server = [...program, 'mcp-server'];

  test.each([
    ['the usual vault', {}, undefined, []],
    ['the usual vault by its variable', { VAULT_DIR: '/home/u/.vault' }, undefined, []],
    ['a vault by its variable', { VAULT_DIR: 'v' }, undefined, ['--vault-dir', '/work/v']],
    ['a vault that is given', {}, '../other', ['--vault-dir', '/other']],
    ['a vault that is given over its variable', { VAULT_DIR: '/v' }, '/w/', ['--vault-dir', '/w']],
    ['the usual vault when it is given', {}, '/home/u/.vault', ['--vault-dir', '/home/u/.vault']],
  ])('%s', (_, env, given, more) => {
    const world = { ...caller, env: { ...caller.env, ...env } };
    expect(serverCommand(world, given)).toEqual([...server, ...more]);
  });

  test('has nothing of the environment in it', () => {
    const env = { HOME: '/home/u', VAULT_PASSWORD: 'hunter2', VAULT_PASSWORD_FILE: '/secret' };
    expect(serverCommand({ ...caller, env }, undefined)).toEqual(server);
  });
});
