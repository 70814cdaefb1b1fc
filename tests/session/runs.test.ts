import { createHash, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { OPEN, PROGRAM, start } from '../spec/support/cli.ts';
import { ALLOW_ALL, pause } from '../spec/support/home.ts';
import { random } from '../spec/support/text.ts';
import { processesWith, untilProcesses, useSession } from './support/unlocked.ts';

const session = useSession(async (home) => {
  await home.set('app', random());
  await home.policy(ALLOW_ALL);
});

const line = (...command: string[]): string[] => ['run', '-k', 'app', '--', ...command];
const run = (script: string, options = {}) => session.cli(line('sh', '-c', script), options);
const client = (...command: string[]) =>
  start(line(...command), { env: { ...session.home.env, ...session.env }, cwd: session.home.dir });

const digest = (of: Buffer): string => createHash('sha256').update(of).digest('hex');

/** A command nobody else runs: sleeping, for this long. */
const sleeping = (): string => `61.${Math.floor(Math.random() * 1e9)}`;

describe('a run through the session', () => {
  test.each([0, 1, 7, 125, 255])('exits with the code of the program: %i', async (code) => {
    expect((await run(`exit ${code}`)).code).toBe(code);
  });

  test.each([
    ['TERM', 143],
    ['KILL', 137],
    ['SEGV', 139],
  ])('exits with 128 and the number of the signal that ended the program: %s', async (name, code) => {
    expect((await run(`kill -${name} $$`)).code).toBe(code);
  });

  test('ends at its time', async () => {
    const marker = sleeping();
    const { code, stderr } = await session.cli([
      'run',
      '--timeout',
      '1s',
      '-k',
      'app',
      '--',
      'sleep',
      marker,
    ]);
    expect([code, stderr.includes('timeout exceeded'), processesWith(marker)]).toEqual([124, true, []]);
  });

  test('says when there is no such program, or it cannot run', async () => {
    await session.home.write('plain', 'words', 0o600);
    expect((await session.cli(line('no-such-program'))).code).toBe(127);
    expect((await session.cli(line('./plain'))).code).toBe(126);
    expect((await session.cli(['run', '-k', 'no/such/key', '--', 'true'])).code).toBe(3);
  });

  test('keeps standard output and standard error apart', async () => {
    const { stdout, stderr } = await run('echo out; echo err >&2');
    expect([stdout, stderr]).toEqual(['out\n', 'err\n']);
  });

  test('passes 50 MB of bytes in and the same out', async () => {
    const bytes = randomBytes(50 * 1024 * 1024);
    const { bytes: out, code } = await session.cli(line('cat'), { stdin: bytes, limit: 60_000 });
    expect([code, out.length, digest(out)]).toEqual([0, bytes.length, digest(bytes)]);
  });

  test('ends when a program does not read its input', async () => {
    expect((await session.cli(line('true'), { stdin: randomBytes(5_000_000) })).code).toBe(0);
    expect((await session.cli(line('true'), { stdin: OPEN })).code).toBe(0);
    expect((await run('head -c 3', { stdin: Buffer.alloc(5_000_000, 'x') })).stdout).toBe('xxx');
  });

  test('waits for a reader that is slow, and loses nothing', async () => {
    const child = client('head', '-c', '8000000', '/dev/zero');
    child.stdin.end();
    let read = 0;
    for await (const chunk of child.stdout) {
      if (read === 0) await pause(1500);
      read += (chunk as Buffer).length;
    }
    expect(read).toBe(8_000_000);
  });

  test('is over when its reader has had enough, and so is the program', async () => {
    const marker = random();
    const script = `'${process.execPath}' '${PROGRAM}' run -k app -- sh -c 'yes ${marker}' | head -1`;
    const child = spawn('sh', ['-c', script], {
      env: { ...session.home.env, ...session.env, VAULT_PASSWORD: undefined },
      cwd: session.home.dir,
    });
    expect(await text(child.stdout)).toBe(`${marker}\n`);
    expect(await untilProcesses(marker, (count) => count === 0)).toBe(true);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('hands %s on to the program', async (signal) => {
    const child = client(
      'sh',
      '-c',
      'trap "echo heard; exit 9" INT TERM HUP; echo ready; while :; do sleep 0.05; done',
    );
    child.stdin.end();
    await once(child.stdout, 'data');
    child.kill(signal);
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(9);
  });

  test('ends with its client: a client that is killed in the middle leaves no program, and a record', async () => {
    const marker = sleeping();
    const child = client('sh', '-c', `sleep ${marker} & sleep ${marker}`);
    expect(await untilProcesses(marker, (count) => count >= 4)).toBe(true);
    child.kill('SIGKILL');
    expect(await untilProcesses(marker, (count) => count === 0)).toBe(true);
    await pause(300);
    expect((await session.recordsOf('run')).at(-1)).toMatchObject({
      phase: 'end',
      outcome: 'error',
      reason: 'cancelled',
    });
  });

  test('leaves no program in the background behind', async () => {
    const marker = sleeping();
    const { code, stdout } = await run(`sleep ${marker} & echo started`);
    expect([code, stdout]).toEqual([0, 'started\n']);
    expect(await untilProcesses(marker, (count) => count === 0)).toBe(true);
  });

  test('has the working directory of its client', async () => {
    mkdirSync(session.home.file('work dir'));
    const { stdout } = await session.ok(line('sh', '-c', 'pwd; echo $PWD'), {
      cwd: session.home.file('work dir'),
    });
    expect(stdout).toBe(`${session.home.file('work dir')}\n`.repeat(2));
  });

  test('fails in a working directory that is gone', async () => {
    mkdirSync(session.home.file('gone'));
    const script = `cd '${session.home.file('gone')}' && rmdir '${session.home.file('gone')}' && exec '${process.execPath}' '${PROGRAM}' run -k app -- true`;
    const child = spawn('sh', ['-c', script], {
      env: { ...session.home.env, ...session.env, VAULT_PASSWORD: undefined },
    });
    const said = text(child.stderr);
    const [code] = (await once(child, 'close')) as [number];
    expect([code, (await said).includes('working directory does not exist')]).toEqual([1, true]);
  });

  test('makes files with the mask that unlock had, not with the session’s own', async () => {
    for (const [mask, mode] of [
      ['0027', 0o640],
      ['0002', 0o664],
    ] as const) {
      const name = `made-${mask}`;
      const script = `umask ${mask}; exec '${process.execPath}' '${PROGRAM}' unlock`;
      const unlocking = spawn('sh', ['-c', script], {
        env: { ...session.home.env, XDG_RUNTIME_DIR: session.home.file('run') },
        cwd: session.home.dir,
      });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await once(unlocking, 'close');
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await session.cli(line('touch', name))).code).toBe(0);
      expect(statSync(session.home.file(name)).mode & 0o777).toBe(mode);
    }
    expect(statSync(session.socket).mode & 0o777).toBe(0o600);
  });

  test('runs eight and more at once, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => run(`cat; echo ${at}; exit ${at}`, { stdin: `in ${at} ` })),
    );
    expect(answers.map(({ code, stdout }) => [code, stdout])).toEqual(
      answers.map((_, at) => [at, `in ${at} ${at}\n`]),
    );
  });
});
