import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { alive } from '../support/cli.ts';
import { ERAS, MODERN, ToolServer, withServer } from '../support/client.ts';
import { ALLOW_ALL, PASSWORD, pause, useVault } from '../support/home.ts';
import { node } from '../support/probe.ts';

/** A child that looks for the master password and its file in its own environment and arguments; prints what it found. */
const SEARCH = `
const fs = require('node:fs');
const password = Buffer.from('${Buffer.from(PASSWORD).toString('hex')}', 'hex').toString();
const found = [];
for (const [name, value] of Object.entries(process.env)) {
  if (value.includes(password)) found.push('value of ' + name);
  if (value.includes('the-password-file')) found.push('password file in ' + name);
  if (name.startsWith('VAULT_')) found.push(name);
}
for (const file of ['environ', 'cmdline']) {
  if (fs.readFileSync('/proc/self/' + file).includes(password)) found.push('/proc/self/' + file);
}
for (const fd of fs.readdirSync('/proc/self/fd')) {
  try { if (fs.readlinkSync('/proc/self/fd/' + fd).includes('the-password-file')) found.push('descriptor ' + fd); } catch {}
}
console.log(JSON.stringify(found));
`;

const home = useVault(async (fresh) => {
  await fresh.policy(ALLOW_ALL);
  await fresh.set('app', 'a value of some length');
  await fresh.ok(['set', 'db', '--field', 'user=alice', '--binding', 'DB_USER=user']);
  await fresh.write('search.cjs', SEARCH);
  await fresh.write('the-password-file', PASSWORD);
});
const search = (): { command: string; args: string[] } => ({
  command: process.execPath,
  args: [home.file('search.cjs')],
});
const byFile = (): Record<string, string | undefined> => ({
  VAULT_PASSWORD: undefined,
  VAULT_PASSWORD_FILE: home.file('the-password-file'),
});

describe.skipIf(process.platform !== 'linux')('the master password never reaches a child', () => {
  for (const [what, env] of [
    ['VAULT_PASSWORD', () => ({})],
    ['VAULT_PASSWORD_FILE', byFile],
  ] as const) {
    test(`[D Running] of vaultctl run, supplied by ${what}`, async () => {
      const { command, args } = search();
      const run = await home.ok(['run', '-k', 'app', '--', command, ...args], { env: env() });
      expect(JSON.parse(run.stdout)).toEqual([]);
    });

    test(`[D Running] of the tool server, supplied by ${what}`, () =>
      withServer(
        home,
        async (server) => {
          const one = await server.ok('secret_run', { keys: ['app'], ...search() });
          expect(JSON.parse(String(one['stdout']))).toEqual([]);
          const two = await server.ok('secret_run_with_bindings', { key: 'db', ...search() });
          expect(JSON.parse(String(two['stdout']))).toEqual([]);
        },
        { env: env() },
      ));
  }
});

describe.each(ERAS)('%s', (era) => {
  test('[D Running] the end of input ends the server within 2 s and leaves no child', async () => {
    const server = await new ToolServer(era).start(home);
    const file = `orphan-${era}`;
    const script = `
      const child = require('node:child_process').spawn('sleep', ['1000'], { stdio: 'ignore' });
      require('node:fs').writeFileSync('${file}', process.pid + ' ' + child.pid);
      setTimeout(() => {}, 1e6);`;
    server.call('secret_run', { keys: ['app'], ...node(script) }).catch(() => {});
    const pids = await written(file);
    expect(pids).toHaveLength(2);

    const before = Date.now();
    server.closeInput();
    await server.exited;
    expect(Date.now() - before).toBeLessThan(2_500);
    await pause(200);
    for (const pid of pids) expect(await alive(pid)).toBe(false);
  });

  test('[D Running] the end of input ends a server whose command is sleep 1000', async () => {
    const server = await new ToolServer(era).start(home);
    server.call('secret_run', { keys: ['app'], command: 'sleep', args: ['1000'] }).catch(() => {});
    await pause(800);
    const before = Date.now();
    server.closeInput();
    await server.exited;
    expect(Date.now() - before).toBeLessThan(2_500);
  });

  test('[D Running] the end of input ends an idle server, with exit code 0', async () => {
    const server = await new ToolServer(era).start(home);
    await server.ok('secret_list');
    const before = Date.now();
    server.closeInput();
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(Date.now() - before).toBeLessThan(2_000);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`[D Running] ${signal} ends the server and leaves no child`, async () => {
      const server = await new ToolServer(era).start(home);
      const file = `signal-${signal}-${era}`;
      const script = `require('node:fs').writeFileSync('${file}', String(process.pid)); setTimeout(() => {}, 1e6);`;
      server.call('secret_run', { keys: ['app'], ...node(script) }).catch(() => {});
      const pids = await written(file);
      const before = Date.now();
      server.process.kill(signal);
      await server.exited;
      expect(Date.now() - before).toBeLessThan(4_000);
      await pause(200);
      for (const pid of pids) expect(await alive(pid)).toBe(false);
    });
  }
});

test('[D Tool server] a line of 11 MiB ends the server cleanly, children first', async () => {
  const server = await new ToolServer(MODERN).start(home);
  const script = `require('node:fs').writeFileSync('long-line', String(process.pid)); setTimeout(() => {}, 1e6);`;
  server.call('secret_run', { keys: ['app'], ...node(script) }).catch(() => {});
  const pids = await written('long-line');
  server.call('secret_exists', { key: 'x'.repeat(11 * 1024 * 1024) }).catch(() => {});
  await Promise.race([server.exited, pause(8_000)]);
  expect(server.process.exitCode !== null || server.process.signalCode !== null).toBe(true);
  await pause(200);
  for (const pid of pids) expect(await alive(pid)).toBe(false);
});

/** The process ids in a file, once it is written. */
async function written(file: string): Promise<number[]> {
  for (let i = 0; i < 100; i++) {
    const text = await readFile(home.file(file), 'utf8').catch(() => '');
    if (text !== '') return text.split(' ').map(Number);
    await pause(50);
  }
  throw new Error(`${file} was not written`);
}
