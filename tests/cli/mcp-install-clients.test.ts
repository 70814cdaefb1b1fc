import { execFile, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../spec/support/cli.ts';
import { type Home, withVault } from '../spec/support/home.ts';

const clients = (await import(resolve(import.meta.dirname, '../../scripts/agent-clients.mjs'))) as {
  readonly programs: { readonly claude: string; readonly codex: string };
  areThere(): boolean;
};
const missing = !clients.areThere();
if (missing) {
  process.stdout.write(
    'skipped: Claude Code and Codex are not there; node scripts/test-clients.mjs gets them\n',
  );
}

const TIME = 120_000;
const TOOLS = [
  'secret_exists',
  'secret_get_field',
  'secret_get_masked',
  'secret_list',
  'secret_list_fields',
  'secret_run',
  'secret_run_with_bindings',
  'security_score',
];

/** A client's environment: no password, and nothing of it that looks for news. */
function environment(home: Home, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { VAULT_PASSWORD: _, ...env } = home.env;
  return { ...env, DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', ...more };
}

async function run(
  home: Home,
  program: 'claude' | 'codex',
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [clients.programs[program], ...args], {
    cwd: options.cwd ?? home.dir,
    env: environment(home, options.env),
    timeout: TIME / 2,
  });
  return stdout;
}

/** What Codex's own server for editors says of the tool servers it has started. */
async function codexStatus(home: Home): Promise<readonly { name: string; tools: object }[]> {
  const child = spawn(process.execPath, [clients.programs.codex, 'app-server'], {
    cwd: home.dir,
    env: environment(home),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  try {
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 't', title: 't', version: '0' } } });
    let text = '';
    for await (const chunk of child.stdout) {
      text += String(chunk);
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const { id, result } = JSON.parse(line) as { id?: number; result?: { data?: [] } };
        if (id === 2) return result?.data ?? [];
        if (id !== 1) continue;
        send({ method: 'initialized' });
        send({ id: 2, method: 'mcpServerStatus/list', params: {} });
      }
    }
    throw new Error('codex ended without an answer');
  } finally {
    child.kill();
  }
}

describe.skipIf(missing)('Claude Code', { timeout: TIME }, () => {
  test('connects to the tool server by what was written, without a password', () =>
    withVault(async (home) => {
      expect(await run(home, 'claude', ['mcp', 'list'])).not.toContain('vaultctl');
      await home.ok(['mcp', 'install', 'claude-code', '--yes']);
      expect(await run(home, 'claude', ['mcp', 'list'])).toMatch(/^vaultctl: .* mcp-server - ✔ Connected$/m);
      // By now it has written to its file itself.
      expect((await home.ok(['mcp', 'list'])).stdout).toMatch(/^claude-code +user +connected/m);
      await home.ok(['mcp', 'uninstall', 'claude-code', '--yes']);
      expect(await run(home, 'claude', ['mcp', 'list'])).not.toContain('vaultctl');
    }));

  test('is seen as connected by what it writes itself, and as gone when it takes it away', () =>
    withVault(async (home) => {
      const entry = [process.execPath, PROGRAM, 'mcp-server'];
      await run(home, 'claude', ['mcp', 'add', '--scope', 'user', 'vaultctl', '--', ...entry]);
      expect((await home.ok(['mcp', 'list'])).stdout).toMatch(/^claude-code +user +connected/m);
      await run(home, 'claude', ['mcp', 'remove', 'vaultctl', '--scope', 'user']);
      expect((await home.ok(['mcp', 'list'])).stdout).toMatch(/^claude-code +user +not connected/m);
    }));

  test('is connected where CLAUDE_CONFIG_DIR says', () =>
    withVault(async (home) => {
      const env = { CLAUDE_CONFIG_DIR: home.file('claude') };
      await home.ok(['mcp', 'install', 'claude-code', '--yes'], { env });
      expect(await run(home, 'claude', ['mcp', 'list'], { env })).toMatch(/^vaultctl: .*Connected$/m);
      expect(await run(home, 'claude', ['mcp', 'list'])).not.toContain('vaultctl');
    }));

  test('sees the entry of a project, and asks its user before it starts it', () =>
    withVault(async (home) => {
      const cwd = home.file('app');
      await mkdir(cwd);
      await home.ok(['mcp', 'install', 'claude-code', '--project', '--yes'], { cwd });
      expect(await run(home, 'claude', ['mcp', 'get', 'vaultctl'], { cwd })).toMatch(/Scope: Project config/);
    }));
});

describe.skipIf(missing)('Codex', { timeout: TIME }, () => {
  test('lists the tool server as enabled, and starts it with its eight tools', () =>
    withVault(async (home) => {
      await mkdir(home.file('.codex'));
      await writeFile(
        home.file('.codex/config.toml'),
        '# mine\n[mcp_servers.off]\ncommand = "true"\nenabled = false\n',
      );
      await home.ok(['mcp', 'install', 'codex', '--yes']);
      const listed = JSON.parse(await run(home, 'codex', ['mcp', 'list', '--json'])) as { name: string }[];
      expect(listed.map(({ name }) => name).toSorted()).toEqual(['off', 'vaultctl']);
      expect(listed.find(({ name }) => name === 'vaultctl')).toMatchObject({
        enabled: true,
        transport: { type: 'stdio', command: process.execPath, env: null, env_vars: ['XDG_RUNTIME_DIR'] },
      });
      const status = (await codexStatus(home)).find(({ name }) => name === 'vaultctl');
      expect(Object.keys(status?.tools ?? {}).toSorted()).toEqual(TOOLS);
    }));

  test('has what it removes itself seen as gone, and what is uninstalled gone for it', () =>
    withVault(async (home) => {
      await home.ok(['mcp', 'install', 'codex', '--yes']);
      await run(home, 'codex', ['mcp', 'remove', 'vaultctl']);
      expect((await home.ok(['mcp', 'list'])).stdout).toMatch(/^codex +user +not connected/m);
      await home.ok(['mcp', 'install', 'codex', '--yes']);
      await home.ok(['mcp', 'uninstall', 'codex', '--yes']);
      expect(await run(home, 'codex', ['mcp', 'list', '--json'])).toBe('[]\n');
    }));

  test('is connected where CODEX_HOME says', () =>
    withVault(async (home) => {
      const env = { CODEX_HOME: home.file('codex') };
      await mkdir(env.CODEX_HOME);
      await home.ok(['mcp', 'install', 'codex', '--yes'], { env });
      expect(await run(home, 'codex', ['mcp', 'list', '--json'], { env })).toContain('"vaultctl"');
    }));

  test('has the entry of a project that it trusts', () =>
    withVault(async (home) => {
      const cwd = home.file('app');
      await mkdir(home.file('app/.git'), { recursive: true });
      await home.ok(['mcp', 'install', 'codex', '--project', '--yes'], { cwd });
      await mkdir(home.file('.codex'));
      await writeFile(home.file('.codex/config.toml'), `[projects."${cwd}"]\ntrust_level = "trusted"\n`);
      expect(await run(home, 'codex', ['mcp', 'list', '--json'], { cwd })).toContain('"vaultctl"');
    }));
});
