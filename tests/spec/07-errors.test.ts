import { describe, expect, test } from 'vitest';
import { ERAS, failureBody, useServer } from './support/client.ts';
import { ALLOW_ALL, useVault } from './support/home.ts';

const home = useVault(async (fresh) => {
  await fresh.set('single', 'a value of some length');
  await fresh.ok([
    'set',
    'db',
    '--field',
    'user=alice',
    '--field',
    'password=hush-hush',
    '--binding',
    'DB_USER=user',
  ]);
});

const general = (message: string): object => ({ error: { code: -32000, message } });

/** Every tool that fails for a key that does not exist; `secret_exists` does not. */
const BY_KEY: [string, Record<string, unknown>][] = [
  ['secret_get_masked', { key: 'no/such-key' }],
  ['secret_list_fields', { key: 'no/such-key' }],
  ['secret_get_field', { key: 'no/such-key', field: 'user' }],
  ['secret_run', { keys: ['no/such-key'], command: 'echo' }],
  ['secret_run', { keys: ['single', 'no/such-key'], command: 'echo' }],
  ['secret_run_with_bindings', { key: 'no/such-key', command: 'echo' }],
];
const RUNNERS: [string, Record<string, unknown>][] = [
  ['secret_run', { keys: ['single'] }],
  ['secret_run_with_bindings', { key: 'db' }],
];

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const body = async (tool: string, args: Record<string, unknown>): Promise<unknown> =>
    failureBody(await server.call(tool, args));

  for (const [tool, args] of BY_KEY) {
    test(`[7] "secret not found: <key>": ${tool} ${JSON.stringify(args)}`, async () => {
      await home.policy(ALLOW_ALL);
      expect(await body(tool, args)).toEqual(general('secret not found: no/such-key'));
    });
  }

  test('[7] "secret not found" is not applied to secret_exists', async () => {
    expect(await server.ok('secret_exists', { key: 'no/such-key' })).toMatchObject({ exists: false });
  });

  for (const [tool, args] of RUNNERS) {
    test(`[7] "policy not found": ${tool} when no policy file exists`, async () => {
      await home.noPolicy();
      expect(await body(tool, { ...args, command: 'echo' })).toEqual(general('policy not found'));
    });

    test(`[7] "command not allowed": ${tool} when the policy blocks the command`, async () => {
      await home.policy({ version: 1, default_action: 'deny' });
      expect(await body(tool, { ...args, command: 'echo' })).toEqual(general('command not allowed'));
    });

    test(`[7] "timeout exceeded": ${tool} when the command ran longer than the timeout`, async () => {
      await home.policy(ALLOW_ALL);
      const slow = { ...args, command: 'sleep', args: ['30'], timeout: '200ms' };
      expect(await body(tool, slow)).toEqual(general('timeout exceeded'));
    });
  }

  test('[7] the rejection of a sensitive field has the second shape and its own text', async () => {
    expect(await body('secret_get_field', { key: 'db', field: 'password' })).toEqual({
      error:
        "field 'password' is marked as sensitive and cannot be retrieved via MCP (AI-Safe Access policy)",
    });
  });

  test('[7] general failures have the code -32000', async () => {
    for (const [tool, args] of [
      ['secret_get_masked', {}],
      ['secret_get_field', { key: 'db', field: 'nope' }],
      ['secret_list', { expiring_within: 'x' }],
    ] as const) {
      expect(await body(tool, args)).toEqual({ error: { code: -32000, message: expect.any(String) } });
    }
  });

  test('[7] an error text never carries a value', async () => {
    await body('secret_get_field', { key: 'db', field: 'password' });
    await body('secret_get_field', { key: 'single', field: 'value' });
    expect(server.transcript).not.toContain('hush-hush');
    expect(server.transcript).not.toContain('a value of some length');
  });
});
