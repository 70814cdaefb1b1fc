import { describe, expect, test } from 'vitest';
import { ALLOW_ALL, pause } from '../spec/support/home.ts';
import { random } from '../spec/support/text.ts';
import { ask, command, KIND, NO_TERMINAL, RawClient } from './support/raw-client.ts';
import { useSession } from './support/unlocked.ts';

const VALUE = random();

const session = useSession(async (home) => {
  await home.set('app', VALUE);
  await home.set('keep', random());
  await home.policy(ALLOW_ALL);
});

describe('with --reveal', () => {
  test('unlock says to whom everything is open', async () => {
    const { stderr } = await session.unlock('--reveal', '1m');
    expect(stderr).toContain('every program of yours can read and change all secrets');
    await session.relock();
  });

  test('values are revealed and changed until its time is over', async () => {
    const began = performance.now();
    await session.unlock('--reveal', '6s');
    expect((await session.ok(['get', 'app'])).stdout).toBe(`${VALUE}\n`);
    expect((await session.ok(['export', '-k', 'app'])).stdout).toContain(VALUE);
    await session.ok(['set', 'new'], { stdin: 'words' });
    await session.ok(['delete', 'new', '--yes']);
    expect((await session.recordsOf('get')).at(-1)).toMatchObject({ unlock: 'session' });
    await pause(Math.max(0, 6500 - (performance.now() - began)));
    const { code, stdout } = await session.cli(['get', 'app']);
    expect([code, stdout]).toEqual([4, '']);
    expect((await session.cli(['set', 'new'], { stdin: 'words' })).code).toBe(4);
    expect((await session.cli(['delete', 'app', '--yes'])).code).toBe(4);
    expect((await session.ok(['list'])).stdout).toBe('app\nkeep\n');
  });

  test('output of programs is redacted all the same', async () => {
    await session.unlock('--reveal', '1m');
    const { stdout } = await session.ok(['run', '-k', 'app', '--', 'sh', '-c', 'printf %s "$APP"']);
    expect(stdout).toBe('[REDACTED:app]');
    await session.relock();
  });

  test('the policy is not trusted without the password', async () => {
    await session.unlock('--reveal', '1m');
    await session.home.policy({ ...ALLOW_ALL, denied_commands: ['id'] });
    expect((await session.cli(['policy', 'trust'])).code).toBe(4);
    expect(await ask(session.socket, command(['policy', 'trust']))).toBe('local write');
    expect((await session.cli(['run', '-k', 'app', '--', 'true'])).code).toBe(5);
    await session.home.policy(ALLOW_ALL);
    await session.relock();
  });

  test('what began in its time does not write when that is over', async () => {
    await session.unlock('--reveal', '2s');
    await using late = new RawClient(session.socket);
    late.request(command(['set', 'late']));
    expect(await late.next(KIND.want)).not.toBeNull();
    await using unsure = new RawClient(session.socket);
    unsure.request(command(['delete', 'keep'], { terminal: { ...NO_TERMINAL, person: true } }));
    expect(await unsure.next(KIND.ask)).not.toBeNull();
    await pause(2500);
    late.send(KIND.input, 'a value').send(KIND.inputEnd);
    unsure.send(KIND.answer, 'y');
    expect([await late.ended(3000), await unsure.ended(3000)]).toEqual(['exit 4', 'exit 4']);
    expect(late.textOf(KIND.errors)).toContain('the time in which this session reveals');
    expect((await session.ok(['list'])).stdout).toBe('app\nkeep\n');
  });

  test('a client that goes in the middle of a value leaves nothing behind, and the session can be idle', async () => {
    await session.unlock('--reveal', '30s', '--idle', '3s');
    {
      await using client = new RawClient(session.socket);
      client.request(command(['set', 'half']));
      await client.next(KIND.want);
      client.send(KIND.input, 'the first half');
      await pause(200);
    }
    expect((await session.ok(['list'])).stdout).toBe('app\nkeep\n');
    expect(await session.locks(8000)).toBe(true);
  });
});
