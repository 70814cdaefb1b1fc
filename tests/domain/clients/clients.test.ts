import { describe, expect, test } from 'vitest';
import type { System } from '../../../src/domain/clients/client.ts';
import { clients, projectPlaces } from '../../../src/domain/clients/clients.ts';

const linux: System = { platform: 'linux', home: '/home/u', env: {} };
const mac: System = { platform: 'darwin', home: '/Users/u', env: {} };
const commandLine = ['/bin/node', '/lib/vaultctl.js', 'mcp-server'] as const;

const filesOf = (id: string, system: System): string[] | undefined =>
  clients
    .find((client) => client.id === id)
    ?.userFiles(system)
    .map(({ file }) => file);

test('nine clients are known, each once', () => {
  expect(clients.map(({ id }) => id)).toEqual([
    'claude-code',
    'claude-desktop',
    'codex',
    'cursor',
    'vscode',
    'windsurf',
    'gemini',
    'zed',
    'opencode',
  ]);
});

describe('where a client keeps its servers', () => {
  test.each([
    ['claude-code', linux, ['/home/u/.claude.json']],
    ['claude-code', mac, ['/Users/u/.claude.json']],
    ['claude-code', { ...linux, env: { CLAUDE_CONFIG_DIR: '/c' } }, ['/c/.claude.json']],
    ['claude-desktop', linux, ['/home/u/.config/Claude/claude_desktop_config.json']],
    ['claude-desktop', mac, ['/Users/u/Library/Application Support/Claude/claude_desktop_config.json']],
    ['codex', linux, ['/home/u/.codex/config.toml']],
    ['codex', { ...mac, env: { CODEX_HOME: '/c' } }, ['/c/config.toml']],
    ['cursor', linux, ['/home/u/.cursor/mcp.json']],
    ['vscode', linux, ['/home/u/.config/Code/User/mcp.json']],
    ['vscode', { ...linux, env: { XDG_CONFIG_HOME: '/x' } }, ['/x/Code/User/mcp.json']],
    ['vscode', mac, ['/Users/u/Library/Application Support/Code/User/mcp.json']],
    [
      'windsurf',
      linux,
      ['/home/u/.config/devin/mcp_config.json', '/home/u/.codeium/windsurf/mcp_config.json'],
    ],
    ['gemini', linux, ['/home/u/.gemini/settings.json']],
    ['gemini', { ...linux, env: { GEMINI_CLI_HOME: '/g' } }, ['/g/.gemini/settings.json']],
    ['zed', { ...linux, env: { XDG_CONFIG_HOME: '/x' } }, ['/x/zed/settings.json']],
    ['zed', { ...mac, env: { XDG_CONFIG_HOME: '/x' } }, ['/Users/u/.config/zed/settings.json']],
    [
      'opencode',
      { ...linux, env: { XDG_CONFIG_HOME: 'relative' } },
      ['/home/u/.config/opencode/opencode.jsonc', '/home/u/.config/opencode/opencode.json'],
    ],
  ] as const)('%s, by %j', (id, system, files) => {
    expect(filesOf(id, system)).toEqual(files);
  });

  test('and in a project', () => {
    const files = clients.map((client) => [client.id, projectPlaces(client, '/p')?.map(({ file }) => file)]);
    expect(Object.fromEntries(files)).toEqual({
      'claude-code': ['/p/.mcp.json'],
      'claude-desktop': undefined,
      codex: ['/p/.codex/config.toml'],
      cursor: ['/p/.cursor/mcp.json'],
      vscode: ['/p/.vscode/mcp.json'],
      windsurf: undefined,
      gemini: ['/p/.gemini/settings.json'],
      zed: ['/p/.zed/settings.json'],
      opencode: ['/p/opencode.jsonc', '/p/opencode.json'],
    });
  });
});

test('what an entry says in each client', () => {
  const plain = { command: '/bin/node', args: ['/lib/vaultctl.js', 'mcp-server'] };
  const entries = clients.map(({ id, container, fields }) => [id, { [container]: fields(commandLine) }]);
  expect(Object.fromEntries(entries)).toEqual({
    'claude-code': { mcpServers: { type: 'stdio', ...plain } },
    'claude-desktop': { mcpServers: plain },
    codex: { mcp_servers: { ...plain, env_vars: ['XDG_RUNTIME_DIR'] } },
    cursor: { mcpServers: { type: 'stdio', ...plain } },
    vscode: { servers: { type: 'stdio', ...plain } },
    windsurf: { mcpServers: plain },
    gemini: { mcpServers: plain },
    zed: { context_servers: plain },
    opencode: { mcp: { type: 'local', command: commandLine } },
  });
});
