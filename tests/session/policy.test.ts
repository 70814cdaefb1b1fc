import { mkdirSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ALLOW_ALL, PASSWORD } from '../spec/support/home.ts';
import { ask, KIND, RawClient, tool } from './support/raw-client.ts';
import { useSession } from './support/unlocked.ts';

const OTHER = { ...ALLOW_ALL, denied_commands: ['whoami'] };

const session = useSession(async (home) => {
  await home.set('app', 'value-of-the-app');
});

const run = (...line: string[]) => session.cli(['run', '-k', 'app', '--', ...line]);
const trust = (password = PASSWORD) => session.withPassword(['policy', 'trust'], {}, password);

async function expectRefused(why: RegExp): Promise<void> {
  const { code, stdout, stderr } = await run('true');
  expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
  expect(stderr).toMatch(why);
  await using client = new RawClient(session.socket);
  client.request(tool('secret_run', { keys: ['app'], command: 'true' }));
  expect(await client.ended()).toBe('exit 0');
  expect(client.textOf(KIND.output)).toMatch(/command not allowed|policy not found|policy refused/);
}

const UNTRUSTED = /command not allowed[^]*vaultctl policy trust/;

describe('the policy of a session', () => {
  beforeEach(async () => {
    await session.home.policy(ALLOW_ALL);
    await session.relock();
    expect((await run('true')).code).toBe(0);
  });

  test('that is edited is not obeyed until it is trusted with the password', async () => {
    await session.home.policy(OTHER);
    await expectRefused(UNTRUSTED);
    expect((await session.ok(['status'])).stdout).toMatch(/changed/);
    expect((await session.cli(['policy', 'trust'])).code).toBe(4);
    const wrong = await trust('a wrong one');
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).not.toContain('a wrong one');
    await expectRefused(UNTRUSTED);
    expect((await session.recordsOf('policy trust')).at(-1)).toMatchObject({
      outcome: 'error',
      unlock: 'session',
    });
    expect((await trust()).code).toBe(0);
    expect([(await run('true')).code, (await run('whoami')).code]).toEqual([0, 5]);
    const [trusted, ran] = [await session.recordsOf('policy trust'), await session.recordsOf('run')];
    expect(trusted.at(-1)).toMatchObject({ outcome: 'success' });
    expect(ran.at(-1)?.['policy_hash']).toBe(trusted.at(-1)?.['policy_hash']);
  });

  test('that grows by a byte nobody sees is another', async () => {
    await session.home.policy(`${JSON.stringify(ALLOW_ALL)}\n`);
    await expectRefused(UNTRUSTED);
    await session.home.policy(ALLOW_ALL);
    expect((await run('true')).code).toBe(0);
  });

  test('that is removed is not remembered', async () => {
    await session.home.noPolicy();
    await expectRefused(/policy not found/);
    expect((await trust()).code).not.toBe(0);
  });

  test('that becomes open to others is refused, and cannot be trusted', async () => {
    await session.home.policy(ALLOW_ALL, 0o644);
    await expectRefused(/policy refused/);
    expect((await trust()).code).not.toBe(0);
  });

  test('that is written after the session began is not obeyed', async () => {
    await session.home.noPolicy();
    await session.relock();
    await session.home.policy(ALLOW_ALL);
    await expectRefused(/written after this session began[^]*vaultctl policy trust/);
    expect((await trust()).code).toBe(0);
    expect((await run('true')).code).toBe(0);
  });

  test('is the one of the vault, wherever the client says a vault is', async () => {
    mkdirSync(session.home.file('elsewhere'), { recursive: true, mode: 0o700 });
    await session.home.policy(OTHER);
    await session.home.write('elsewhere/mcp-policy.yaml', JSON.stringify(ALLOW_ALL));
    const env = { VAULT_DIR: session.home.file('elsewhere') };
    expect((await session.cli(['run', '-k', 'app', '--', 'true'], { env })).code).toBe(5);
  });

  test('with relative entries means the directory of unlock, not that of the client', async () => {
    await session.home.write('deploy', '#!/bin/sh\necho the right one\n', 0o700);
    await session.home.write('look/deploy', '#!/bin/sh\necho a look-alike\n', 0o700);
    await session.home.policy({
      version: 1,
      default_action: 'deny',
      allowed_commands: ['./deploy'],
      sandbox: 'off',
    });
    await session.relock();
    const line = ['run', '-k', 'app', '--', './deploy'];
    expect((await session.ok(line)).stdout).toBe('the right one\n');
    const there = await session.cli(line, { cwd: session.home.file('look') });
    expect([there.code, there.stdout]).toEqual([5, '']);
    expect((await run(session.home.file('look', 'deploy'))).code).toBe(5);
    expect((await run(session.home.file('deploy'))).code).toBe(0);
  });

  test('with a relative entry that is denied denies it from everywhere', async () => {
    await session.home.write('wipe', '#!/bin/sh\necho wiped\n', 0o700);
    await session.home.policy({ ...ALLOW_ALL, denied_commands: ['./wipe'] });
    await session.relock();
    const cwd = session.home.file('run');
    for (const name of ['../wipe', session.home.file('wipe')])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await session.cli(['run', '-k', 'app', '--', name], { cwd })).code, name).toBe(5);
  });

  test('is not trusted by a client that has no password, whatever it sends for one', async () => {
    await session.home.policy(OTHER);
    for (const proof of [
      '',
      Buffer.from(PASSWORD).toString('base64'),
      'AAAA',
      Buffer.alloc(32).toString('base64'),
    ])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await ask(session.socket, { type: 'trust', proof })).toMatch(/^(failed locked|closed)/);
    await expectRefused(UNTRUSTED);
  });
});
