import { describe, expect, test } from 'vitest';
import { ERAS, failureBody, MODERN, useServer, withServer } from './support/client.ts';
import { ALLOW_ALL, useVault, withHome } from './support/home.ts';
import { random } from './support/text.ts';

const VALUE = random();
const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, default_action: 'deny', allowed_commands: ['echo'] });
  await fresh.set('app/token', VALUE);
  await fresh.ok(['set', 'db', '--field', 'user=alice', '--binding', 'DB_USER=user']);
});

/** Every tool with a call that is right. */
const RIGHT: [string, Record<string, unknown>][] = [
  ['secret_list', {}],
  ['secret_exists', { key: 'app/token' }],
  ['secret_get_masked', { key: 'app/token' }],
  ['secret_run', { keys: ['app/token'], command: 'echo' }],
  ['secret_list_fields', { key: 'db' }],
  ['secret_get_field', { key: 'db', field: 'user' }],
  ['secret_run_with_bindings', { key: 'db', command: 'echo' }],
  ['security_score', {}],
];

/** Calls with one argument of a wrong type. */
const WRONG: [string, Record<string, unknown>][] = [
  ['secret_list', { tag: 7 }],
  ['secret_list', { expiring_within: 7 }],
  ['secret_exists', { key: 7 }],
  ['secret_exists', { key: ['app/token'] }],
  ['secret_exists', { key: null }],
  ['secret_get_masked', { key: { name: 'app/token' } }],
  ['secret_run', { keys: 'app/token', command: 'echo' }],
  ['secret_run', { keys: [7], command: 'echo' }],
  ['secret_run', { keys: null, command: 'echo' }],
  ['secret_run', { keys: [], command: ['echo'] }],
  ['secret_run', { keys: [], command: '' }],
  ['secret_run', { keys: [], command: 'echo', args: 'x' }],
  ['secret_run', { keys: [], command: 'echo', args: [1] }],
  ['secret_run', { keys: [], command: 'echo', timeout: 30 }],
  ['secret_run', { keys: [], command: 'echo', env_prefix: true }],
  ['secret_run', { keys: [], command: 'echo', env: {} }],
  ['secret_run', { keys: [], command: 'ec\u0000ho' }],
  ['secret_run', { keys: [], command: 'echo', args: ['a\u0000b'] }],
  ['secret_get_field', { key: 'db', field: 1 }],
  ['secret_run_with_bindings', { key: 'db', command: 'echo', args: {} }],
  ['secret_run_with_bindings', { key: ['db'], command: 'echo' }],
  ['security_score', { include_keys: 'true' }],
  ['security_score', { include_keys: 1 }],
];

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);

  for (const [tool, args] of RIGHT) {
    test(`[D Tool server] ${tool}: structured content and one text block hold the same JSON`, async () => {
      await server.ok(tool, args);
    });

    test(`[D Tool server] ${tool} refuses an unknown argument`, async () => {
      await server.fails(tool, { ...args, plaintext: true });
    });
  }

  for (const [tool, args] of WRONG) {
    test(`[D Tool server] ${tool} refuses ${JSON.stringify(args)}`, async () => {
      await server.fails(tool, args);
    });
  }

  for (const absent of [null, '']) {
    test(`[D Tool server] ${JSON.stringify(absent)} in an optional argument counts as absent`, async () => {
      await server.ok('secret_list', { tag: absent, expiring_within: absent });
      const run = { keys: ['app/token'], command: 'echo', timeout: absent, env_prefix: absent, env: absent };
      await server.ok('secret_run', run);
      await server.ok('secret_run_with_bindings', { key: 'db', command: 'echo', timeout: absent });
    });
  }

  test('[D Tool server] null in args and include_keys counts as absent', async () => {
    await server.ok('secret_run', { keys: [], command: 'echo', args: null });
    await server.ok('security_score', { include_keys: null });
  });

  for (const tool of ['secret_get', 'secret_set', 'SECRET_LIST', '', '__proto__', 'constructor']) {
    test(`[D Tool server] the tool "${tool}" does not exist: a failure, not a crash`, async () => {
      await server.fails(tool, { key: 'app/token' });
      expect(await server.tools()).toHaveLength(8);
      expect(server.transcript).not.toContain(VALUE);
    });
  }

  test('[D Tool server] a hint for the agent is a second text: the allowed commands', async () => {
    const answer = await server.call('secret_run', { keys: [], command: 'true' });
    expect(failureBody(answer)).toEqual({ error: { code: -32000, message: 'command not allowed' } });
    expect(answer.texts[1]).toContain('echo');
  });

  test('[D Tool server] a hint for the agent is a second text: the nearest keys', async () => {
    const answer = await server.call('secret_get_masked', { key: 'app/tokn' });
    expect(failureBody(answer)).toEqual({ error: { code: -32000, message: 'secret not found: app/tokn' } });
    expect(answer.texts[1]).toContain('app/token');
  });

  test('[D Tool server] descriptions and instructions teach: no shell, the marker, the variables', async () => {
    const told = JSON.stringify([server.handshake['instructions'], await server.tools()]);
    expect(told).toContain('[REDACTED:');
    expect(told).toMatch(/shell/i);
    expect(told).toMatch(/sh -c/);
    expect(told).toMatch(/standard input|stdin/i);
    expect(told).toMatch(/working directory/i);
  });

  test('[D Tool server] a call while others run is answered, each with its own id', async () => {
    const calls = RIGHT.flatMap(([tool, args]) => [server.ok(tool, args), server.ok(tool, args)]);
    expect(await Promise.all(calls)).toHaveLength(16);
  });
});

describe('a server that cannot open the vault', () => {
  /** What is wrong, the environment, and what the reason has to say. */
  const closed: [string, Record<string, string | undefined>, RegExp][] = [
    ['a wrong password', { VAULT_PASSWORD: 'not the password of it' }, /password/i],
    ['the literal ${VAULT_PASSWORD}', { VAULT_PASSWORD: '${VAULT_PASSWORD}' }, /VAULT_PASSWORD/],
    ['an empty password', { VAULT_PASSWORD: '' }, /password|locked/i],
    ['no password: the vault is locked', { VAULT_PASSWORD: undefined }, /password|locked/i],
    ['no vault', { VAULT_DIR: '/nonexistent/vault' }, /vault/i],
  ];
  for (const era of ERAS) {
    for (const [what, env, reason] of closed) {
      test(`[D Tool server] ${what} (${era}): the handshake is answered, stderr says so, every call fails with that reason`, () =>
        withServer(
          home,
          async (server) => {
            expect(await server.tools()).toHaveLength(8);
            const messages = new Set<string>();
            for (const [tool, args] of RIGHT) messages.add(await server.fails(tool, args));
            expect(messages.size).toBe(1);
            expect([...messages][0]).toMatch(reason);
            expect(server.stderr).toMatch(reason);
          },
          { env, version: era },
        ));
    }
  }

  test('[D Tool server] without a vault the reason says to run init', () =>
    withHome((empty) =>
      withServer(empty, async (server) => {
        const answer = await server.call('secret_list');
        expect(answer.isError).toBe(true);
        expect(answer.texts.join(' ')).toMatch(/vaultctl init/);
      }),
    ));

  test('[D Tool server] the handshake is answered at once', async () => {
    const before = Date.now();
    await withServer(home, async () => expect(Date.now() - before).toBeLessThan(3_000), { version: MODERN });
  });
});
