import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/mcp/tools/catalog.ts';
import { processesWith, Unlocked, untilProcesses } from '../session/support/unlocked.ts';
import { failureBody, toAnswer, type ToolServer, ERAS, withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, exists, pause } from '../spec/support/home.ts';
import { random } from '../spec/support/text.ts';
import { RawServer } from './support/raw-server.ts';

const VALUE = random();
const OTHER = random();
const LOCKED = 'vault is locked: run vaultctl unlock';

const session = new Unlocked();
beforeAll(() =>
  session.create(async (home) => {
    await home.set('app', VALUE, '--tag', 'web', '--expires', '20d');
    await home.ok(
      ['set', 'db', '--field', 'host=localhost', '--field', 'password', '--binding', 'DB_PASS=password'],
      { stdin: OTHER },
    );
    await home.policy({ ...ALLOW_ALL, env_aliases: { prod: [{ pattern: 'a*', target: 'a*' }] } });
    await home.write('print.sh', 'printf "%s|%s" "$APP" "$DB_PASS"; printf err >&2; exit 3\n');
  }),
);
afterAll(() => session.remove());

type Body = (server: ToolServer) => Promise<void>;
const throughSession = (body: Body, version?: string): Promise<void> =>
  withServer(session.home, body, { env: session.env, ...(version !== undefined && { version }) });

/** Calls of all tools, right and wrong ones. */
const CALLS: [string, Record<string, unknown>][] = [
  ['secret_list', {}],
  ['secret_list', { tag: 'web' }],
  ['secret_list', { expiring_within: '30d' }],
  ['secret_list', { expiring_within: 'soon' }],
  ['secret_exists', { key: 'app' }],
  ['secret_exists', { key: 'none' }],
  ['secret_get_masked', { key: 'app' }],
  ['secret_get_masked', { key: 'db' }],
  ['secret_get_masked', { key: 'none' }],
  ['secret_list_fields', { key: 'db' }],
  ['secret_get_field', { key: 'db', field: 'host' }],
  ['secret_get_field', { key: 'db', field: 'password' }],
  ['secret_get_field', { key: 'db', field: 'none' }],
  ['secret_run', { keys: ['app'], command: 'sh', args: ['print.sh'] }],
  [
    'secret_run',
    { keys: ['a*'], env: 'prod', env_prefix: 'X_', command: 'sh', args: ['-c', 'printf "$X_APP"'] },
  ],
  ['secret_run', { keys: ['app'], command: 'printenv' }],
  ['secret_run', { keys: ['app'], command: 'sleep', args: ['9'], timeout: '1s' }],
  ['secret_run', { keys: ['none'], command: 'true' }],
  ['secret_run', { keys: ['app'], command: 'no-such-program' }],
  ['secret_run', { keys: 'app', command: 'true' }],
  ['secret_run', { keys: ['app'], command: 'pwd' }],
  ['secret_run_with_bindings', { key: 'db', command: 'sh', args: ['print.sh'] }],
  ['secret_run_with_bindings', { key: 'app', command: 'true' }],
  ['security_score', { include_keys: true }],
  ['secret_get', { key: 'app' }],
];

/** What is answered, without the time it took. */
async function answers(server: ToolServer): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const [name, args] of CALLS) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const result = await server.request('tools/call', { name, arguments: args });
    all.push([name, args, JSON.stringify(result).replaceAll(/(duration_ms\D+)\d+/g, '$1?')]);
  }
  return all;
}

describe.each(ERAS)('a tool server without a password, in %s', (version) => {
  test('says of each call that the vault is locked, works once it is unlocked, and not when it is locked again', async () => {
    await session.cli(['lock']);
    await throughSession(async (server) => {
      const locked = { error: { code: -32000, message: LOCKED } };
      expect(server.stderr).toContain(LOCKED);
      expect(await server.tools()).toHaveLength(8);
      for (const { name, example } of tools)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        expect(failureBody(await server.call(name, example)), name).toEqual(locked);
      await session.unlock();
      expect(await server.ok('secret_exists', { key: 'app' })).toMatchObject({ exists: true });
      await session.cli(['lock']);
      expect(failureBody(await server.call('secret_list'))).toEqual(locked);
      await session.unlock();
      expect(await server.ok('secret_exists', { key: 'app' })).toMatchObject({ exists: true });
    }, version);
  });
});

describe('a tool server through the session', () => {
  beforeAll(async () => {
    await session.unlock();
  });

  test('answers every call as one with the password does', async () => {
    let expected: unknown[] = [];
    await withServer(session.home, async (server) => {
      expected = await answers(server);
    });
    await throughSession(async (server) => {
      expect(await answers(server)).toEqual(expected);
      for (const secret of [VALUE, OTHER]) expect(server.transcript).not.toContain(secret);
    });
    expect(JSON.stringify(expected)).toContain('[REDACTED:app]');
  });

  test('is recorded with its client, as a use of the session, by the same policy', async () => {
    await throughSession(async (server) => {
      await server.call('secret_run', { keys: ['app'], command: 'true' });
      await server.call('secret_run', { keys: ['app'], command: 'printenv' });
      await server.call('secret_get_field', { key: 'db', field: 'password' });
    });
    const records = (await session.records()).filter(({ source }) => source === 'mcp').slice(-4);
    expect(records.map(({ action, phase, outcome }) => [action, phase, outcome])).toEqual([
      ['secret_run', 'start', 'success'],
      ['secret_run', 'end', 'success'],
      ['secret_run', undefined, 'denied'],
      ['secret_get_field', undefined, 'denied'],
    ]);
    for (const record of records) expect(record).toMatchObject({ client: 'spec 1', unlock: 'session' });
    for (const run of records.slice(0, 3)) expect(run['policy_hash']).toMatch(/^[0-9a-f]{64}$/);
  });

  test('runs programs with the environment of unlock, in the directory of the server', async () => {
    await withServer(
      session.home,
      async (server) => {
        const args = ['-c', 'printf "%s %s" "$PWD" "$LD_PRELOAD$NODE_OPTIONS$EVIL"; pwd'];
        const { stdout } = await server.ok('secret_run', { keys: ['app'], command: 'sh', args });
        expect(stdout).toBe(`${session.home.file('run')} ${session.home.file('run')}\n`);
      },
      {
        env: { ...session.env, EVIL: 'yes', PATH: `${session.home.dir}:/usr/bin:/bin` },
        cwd: session.home.file('run'),
      },
    );
  });

  test('ends a program whose call is cancelled', async () => {
    const marker = `63.${Math.floor(Math.random() * 1e9)}`;
    await using server = new RawServer(session.home, session.env);
    server.initialize();
    server.call(1, 'secret_run', { keys: ['app'], command: 'sleep', args: [marker] });
    expect(await untilProcesses(marker, (count) => count > 0)).toBe(true);
    server.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    expect(await untilProcesses(marker, (count) => count === 0)).toBe(true);
    await pause(300);
    expect((await session.recordsOf('secret_run')).at(-1)).toMatchObject({
      phase: 'end',
      reason: 'cancelled',
    });
  });

  test('ends its programs when it is killed itself', async () => {
    const marker = `63.${Math.floor(Math.random() * 1e9)}`;
    await using server = new RawServer(session.home, session.env);
    server.initialize();
    server.call(1, 'secret_run', { keys: ['app'], command: 'sleep', args: [marker] });
    expect(await untilProcesses(marker, (count) => count > 0)).toBe(true);
    server.child.kill('SIGKILL');
    expect(await untilProcesses(marker, (count) => count === 0), String(processesWith(marker))).toBe(true);
  });

  test('takes out what any client of the session has been given, also in a run without keys', async () => {
    await throughSession(async (server) => {
      const write = ['-c', 'printf "%s" "$APP" > kept.txt'];
      await server.ok('secret_run', { keys: ['app'], command: 'sh', args: write });
    });
    expect(await exists(session.home.file('kept.txt'))).toBe(true);
    await throughSession(async (server) => {
      const { stdout } = await server.ok('secret_run', { keys: [], command: 'cat', args: ['kept.txt'] });
      expect(stdout).toBe('[REDACTED:app]');
    });
    expect((await session.ok(['run', '-k', 'db', '--', 'cat', 'kept.txt'])).stdout).toBe('[REDACTED:app]');
  });

  test('gives way to a password it is given, right or wrong', async () => {
    await withServer(
      session.home,
      async (server) => expect(await server.fails('secret_list')).toMatch(/wrong/),
      { env: { ...session.env, VAULT_PASSWORD: 'not the password' } },
    );
    await withServer(
      session.home,
      async (server) => {
        await server.call('secret_get_field', { key: 'db', field: 'password' });
        expect((await session.recordsOf('secret_get_field')).at(-1)).toMatchObject({ unlock: 'environment' });
      },
      { env: { XDG_RUNTIME_DIR: session.home.file('run') } },
    );
  });

  test('fails a call that the end of the session cuts off, and the next ones', async () => {
    await throughSession(async (server) => {
      const marker = `63.${Math.floor(Math.random() * 1e9)}`;
      const { answer } = server.send('tools/call', {
        name: 'secret_run',
        arguments: { keys: ['app'], command: 'sleep', args: [marker] },
      });
      expect(await untilProcesses(marker, (count) => count > 0)).toBe(true);
      await session.cli(['lock']);
      const result = (await answer)['result'] as Record<string, unknown>;
      expect(toAnswer(result).isError).toBe(true);
      expect(processesWith(marker)).toEqual([]);
      expect(await server.fails('secret_list')).toBe(LOCKED);
    });
  });
});
