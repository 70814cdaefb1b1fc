import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { alive } from './support/cli.ts';
import { ERAS, MODERN, useServer, withServer } from './support/client.ts';
import { ALLOW_ALL, exists, pause, useVault } from './support/home.ts';
import { node, probe, seen, writeProbe } from './support/probe.ts';
import { random } from './support/text.ts';

const VALUE = random();
const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy(ALLOW_ALL);
  await fresh.set('app', VALUE);
});

/** One dot for each run that has started. */
const started = (): Promise<string> => readFile(home.file('started'), 'utf8').catch(() => '');

/** Waits for a file with a process id. */
const pidIn = async (name: string): Promise<number> => {
  for (let i = 0; i < 100; i++) {
    const text = await readFile(home.file(name), 'utf8').catch(() => '');
    if (/^\d+\n$/.test(text)) return Number(text);
    await pause(50);
  }
  throw new Error(`${name} was not written`);
};
const goneWithin = async (pid: number, ms: number): Promise<boolean> => {
  for (let waited = 0; waited < ms; waited += 50) {
    if (!(await alive(pid))) return true;
    await pause(50);
  }
  return false;
};
/** A child that starts a grandchild, writes the grandchild's id to a file, and waits. */
const family = (file: string, extra = ''): { command: string; args: string[] } =>
  node(`${extra}
    const child = require('node:child_process').spawn('sleep', ['1000'], { stdio: 'ignore' });
    require('node:fs').writeFileSync(${JSON.stringify(file)}, child.pid + '\\n');
    setTimeout(() => {}, 60000);`);

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era, {
    env: {
      USER: 'someone',
      LOGNAME: 'someone',
      LC_ALL: 'C.UTF-8',
      TERM: 'dumb',
      TZ: 'UTC',
      OF_THE_CLIENT: 'x',
      AWS_REGION: 'y',
    },
  });

  test('[D Running] a child of the server gets the short base environment', async () => {
    const names = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'TERM', 'TZ', 'TMPDIR'];
    const run = await server.ok('secret_run', { keys: [], ...probe(home, ...names) });
    const found = JSON.parse(String(run['stdout'])) as Record<string, string | null>;
    for (const name of names) expect(found[name], name).not.toBeNull();
    expect(found).toMatchObject({ USER: seen('someone'), TZ: seen('UTC'), HOME: seen(home.dir) });
  });

  test('[D Running] and nothing else of the environment of the server', async () => {
    const script = 'console.log(JSON.stringify(Object.keys(process.env)))';
    const run = await server.ok('secret_run', { keys: ['app'], ...node(script) });
    const names = JSON.parse(String(run['stdout'])) as string[];
    expect(names).toContain('APP');
    const base = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TERM|TMPDIR|APP)$/;
    expect(names.filter((name) => !base.test(name))).toEqual([]);
  });

  test('[D Running] the child has its own process group', async () => {
    const script = `const stat = require('node:fs').readFileSync('/proc/self/stat', 'utf8');
      console.log(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] === String(process.pid));`;
    const run = await server.ok('secret_run', { keys: [], ...node(script) });
    expect(run['stdout']).toBe('true\n');
  });

  test('[D Running] standard input of the child is empty', async () => {
    const run = await server.ok('secret_run', { keys: [], command: 'cat', timeout: '10s' });
    expect(run).toMatchObject({ exit_code: 0, stdout: '' });
  });

  test('[D Running] the working directory is that of the server', async () => {
    const run = await server.ok('secret_run', { keys: [], ...node('console.log(process.cwd())') });
    expect(run['stdout']).toBe(`${home.dir}\n`);
  });

  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGKILL', 137],
    ['SIGSEGV', 139],
  ] as const) {
    test(`[D Running] a child ended by ${signal} has the exit_code ${code}`, async () => {
      const script = `process.kill(process.pid, "${signal}"); setTimeout(() => {}, 5000)`;
      expect(await server.ok('secret_run', { keys: [], ...node(script) })).toMatchObject({ exit_code: code });
    });
  }

  test('[D Running] a program that does not exist is "command not found: <name>"', async () => {
    expect(await server.fails('secret_run', { keys: [], command: 'no-such-program-here' })).toBe(
      'command not found: no-such-program-here',
    );
  });

  test('[D Running] past the timeout the whole group is ended', async () => {
    const file = `timeout-${era}.pid`;
    const message = await server.fails('secret_run', { keys: [], ...family(file), timeout: '1s' });
    expect(message).toBe('timeout exceeded');
    expect(await goneWithin(await pidIn(file), 4_000)).toBe(true);
  });

  test('[D Running] a child that ignores TERM is killed 2 s later', async () => {
    const file = `stubborn-${era}.pid`;
    const before = Date.now();
    const extra = 'process.on("SIGTERM", () => {});';
    expect(await server.fails('secret_run', { keys: [], ...family(file, extra), timeout: '500ms' })).toBe(
      'timeout exceeded',
    );
    expect(Date.now() - before).toBeLessThan(8_000);
    expect(await goneWithin(await pidIn(file), 4_000)).toBe(true);
  });

  test('[D Running] a cancelled call ends the whole group', async () => {
    const file = `cancel-${era}.pid`;
    const { id } = server.send('tools/call', {
      name: 'secret_run',
      arguments: { keys: [], ...family(file) },
    });
    const pid = await pidIn(file);
    expect(await alive(pid)).toBe(true);
    server.notify('notifications/cancelled', { requestId: id, reason: 'test' });
    expect(await goneWithin(pid, 4_000)).toBe(true);
    await server.ok('secret_list');
  });

  for (const timeout of ['1ms', '24h']) {
    test(`[D Running] the timeout ${timeout} is in range`, async () => {
      const answer = await server.call('secret_run', { keys: [], command: 'sleep', args: ['0.3'], timeout });
      if (timeout === '1ms') expect(answer.texts[0]).toContain('"timeout exceeded"');
      else expect(answer.isError).toBe(false);
    });
  }

  for (const timeout of ['0s', '0.1ms', '25h', '1y', '86401s']) {
    test(`[D Running] the timeout ${timeout} is out of range and refused`, async () => {
      const message = await server.fails('secret_run', { keys: [], command: 'true', timeout });
      expect(message).not.toBe('timeout exceeded');
    });
  }

  test('[8] without a timeout a command of some seconds is not cut off', async () => {
    expect(await server.ok('secret_run', { keys: [], command: 'sleep', args: ['2.5'] })).toMatchObject({
      exit_code: 0,
    });
  });
});

test('[D Running] 8 runs at once, 64 waiting: one more is "too many concurrent runs"', () =>
  withServer(
    home,
    async (server) => {
      const script = `const fs = require('node:fs'); fs.appendFileSync('started', '.'); setTimeout(() => {}, 60000);`;
      const calls = Array.from({ length: 72 }, () =>
        server.call('secret_run', { keys: [], ...node(script) }),
      );
      for (const call of calls) call.catch(() => {});
      expect(await server.fails('secret_run', { keys: [], ...node('') })).toBe('too many concurrent runs');
      for (let i = 0; i < 100 && (await started()).length < 8; i++) await pause(100);
      await pause(700);
      expect(await started()).toBe('.'.repeat(8));
    },
    { version: MODERN },
  ));

test('[D Running] a waiting run starts when another has ended', () =>
  withServer(home, async (server) => {
    const calls = Array.from({ length: 12 }, () =>
      server.ok('secret_run', { keys: [], command: 'sleep', args: ['0.5'] }),
    );
    for (const run of await Promise.all(calls)) expect(run).toMatchObject({ exit_code: 0 });
  }));

test('[D Running] vaultctl run ends the whole group past the timeout', async () => {
  const { command, args } = family('cli-timeout.pid');
  expect(await home.cli(['run', '-k', 'app', '--timeout', '1s', '--', command, ...args])).toMatchObject({
    code: 124,
  });
  expect(await goneWithin(await pidIn('cli-timeout.pid'), 4_000)).toBe(true);
  expect(await exists(home.file('cli-timeout.pid'))).toBe(true);
});
