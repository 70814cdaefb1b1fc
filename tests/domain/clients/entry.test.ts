import { describe, expect, test } from 'vitest';
import { wantedEntry } from '../../../src/domain/clients/entry.ts';
import { shownEntry } from '../../../src/domain/clients/shown-entry.ts';

const fields = { command: '/bin/node', args: ['/lib/vaultctl.js', 'mcp-server'] };

describe('the entry as it has to be', () => {
  test.each([
    ['nothing', undefined],
    ['a text', 'vaultctl'],
    ['a list', ['vaultctl']],
    ['another command', { command: 'vaultctl', args: ['mcp-server', '--inspect'], cwd: '/tmp' }],
    ['a remote server', { type: 'http', url: 'https://example.com', headers: { Authorization: 'Bearer x' } }],
    ['a server switched off', { ...fields, disabled: true, enabled: false }],
    ['the master password', { ...fields, env: { VAULT_PASSWORD: 'hunter2' } }],
    ['another vault', { ...fields, environment: { VAULT_DIR: '/elsewhere' } }],
  ])('replaces %s', (_, found) => {
    expect(wantedEntry(found, fields)).toEqual(fields);
  });

  test.each([
    ['time-outs and approvals', { timeout: 5000, alwaysAllow: ['secret_list'], tools: { a: { b: 'c' } } }],
    ['other variables', { env: { PATH: '/opt/bin', VAULT_PASSWORD_FILE: '/home/u/.password' } }],
    ['an empty object of variables', { env: {} }],
  ])('keeps %s', (_, own) => {
    expect(wantedEntry({ command: 'vaultctl', ...own }, fields)).toEqual({ ...fields, ...own });
  });

  test('keeps the variables beside the master password', () => {
    const found = { env: { VAULT_PASSWORD: 'hunter2', PATH: '/opt/bin' } };
    expect(wantedEntry(found, fields)).toEqual({ ...fields, env: { PATH: '/opt/bin' } });
  });

  test('adds to the names of variables that are passed on', () => {
    const passing = { ...fields, env_vars: ['XDG_RUNTIME_DIR'] };
    expect(wantedEntry({ env_vars: ['A', { name: 'B' }] }, passing)).toEqual({
      ...fields,
      env_vars: ['A', { name: 'B' }, 'XDG_RUNTIME_DIR'],
    });
    expect(wantedEntry(passing, passing)).toEqual(passing);
  });
});

describe('an entry that is shown', () => {
  test('shows what the program itself would write', () => {
    const own = {
      type: 'stdio',
      command: '/bin/node',
      args: ['/lib/vaultctl.js', 'mcp-server', '--vault-dir', '/v'],
      env_vars: ['XDG_RUNTIME_DIR'],
      enabled: true,
    };
    expect(shownEntry(own)).toEqual(own);
  });

  test.each([
    ['a variable', { env: { VAULT_PASSWORD: 'hunter2' } }],
    ['a variable of a nested table', { tools: { x: { env: { A: 'hunter2' } } } }],
    ['a variable that looks like a path', { env: { VAULT_PASSWORD: '/hunter2' } }],
    ['an unknown field that looks like a path', { token: '/hunter2' }],
    ['an option with its value glued', { args: ['-phunter2'] }],
    ['a header', { headers: { Authorization: 'Bearer hunter2' } }],
    ['an address', { url: 'https://u:hunter2@example.com' }],
    ['an argument with an assignment', { command: 'env', args: ['VAULT_PASSWORD=hunter2', 'vaultctl'] }],
    ['an argument that is a word', { args: ['--password', 'hunter2'] }],
    ['an option with a value', { args: ['--password=hunter2'] }],
    ['a path with an assignment', { command: '/bin/sh', args: ['/x VAULT_PASSWORD=hunter2'] }],
    ['shell text', { command: 'sh', args: ['-c', 'VAULT_PASSWORD=hunter2 vaultctl mcp-server'] }],
    ['an entry that is a text', 'hunter2'],
    ['a list', [['hunter2']]],
    ['a note', { description: 'the password is hunter2' }],
  ])('hides %s', (_, entry) => {
    expect(JSON.stringify(shownEntry(entry))).not.toContain('hunter2');
    expect(JSON.stringify(shownEntry(entry))).toContain('[hidden]');
  });
});
