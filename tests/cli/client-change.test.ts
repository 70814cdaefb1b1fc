import { describe, expect, test } from 'vitest';
import { renderClientChange } from '../../src/cli/render/client-change.ts';

const entry = { command: '/bin/node', args: ['/lib/vaultctl.js', 'mcp-server'] };

describe('a change of a client is shown', () => {
  test('as a new entry', () => {
    expect(renderClientChange({ before: undefined, after: entry })).toEqual([
      '+ vaultctl',
      '+   command: "/bin/node"',
      '+   args: ["/lib/vaultctl.js","mcp-server"]',
    ]);
  });

  test('as an entry that goes', () => {
    expect(renderClientChange({ before: { url: 'https://u:p@example.com' }, after: undefined })).toEqual([
      '- vaultctl',
      '-   url: "[hidden]"',
    ]);
  });

  test('field by field, also where both values are hidden', () => {
    const before = { command: 'vaultctl', env: { VAULT_PASSWORD: 'x', PATH: '/a' }, timeout: 5, cwd: '/w' };
    const after = { ...entry, env: { PATH: '/a' }, timeout: 5 };
    expect(renderClientChange({ before, after })).toEqual([
      '  vaultctl',
      '-   command: "vaultctl"',
      '+   command: "/bin/node"',
      '+   args: ["/lib/vaultctl.js","mcp-server"]',
      '-   env: {"VAULT_PASSWORD":"[hidden]","PATH":"[hidden]"}',
      '+   env: {"PATH":"[hidden]"}',
      '    timeout: "[hidden]"',
      '-   cwd: "/w"',
    ]);
  });

  test('as the replacement of what is no entry', () => {
    expect(renderClientChange({ before: 'hunter2', after: entry }).slice(0, 2)).toEqual([
      '- vaultctl: "[hidden]"',
      '+ vaultctl',
    ]);
  });
});
