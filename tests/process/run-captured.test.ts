import { chmodSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { withVariables } from '../../src/process/environment.ts';
import { endAllGroups, killAllGroups } from '../../src/process/process-group.ts';
import { runCaptured } from '../../src/process/spawn.ts';
import type { Ended } from '../../src/process/start.ts';
import { isGoneSoon } from './alive.ts';
import { collect } from './collecting-sink.ts';

const directory = realpathSync(mkdtempSync(join(tmpdir(), 'vaultctl-run-')));
afterAll(() => rmSync(directory, { recursive: true }));

interface Options {
  file?: string;
  argv0?: string;
  env?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

interface Run {
  ended: Ended;
  stdout: string;
  stderr: string;
  elapsed: number;
}

async function run(args: string[], { file = '/bin/sh', env = {}, ...options }: Options = {}): Promise<Run> {
  const [stdout, stderr] = [collect(), collect()];
  const started = performance.now();
  const variables = new Map(Object.entries({ PATH: process.env['PATH'] ?? '', ...env }));
  const ended = await runCaptured({
    file,
    argv0: file,
    args,
    cwd: directory,
    env: withVariables({}, variables),
    timeoutMs: 20_000,
    stdout,
    stderr,
    ...options,
  });
  return { ended, stdout: stdout.text(), stderr: stderr.text(), elapsed: performance.now() - started };
}

const script = (text: string, options?: Options): Promise<Run> => run(['-c', text], options);
const exited = (exitCode: number): Ended => ({ kind: 'exited', exitCode });

describe('a captured run', () => {
  test('gives the exit code and both outputs', async () => {
    const { ended, stdout, stderr } = await script('echo out; echo err >&2; exit 7');
    expect([ended, stdout, stderr]).toEqual([exited(7), 'out\n', 'err\n']);
  });

  test('ends its sinks', async () => {
    const [stdout, stderr] = [collect(), collect()];
    const child = {
      file: '/bin/sh',
      argv0: 'sh',
      args: ['-c', 'echo x'],
      cwd: '/',
      env: {},
      timeoutMs: 5000,
    };
    await runCaptured({ ...child, stdout, stderr });
    expect([stdout.ended, stderr.ended]).toEqual([true, true]);
  });

  test.each([
    ['TERM', 143],
    ['KILL', 137],
    ['HUP', 129],
  ])('gives 128 and the number of signal %s', async (name, code) => {
    expect((await script(`kill -${name} $$`)).ended).toEqual(exited(code));
  });

  test('has empty standard input', async () => {
    expect(await script('cat; echo end')).toMatchObject({ ended: exited(0), stdout: 'end\n' });
  });

  test('uses no shell and passes arguments as they are', async () => {
    const { stdout } = await run(['-c', 'printf "[%s]" "$@"', 'sh', '$HOME', 'a b', '', ';id']);
    expect(stdout).toBe('[$HOME][a b][][;id]');
  });

  test('has the environment it is given and nothing else', async () => {
    const { stdout } = await run([], { file: '/usr/bin/env', env: { TOKEN: 'a b\nc', __proto__x: '1' } });
    expect(stdout).toBe(`PATH=${process.env['PATH']}\nTOKEN=a b\nc\n__proto__x=1\n`);
  });

  test('keeps argv[0] as given', async () => {
    const { stdout } = await run(['-e', 'console.log(process.argv0)'], {
      file: process.execPath,
      argv0: 'a-name-of-its-own',
    });
    expect(stdout).toBe('a-name-of-its-own\n');
  });

  test('runs in the working directory it is given', async () => {
    expect((await script('pwd')).stdout).toBe(`${directory}\n`);
  });
});

describe('a run that cannot start', () => {
  test.each([
    ['a file that does not exist', '/no/such/file', 'not-found'],
    ['a file below a file', '/bin/sh/x', 'not-found'],
    ['a directory', '/', 'not-executable'],
  ])('tells of %s', async (_, file, reason) => {
    expect((await run(['s3cret'], { file })).ended).toEqual({ kind: 'failed', reason });
  });

  test('tells of a file that is not executable', async () => {
    const file = join(directory, 'plain');
    writeFileSync(file, '#!/bin/sh\n');
    expect((await run([], { file })).ended).toEqual({ kind: 'failed', reason: 'not-executable' });
    chmodSync(file, 0o755);
    expect((await run([], { file })).ended).toEqual(exited(0));
  });

  test('tells of a broken link', async () => {
    const file = join(directory, 'broken');
    symlinkSync('nowhere', file);
    expect((await run([], { file })).ended).toEqual({ kind: 'failed', reason: 'not-found' });
  });

  test('tells of too many arguments, without them', async () => {
    const { ended } = await run(['-c', 'true', 's3cret'.repeat(1_000_000)]);
    expect(ended).toEqual({ kind: 'failed', reason: 'other' });
  });
});

describe('a run past its timeout', () => {
  test('ends with all its descendants', async () => {
    const { ended, stdout, elapsed } = await script('sleep 100 & echo $!; sleep 100', { timeoutMs: 200 });
    expect(ended).toEqual({ kind: 'timeout' });
    expect(elapsed).toBeLessThan(3000);
    expect(await isGoneSoon(Number(stdout))).toBe(true);
  });

  test('is killed when it ignores TERM', async () => {
    const text = 'trap "" TERM; echo $$; while :; do sleep 1; done';
    const { ended, stdout, elapsed } = await script(text, { timeoutMs: 200 });
    expect(ended).toEqual({ kind: 'timeout' });
    expect(elapsed).toBeGreaterThan(2100);
    expect(await isGoneSoon(Number(stdout))).toBe(true);
  });

  test('may still say something between TERM and KILL', async () => {
    const text = 'trap "echo bye; exit" TERM; echo hi; while :; do sleep 0.1; done';
    expect(await script(text, { timeoutMs: 500 })).toMatchObject({
      ended: { kind: 'timeout' },
      stdout: 'hi\nbye\n',
    });
  });
});

describe('a cancelled run', () => {
  test('ends with all its descendants', async () => {
    const signal = AbortSignal.timeout(300);
    const { ended, stdout, elapsed } = await script('sleep 100 & echo $!; sleep 100', { signal });
    expect(ended).toEqual({ kind: 'cancelled' });
    expect(elapsed).toBeLessThan(3000);
    expect(await isGoneSoon(Number(stdout))).toBe(true);
  });

  test('does not start when it was cancelled before', async () => {
    const { ended, stdout } = await script('echo started', { signal: AbortSignal.abort() });
    expect([ended, stdout]).toEqual([{ kind: 'cancelled' }, '']);
  });
});

describe('what a program leaves behind', () => {
  test.each([
    ['holds its output open', 'sleep 100 & echo $!'],
    ['writes on and on', 'sh -c "while :; do sleep 0.05; echo; done" & echo $!'],
    ['ignores TERM', 'sh -c \'trap "" TERM; while :; do sleep 1; done\' & echo $!'],
  ])('and that %s is waited for a short time and then ended', async (_, text) => {
    const { ended, stdout, elapsed } = await script(text);
    expect(ended).toEqual(exited(0));
    expect(elapsed).toBeLessThan(2500);
    expect(await isGoneSoon(Number.parseInt(stdout, 10))).toBe(true);
  });

  test.runIf(process.platform === 'linux')('in a session of its own is not waited for either', async () => {
    const { ended, stdout, elapsed } = await script('setsid sh -c "echo \\$\\$; exec sleep 100" & sleep 0.2');
    expect(ended).toEqual(exited(0));
    expect(elapsed).toBeLessThan(2500);
    process.kill(Number.parseInt(stdout, 10));
  });

  test('does not cut off what the program itself wrote', async () => {
    const { stdout } = await script('sleep 100 & head -c 1000000 /dev/zero | tr "\\0" x; echo; echo end');
    expect(stdout).toHaveLength(1_000_005);
  });
});

describe('ending all groups', () => {
  test('ends every run there is within the grace', async () => {
    const runs = [script('echo $$; sleep 100'), script('trap "" TERM; echo $$; while :; do sleep 1; done')];
    await new Promise((resolve) => setTimeout(resolve, 300));
    const started = performance.now();
    await endAllGroups(500);
    expect(performance.now() - started).toBeLessThan(1000);
    const [first, second] = await Promise.all(runs);
    expect([first?.ended, second?.ended]).toEqual([exited(143), exited(137)]);
  });

  test('at the last moment kills without waiting', async () => {
    const running = script('trap "" TERM; echo $$; while :; do sleep 1; done');
    await new Promise((resolve) => setTimeout(resolve, 300));
    killAllGroups();
    expect((await running).ended).toEqual(exited(137));
  });
});
