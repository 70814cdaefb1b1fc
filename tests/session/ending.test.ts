import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { probeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { databaseOf, edit } from '../attacks/support/copies.ts';
import { PROGRAM } from '../spec/support/cli.ts';
import { ALLOW_ALL, pause } from '../spec/support/home.ts';
import { processesWith, untilProcesses, Unlocked } from './support/unlocked.ts';

const probe = await probeSandbox();
const session = new Unlocked();
beforeAll(() =>
  session.create(async (home) => {
    await home.set('app', 'value-of-the-app');
    await home.policy(ALLOW_ALL);
  }),
);
afterAll(() => session.remove());

const env = () => ({ ...session.home.env, ...session.env, VAULT_PASSWORD: undefined });
const MARKED = 'trap "" HUP INT TERM; sleep MARKER & sleep MARKER | cat; sleep MARKER';

/** Starts programs that do not want to end, through the session; answers with what to find them by. */
async function startStubborn(onTerminal: boolean): Promise<string> {
  const marker = `62.${Math.floor(Math.random() * 1e9)}`;
  const script = MARKED.replaceAll('MARKER', marker);
  if (onTerminal) {
    const line = `'${process.execPath}' '${PROGRAM}' run -k app -- sh -c '${script}'`;
    spawn('script', ['-qefc', line, '/dev/null'], {
      env: { ...env(), TERM: 'xterm' },
      cwd: session.home.dir,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  } else {
    spawn(process.execPath, [PROGRAM, 'run', '-k', 'app', '--', 'sh', '-c', script], {
      env: env(),
      cwd: session.home.dir,
      stdio: 'pipe',
    });
  }
  expect(await untilProcesses(`sleep\0${marker}`, (count) => count >= 2)).toBe(true);
  return marker;
}

const ways = [
  { sandbox: 'off', onTerminal: false, how: 'in a pipe' },
  { sandbox: 'off', onTerminal: true, how: 'on a terminal' },
  { sandbox: 'required', onTerminal: false, how: 'in a pipe' },
  { sandbox: 'required', onTerminal: true, how: 'on a terminal' },
] as const;

describe.each(ways)('with sandbox: $sandbox and a program $how', ({ sandbox, onTerminal }) => {
  const unable = sandbox === 'required' && !probe.ok;

  test.skipIf(unable).each(['SIGKILL', 'SIGSEGV', 'SIGTERM', 'SIGINT'] as const)(
    'a session that gets %s leaves no program, and a locked vault',
    async (signal) => {
      await session.home.policy({ ...ALLOW_ALL, sandbox });
      await session.unlock();
      const markers = [await startStubborn(onTerminal), await startStubborn(onTerminal)];
      process.kill(session.pid, signal);
      for (const marker of markers)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(await untilProcesses(marker, (count) => count === 0), String(processesWith(marker))).toBe(
          true,
        );
      expect(await session.locks()).toBe(true);
      expect((await session.cli(['list'])).code).toBe(4);
    },
  );
});

test('a session that is asked to end records the ends of what ran, and its own', async () => {
  await session.home.policy(ALLOW_ALL);
  await session.unlock();
  const marker = await startStubborn(false);
  process.kill(session.pid, 'SIGTERM');
  expect(await session.locks()).toBe(true);
  expect(processesWith(marker)).toEqual([]);
  const [ended, locked] = (await session.records()).slice(-2);
  expect([ended?.['action'], ended?.['phase'], locked?.['action'], locked?.['reason']]).toEqual([
    'run',
    'end',
    'lock',
    'ended',
  ]);
  expect(existsSync(session.socket)).toBe(false);
});

test('a session that hears its terminal close goes on', async () => {
  await session.unlock();
  process.kill(session.pid, 'SIGHUP');
  process.kill(session.pid, 'SIGUSR1');
  await pause(500);
  expect((await session.ok(['list'])).stdout).toBe('app\n');
  await session.cli(['lock']);
});

const database = (): string => databaseOf(session.home);
const KEPT = ['.vault', '.local'];

describe('the vault is locked when', () => {
  beforeEach(async () => {
    await session.unlock();
    await session.cli(['lock']);
    expect(await session.locks()).toBe(true);
    for (const name of KEPT)
      cpSync(session.home.file(name), session.home.file(`kept${name}`), { recursive: true });
    await session.unlock();
  });
  afterEach(() => {
    for (const name of KEPT) {
      rmSync(session.home.file(name), { recursive: true });
      renameSync(session.home.file(`kept${name}`), session.home.file(name));
    }
  });

  test('its file is replaced, even by its own copy', async () => {
    copyFileSync(database(), session.home.file('twin.db'));
    renameSync(session.home.file('twin.db'), database());
    const { code, stdout } = await session.cli(['run', '-k', 'app', '--', 'echo', 'ran']);
    expect([code, stdout]).toEqual([4, '']);
    expect(await session.locks()).toBe(true);
  });

  test('its file is removed', async () => {
    rmSync(database());
    expect((await session.cli(['get', 'app', '--masked'])).code).toBe(4);
    expect(await session.locks()).toBe(true);
  });

  test('its password was changed', async () => {
    const changed = await session.withPassword(['passwd'], {
      stdin: 'another-Lantern 59 over the Harbour\n',
    });
    expect(changed.code).toBe(0);
    expect((await session.cli(['list'])).code).toBe(4);
    expect(await session.locks()).toBe(true);
  });

  test('its header is another', async () => {
    edit(database(), 'UPDATE header SET body = flip(body, -1)');
    expect((await session.cli(['list'])).code).toBe(4);
    expect(await session.locks()).toBe(true);
  });
});

test('a vault that is written over in its place gives nothing', async () => {
  await session.unlock();
  writeFileSync(database(), 'no database at all'.repeat(1000));
  for (const line of [['list'], ['run', '-k', 'app', '--', 'echo', 'ran']]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { code, stdout } = await session.cli(line);
    expect([code === 0, stdout]).toEqual([false, '']);
  }
});
