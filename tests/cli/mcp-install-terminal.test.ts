import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROGRAM } from '../spec/support/cli.ts';
import { useHome } from '../spec/support/home.ts';
import { hasTmux, Terminal } from './support/terminal.ts';

const home = useHome();
const ENTRY = { type: 'stdio', command: process.execPath, args: [PROGRAM, 'mcp-server'] };

describe.skipIf(!hasTmux)('on a terminal', () => {
  let terminal: Terminal;
  beforeEach(() => {
    const { VAULT_PASSWORD: _, ...env } = home.env;
    terminal = new Terminal(env, home.dir);
  });
  afterEach(() => terminal.close());

  test('the change is shown and asked for, and only y makes it', async () => {
    const path = join(home.dir, '.cursor', 'mcp.json');
    await mkdir(join(home.dir, '.cursor'), { recursive: true });
    await writeFile(path, '{"mcpServers":{"vaultctl":{"command":"vaultctl"}}}');
    terminal.line('vaultctl mcp install cursor');
    const asked = await terminal.shows(/Change .*mcp\.json\? \[y\/N\]/);
    expect(asked).toMatch(/- +command: "vaultctl"/);
    expect(asked).toMatch(/\+ +type: "stdio"/);
    terminal.line('n');
    await terminal.shows(/nothing was changed\nexit 1/);
    expect(await readFile(path, 'utf8')).toBe('{"mcpServers":{"vaultctl":{"command":"vaultctl"}}}');
    await terminal.clear();

    terminal.line('vaultctl mcp install cursor');
    await terminal.shows(/\[y\/N\]/);
    terminal.line('y');
    await terminal.shows(/unlock with: vaultctl unlock\nexit 0/);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ mcpServers: { vaultctl: ENTRY } });
    await terminal.clear();

    terminal.line('vaultctl mcp uninstall cursor');
    await terminal.shows(/\[y\/N\]/);
    terminal.line('y');
    await terminal.shows(/any more; restart it to end it\nexit 0/);
    expect(await readFile(path, 'utf8')).not.toContain('vaultctl');
  });
});
