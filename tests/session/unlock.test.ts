import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { renameSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proofOf, type Proved, requestByPassword } from '../../src/session/proof.ts';
import { challengeIn } from '../../src/session/replies.ts';
import { requestAnswer } from '../../src/session/request-answer.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { isGoneSoon } from '../process/alive.ts';
import { ALLOW_ALL, PASSWORD, pause } from '../spec/support/home.ts';
import { random } from '../spec/support/text.ts';
import { ask, command } from './support/raw-client.ts';
import { Unlocked } from './support/unlocked.ts';

const VALUE = random();
const session = new Unlocked();
beforeAll(() =>
  session.create(async (home) => {
    await home.set('app', VALUE);
    await home.policy(ALLOW_ALL);
  }),
);
afterAll(() => session.remove());

interface Status {
  readonly unlocked: boolean;
  readonly authority: string;
  readonly session?: Record<string, string>;
}

async function status(env: Record<string, string | undefined> = {}): Promise<Status> {
  return JSON.parse((await session.ok(['status', '--json'], { env })).stdout) as Status;
}

const secondsUntil = (time: string | undefined): number => (Date.parse(time ?? '') - Date.now()) / 1000;

describe('a session', () => {
  beforeEach(async () => {
    await session.cli(['lock']);
  });

  test('begins with the password, and is there until it is locked', async () => {
    expect((await session.cli(['list'])).code).toBe(4);
    const { stdout, stderr } = await session.unlock();
    expect(stdout + stderr).not.toContain(PASSWORD);
    expect((await session.ok(['list'])).stdout).toBe('app\n');
    expect(await status()).toMatchObject({ unlocked: true, authority: 'session' });
    const { pid } = session;
    expect((await session.ok(['lock'])).stderr).toContain('the vault is locked');
    expect(await isGoneSoon(pid)).toBe(true);
    const { code, stderr: said } = await session.cli(['list']);
    expect([code, said.includes('vaultctl unlock')]).toEqual([4, true]);
    expect(await status()).toMatchObject({ unlocked: false, authority: 'none' });
    expect((await session.ok(['lock'])).stderr).toContain('locked already');
    expect(existsSync(session.socket)).toBe(false);
  });

  test('has a socket that is its owner’s alone', async () => {
    await session.unlock();
    expect(lstatSync(session.socket).mode & 0o777).toBe(0o600);
    expect(lstatSync(dirname(session.socket)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(session.socket))).toEqual(['session.sock']);
  });

  test('does not begin with a wrong password, and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await session.withPassword(['unlock'], {}, 'not the password');
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).not.toContain('not the password');
    expect([session.pids(), existsSync(session.socket)]).toEqual([[], false]);
  });

  test('lasts eight hours, thirty minutes of them idle, unless it is told otherwise', async () => {
    await session.unlock();
    const { session: usual } = await status();
    expect(Math.abs(secondsUntil(usual?.['until']) - 8 * 3600)).toBeLessThan(60);
    expect(Math.abs(secondsUntil(usual?.['idle_until']) - 1800)).toBeLessThan(60);
    expect(usual).not.toHaveProperty('reveal_until');
    await session.unlock('--for', '2h', '--idle', '5m', '--reveal', '1m');
    const { session: told } = await status();
    expect(Math.abs(secondsUntil(told?.['until']) - 7200)).toBeLessThan(60);
    expect(Math.abs(secondsUntil(told?.['idle_until']) - 300)).toBeLessThan(60);
    expect(Math.abs(secondsUntil(told?.['reveal_until']) - 60)).toBeLessThan(30);
  });

  test.each(['0s', '31d', '-1s', 'soon', '', '999999999999d'])('takes no time of %j', async (time) => {
    for (const option of ['--for', '--idle', '--reveal']) {
      const { code } = await session.withPassword(['unlock', `${option}=${time}`]);
      expect(code, option).not.toBe(0);
    }
    expect(session.pids()).toEqual([]);
  });

  test('ends at the time that was given, whoever is busy', async () => {
    await session.unlock('--for', '3s', '--idle', '1h');
    const run = session.cli(['run', '-k', 'app', '--', 'sleep', '30']);
    await pause(1500);
    expect(await session.isUnlocked()).toBe(true);
    expect(await session.locks(8000)).toBe(true);
    expect((await run).code).not.toBe(0);
    expect((await session.records()).findLast(({ action }) => action === 'lock')).toMatchObject({
      reason: 'its time is over',
    });
  });

  test('ends when it is idle, and asking for its status is no work', async () => {
    await session.unlock('--idle', '3s');
    for (let asked = 0; asked < 3; asked++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await pause(700);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await status();
    }
    expect(await session.locks(4500)).toBe(true);
    expect((await session.records()).findLast(({ action }) => action === 'lock')).toMatchObject({
      reason: 'idle',
    });
  });

  test('is not idle while something runs', async () => {
    await session.unlock('--idle', '1s');
    expect((await session.cli(['run', '-k', 'app', '--', 'sleep', '6'])).code).toBe(0);
    expect(await session.locks(5000)).toBe(true);
  });

  test('is renewed by the password, in the same process, with what runs in it', async () => {
    await session.unlock('--for', '20s', '--reveal', '10s');
    const { pid } = session;
    const run = session.cli(['run', '-k', 'app', '--', 'sleep', '3']);
    await pause(700);
    await session.unlock('--for', '1h');
    expect(session.pid).toBe(pid);
    const { session: renewed } = await status();
    expect(secondsUntil(renewed?.['until'])).toBeGreaterThan(3000);
    expect(renewed).not.toHaveProperty('reveal_until');
    expect((await session.cli(['get', 'app'])).code).toBe(4);
    expect((await run).code).toBe(0);
  });

  test('is not renewed by a wrong password, which is recorded', async () => {
    await session.unlock('--for', '1h');
    const { code } = await session.withPassword(['unlock', '--reveal', '5m'], {}, 'a wrong one');
    expect(code).toBe(4);
    expect((await status()).session).not.toHaveProperty('reveal_until');
    expect((await session.cli(['get', 'app'])).code).toBe(4);
    expect((await session.recordsOf('unlock')).at(-1)).toMatchObject({ outcome: 'error', unlock: 'session' });
  });

  test('stays with the vault it holds when it is renewed', async () => {
    await session.unlock();
    const { vault } = session.home;
    const elsewhere = session.home.file('elsewhere');
    const terms = { lifetime: 60_000, idle: 60_000, reveal: 0, directory: elsewhere, state: elsewhere };
    const more = { env: session.home.env, cwd: '/', umask: 0o22 };
    const at = { directory: vault, state: session.home.file('.local/state/vaultctl') };
    const by = { vault: at, password: Buffer.from(PASSWORD), clock: () => new Date() };
    const request = { type: 'renew', terms: JSON.stringify({ ...terms, ...more }) } as const;
    const place = { folders: [dirname(session.socket)] };
    expect(await requestByPassword(place, by, request)).toMatchObject({ vault });
    expect((await status()).session).toMatchObject({ vault });
    expect((await session.ok(['list', '--vault-dir', vault])).stdout).toBe('app\n');
    expect((await session.cli(['run', '-k', 'app', '--', 'true'])).code).toBe(0);
  });

  test('takes a proof once, and for what it was made', async () => {
    await session.unlock();
    const vault = await openVault(
      { directory: session.home.vault, state: session.home.file('.local/state/vaultctl') },
      Buffer.from(PASSWORD),
      () => new Date(),
    );
    try {
      const place = { folders: [dirname(session.socket)] };
      const said = async () => challengeIn(await requestAnswer(place, { type: 'challenge' }));
      const base64 = (challenge: string, request: Proved) =>
        proofOf(vault, challenge, request).toString('base64');
      const first = await said();
      const proof = base64(first, { type: 'trust' });
      expect(await ask(session.socket, { type: 'trust', proof })).toBe('exit 0');
      expect(await ask(session.socket, { type: 'trust', proof })).toMatch(/^failed locked/);
      expect(await said()).not.toBe(first);
      const terms = '{}';
      const mixed = base64(await said(), { type: 'trust' });
      expect(await ask(session.socket, { type: 'renew', proof: mixed, terms })).toMatch(/^failed locked/);
      const other = base64(await said(), { type: 'renew', terms: '{"reveal":1}' });
      expect(await ask(session.socket, { type: 'renew', proof: other, terms })).toMatch(/^failed locked/);
    } finally {
      vault.close();
    }
  });

  test('gives way to a password in the environment or in a file', async () => {
    await session.unlock();
    const file = await session.home.write('password', `${PASSWORD}\n`);
    for (const [env, unlock] of [
      [{ VAULT_PASSWORD: PASSWORD }, 'environment'],
      [{ VAULT_PASSWORD_FILE: file }, 'file'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { stdout } = await session.ok(['get', 'app'], { env });
      expect(stdout).toBe(`${VALUE}\n`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await status(env)).toMatchObject({ unlocked: true, authority: unlock });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await session.recordsOf('get')).at(-1)).toMatchObject({ unlock });
    }
    for (const env of [{ VAULT_PASSWORD: 'wrong' }, { VAULT_PASSWORD: '' }, { VAULT_PASSWORD_FILE: '/none' }])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await session.cli(['list'], { env })).code, JSON.stringify(env)).toBe(4);
  });

  test('is one, however many begin at once', async () => {
    const begun = await Promise.all(Array.from({ length: 3 }, () => session.unlock()));
    expect(begun.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await session.ok(['list'])).stdout).toBe('app\n');
    await pause(4000);
    expect(session.pids()).toHaveLength(1);
    expect((await session.ok(['list'])).stdout).toBe('app\n');
  });

  test('takes the place of a socket that nobody answers at', async () => {
    const dead = createServer();
    mkdirSync(dirname(session.socket), { recursive: true, mode: 0o700 });
    await new Promise<void>((resolve) => dead.listen(`${session.socket}.dead`, resolve));
    renameSync(`${session.socket}.dead`, session.socket);
    dead.close();
    expect((await session.cli(['list'])).code).toBe(4);
    await session.unlock();
    expect((await session.ok(['list'])).stdout).toBe('app\n');
  });

  test('ends when its socket is taken away: nobody could lock it', async () => {
    await session.unlock();
    rmSync(session.socket);
    expect(await session.locks()).toBe(true);
  });

  test('of one vault ends when another is unlocked', async () => {
    await session.unlock();
    const { pid } = session;
    const other = session.home.file('other');
    await session.withPassword(['init', '--vault-dir', other]);
    await session.unlock('--vault-dir', other);
    expect(await isGoneSoon(pid)).toBe(true);
    expect((await status()).session).toMatchObject({ vault: other });
    expect((await session.ok(['list'])).stdout).toBe('');
    expect((await session.ok(['list'], { env: { VAULT_DIR: session.home.vault } })).stderr).toContain(
      'VAULT_DIR is not heeded',
    );
    // What is said on the command line is meant, and needs the password.
    expect((await session.cli(['list', '--vault-dir', session.home.vault])).code).toBe(4);
  });

  test('sees what is changed with the password meanwhile', async () => {
    await session.unlock();
    const added = random();
    expect((await session.withPassword(['set', 'later'], { stdin: added })).code).toBe(0);
    const { stdout } = await session.ok([
      'run',
      '-k',
      'later',
      '--',
      'sh',
      '-c',
      'printf "%s" "${#LATER} $LATER"',
    ]);
    expect(stdout).toBe(`${added.length} [REDACTED:later]`);
    expect((await session.withPassword(['delete', 'later', '--yes'])).code).toBe(0);
    expect((await session.cli(['run', '-k', 'later', '--', 'true'])).code).not.toBe(0);
  });

  test('goes on while others write to its vault', async () => {
    await session.unlock();
    const writes = Promise.all(
      Array.from({ length: 3 }, (_, at) =>
        session.withPassword(['set', `written/${at}`], { stdin: random() }),
      ),
    );
    for (let round = 0; round < 4; round++)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await session.cli(['run', '-k', 'app', '--', 'true'])).code).toBe(0);
    expect((await writes).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect((await session.ok(['list'])).stdout.split('\n')).toHaveLength(5);
    expect((await session.withPassword(['audit', 'verify'])).code).toBe(0);
  });

  test('does nothing for a client of another version', async () => {
    await session.unlock();
    const answer = await ask(session.socket, command(['list'], { version: '0.0.9' }));
    expect(answer).toMatch(/^failed locked: the session belongs to version .*; this is 0\.0\.9$/);
  });
});
