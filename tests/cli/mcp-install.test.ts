import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { PROGRAM, start } from '../spec/support/cli.ts';
import {
  exists,
  filesBelow,
  type Home,
  mode,
  PASSWORD,
  useHome,
  which,
  withHome,
} from '../spec/support/home.ts';

const home = useHome();
const isRoot = process.getuid?.() === 0;
const hasBwrap = spawnSync('bwrap', ['--ro-bind', '/', '/', 'true']).status === 0;

const ENTRY = { type: 'stdio', command: process.execPath, args: [PROGRAM, 'mcp-server'] };
const install = (client: string, ...more: string[]): string[] => ['mcp', 'install', client, '--yes', ...more];
const servers = async (path: string): Promise<Record<string, unknown>> =>
  (JSON.parse(await readFile(path, 'utf8')) as { mcpServers: Record<string, unknown> }).mcpServers;

describe('mcp install', () => {
  test('writes the entry with absolute paths, and says what to do next', () =>
    withHome(async (fresh) => {
      const { stdout, stderr } = await fresh.ok(install('claude-code'));
      expect(await servers(fresh.file('.claude.json'))).toEqual({ vaultctl: ENTRY });
      expect(await mode(fresh.file('.claude.json'))).toBe('600');
      expect(stdout).toBe('');
      expect(stderr).toContain(`${fresh.file('.claude.json')} (a new file)\n`);
      expect(stderr).toContain(`"${PROGRAM}"`);
      expect(stderr).toContain('unlock with: vaultctl unlock\n');
    }));

  test('starts a server that answers, by what was written', () =>
    withHome(async (fresh) => {
      await fresh.ok(install('claude-desktop'));
      const file = fresh.file('.config/Claude/claude_desktop_config.json');
      const entry = (await servers(file))['vaultctl'] as { command: string; args: string[] };
      const hello = {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '0' } },
      };
      const [program, ...args] = [entry.command, ...entry.args];
      const child = start(args, { program: [program], env: { HOME: fresh.dir, PATH: '' }, cwd: '/' });
      child.stdin.end(`${JSON.stringify(hello)}\n`);
      let out = '';
      for await (const chunk of child.stdout) out += String(chunk);
      expect(JSON.parse(out)).toMatchObject({ id: 1, result: { serverInfo: { name: 'vaultctl' } } });
    }));

  test('twice leaves the same bytes, and says so', () =>
    withHome(async (fresh) => {
      await fresh.ok(install('codex'));
      const path = fresh.file('.codex/config.toml');
      const once = await readFile(path, 'utf8');
      const { stderr } = await fresh.ok(install('codex'));
      expect(stderr).toBe('Codex has the tool server already\n');
      expect(await readFile(path, 'utf8')).toBe(once);
      expect(await readdir(fresh.file('.codex'))).toEqual(['config.toml']);
    }));

  test.each([
    [['--vault-dir', 'team'], {}],
    [[], { VAULT_DIR: 'team' }],
  ])('names the vault by %j and %j', (args, env) =>
    withHome(async (fresh) => {
      await fresh.ok(install('cursor', ...args), { env });
      expect(await servers(fresh.file('.cursor/mcp.json'))).toEqual({
        vaultctl: { ...ENTRY, args: [...ENTRY.args, '--vault-dir', fresh.file('team')] },
      });
    }),
  );

  test('in a project writes its file, others may read it', () =>
    withHome(async (fresh) => {
      await mkdir(fresh.file('app'));
      await fresh.ok(install('claude-code', '--project'), { cwd: fresh.file('app') });
      expect(await servers(fresh.file('app/.mcp.json'))).toEqual({ vaultctl: ENTRY });
      expect(await mode(fresh.file('app/.mcp.json'))).toBe('644');
      expect(await exists(fresh.file('.claude.json'))).toBe(false);
    }));

  test("a relative path in a client's variable is taken from the working directory", () =>
    withHome(async (fresh) => {
      const { stderr } = await fresh.ok(install('claude-code'), { env: { CLAUDE_CONFIG_DIR: 'conf' } });
      expect(stderr).toContain(`${fresh.file('conf/.claude.json')} (a new file)`);
      expect(await servers(fresh.file('conf/.claude.json'))).toEqual({ vaultctl: ENTRY });
    }));

  test.each([
    ['claude-desktop', 'Claude Desktop'],
    ['windsurf', 'Windsurf'],
  ])('%s has no settings of a project', async (client, title) => {
    const { code, stderr } = await home.cli(install(client, '--project'));
    expect(stderr).toContain(`vaultctl: ${title} has no settings for a single project\n`);
    expect(code).toBe(1);
  });

  test('a client that is not known is a mistake on the command line', async () => {
    const { code, stderr } = await home.cli(install('emacs'));
    expect(stderr).toMatch(/^vaultctl: no such client\n {2}known are: claude-code, .*opencode\n$/);
    expect(code).toBe(2);
  });

  test('without a terminal --yes is required', async () => {
    for (const verb of ['install', 'uninstall']) {
      const { code, stderr } = await home.cli(['mcp', verb, 'zed']);
      expect(stderr).toMatch(/no terminal to ask[^]*--yes/);
      expect(code).toBe(2);
    }
  });

  test('a file that does not parse is refused, and stays as it is', () =>
    withHome(async (fresh) => {
      const path = await fresh.write('.gemini/settings.json', '{ "theme": "x", \n');
      const { code, stderr } = await fresh.cli(install('gemini'));
      expect(stderr).toMatch(
        /settings\.json is not valid JSON \(line \d\)\n {2}nothing was changed; mend the file/,
      );
      expect(code).toBe(1);
      expect(await readFile(path, 'utf8')).toBe('{ "theme": "x", \n');
      expect(await readdir(fresh.file('.gemini'))).toEqual(['settings.json']);
    }));

  test('a dotfile behind a link is changed where it is', () =>
    withHome(async (fresh) => {
      const real = await fresh.write('dotfiles/claude.json', '{"theme":"dark"}', 0o640);
      await symlink('dotfiles/claude.json', fresh.file('.claude.json'));
      const { stderr } = await fresh.ok(install('claude-code'));
      expect(await servers(real)).toEqual({ vaultctl: ENTRY });
      expect(await mode(real)).toBe('640');
      expect(stderr).toContain(`${fresh.file('.claude.json')} (a link to ${real})\n`);
      expect(stderr).toContain(`what was there is kept in ${fresh.file('.claude.json.vaultctl-backup')}\n`);
      expect(await readdir(fresh.file('dotfiles'))).toEqual(['claude.json']);
    }));
});

describe('the master password', () => {
  test('is in no file, whatever the environment has', () =>
    withHome(async (fresh) => {
      const clients = [
        'claude-code',
        'claude-desktop',
        'codex',
        'cursor',
        'vscode',
        'windsurf',
        'gemini',
        'zed',
      ];
      for (const client of [...clients, 'opencode']) {
        const { stdout, stderr } = await fresh.ok(install(client), {
          env: { VAULT_PASSWORD: PASSWORD, VAULT_PASSWORD_FILE: '/a/file/of/mine', OTHER: 'sixteen candles' },
        });
        expect(stdout + stderr).not.toContain(PASSWORD);
      }
      const files = await filesBelow(fresh.dir);
      expect(files).toHaveLength(9);
      for (const { path, bytes } of files) {
        expect(bytes.toString(), path).toContain('mcp-server');
        expect(bytes.toString(), path).not.toMatch(/quartz|Lantern|VAULT_|file\/of\/mine|candles/);
      }
    }));

  test('of an old entry goes, is not shown, and where it still is is told', () =>
    withHome(async (fresh) => {
      const old = {
        command: 'vaultctl',
        args: ['mcp-server'],
        env: { VAULT_PASSWORD: PASSWORD, PATH: '/opt/bin' },
      };
      const other = { command: 'x', env: { TOKEN: 'of another server' } };
      const path = await fresh.write(
        '.cursor/mcp.json',
        JSON.stringify({ mcpServers: { vaultctl: old, other } }),
      );
      const { stderr } = await fresh.ok(install('cursor'));
      expect(await servers(path)).toEqual({ vaultctl: { ...ENTRY, env: { PATH: '/opt/bin' } }, other });
      expect(stderr).toContain('-   env: {"VAULT_PASSWORD":"[hidden]","PATH":"[hidden]"}\n');
      expect(stderr).not.toMatch(/quartz|of another server/);
      expect(stderr).toContain(`still is in ${path}.vaultctl-backup: delete it`);
      expect(await mode(`${path}.vaultctl-backup`)).toBe('600');
    }));
});

describe('mcp uninstall', () => {
  test('leaves the bytes from before, and a copy', () =>
    withHome(async (fresh) => {
      const text = '// mine\n{\n  "theme": "One Dark", // dark\n  "context_servers": {},\n}\n';
      const path = await fresh.write('.config/zed/settings.json', text);
      await fresh.ok(install('zed'));
      expect(await readFile(path, 'utf8')).toContain('"vaultctl"');
      const { stderr } = await fresh.ok(['mcp', 'uninstall', 'zed', '--yes']);
      expect(stderr).toContain('Zed does not have the tool server any more');
      expect(await readFile(path, 'utf8')).toBe(text);
    }));

  test('of what is not there says so and changes nothing', () =>
    withHome(async (fresh) => {
      const path = await fresh.write('.codex/config.toml', 'model = "x"\n');
      for (const client of ['codex', 'cursor']) {
        const { stderr } = await fresh.ok(['mcp', 'uninstall', client, '--yes']);
        expect(stderr).toMatch(/does not have the tool server: there is no vaultctl in \//);
      }
      expect(await readFile(path, 'utf8')).toBe('model = "x"\n');
      expect(await readdir(fresh.dir)).toEqual(expect.not.arrayContaining(['.cursor']));
    }));
});

describe('mcp list', () => {
  test('says of each client where its entry is and how', () =>
    withHome(async (fresh) => {
      await fresh.ok(install('codex'));
      await fresh.ok(install('vscode', '--project'));
      await fresh.write('.cursor/mcp.json', '{"mcpServers":{"vaultctl":{"command":"vaultctl"}}}');
      await fresh.write('.claude.json', '{');
      const { stdout, stderr } = await fresh.ok(['mcp', 'list']);
      expect(stdout.split('\n')[0]).toMatch(/^CLIENT +SCOPE +STATE +FILE$/);
      expect(stdout).toMatch(/^codex +user +connected +\/.*\/\.codex\/config\.toml$/m);
      expect(stdout).toMatch(/^cursor +user +differs +\//m);
      expect(stdout).toMatch(/^vscode +user +absent +\//m);
      expect(stdout).toMatch(/^vscode +project +connected +\/.*\/\.vscode\/mcp\.json$/m);
      expect(stdout).toMatch(/^claude-code +user +unreadable +\//m);
      expect(stderr).toMatch(/^vaultctl: .*\.claude\.json is not valid JSON/);
      const rows = (await fresh.json(['mcp', 'list', '--json'])) as Record<string, string>[];
      expect(rows).toContainEqual({
        client: 'codex',
        scope: 'user',
        state: 'connected',
        file: fresh.file('.codex/config.toml'),
      });
      expect(rows.map(({ state }) => state)).toContain('unreadable');
      const elsewhere = (await fresh.ok(['mcp', 'list', '--vault-dir', 'other'])).stdout;
      expect(elsewhere).toMatch(/^codex +user +differs/m);
    }));
});

describe('a directory that cannot be written', () => {
  async function readOnly(fresh: Home): Promise<{ code: number | null; stderr: string }> {
    if (!isRoot) {
      await chmod(fresh.file('.cursor'), 0o500);
      const result = await fresh.cli(install('cursor'));
      await chmod(fresh.file('.cursor'), 0o700);
      return result;
    }
    const program = [
      which('bwrap'),
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      process.execPath,
      PROGRAM,
    ] as const;
    return fresh.cli(install('cursor'), { program });
  }

  test.skipIf(isRoot && !hasBwrap)('is told, and nothing is left in it', () =>
    withHome(async (fresh) => {
      await fresh.write('.cursor/mcp.json', '{}');
      const { code, stderr } = await readOnly(fresh);
      expect(stderr).toMatch(/cannot be written \(E(ACCES|ROFS)\)/);
      expect(code).toBe(1);
      expect(await readdir(fresh.file('.cursor'))).toEqual(['mcp.json']);
      expect(await readFile(fresh.file('.cursor/mcp.json'), 'utf8')).toBe('{}');
    }),
  );
});
