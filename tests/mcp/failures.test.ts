import { describe, expect, test } from 'vitest';
import { ERAS, failure, useServer } from '../spec/support/client.ts';
import { useVault } from '../spec/support/home.ts';

const home = useVault(async (created) => {
  await created.policy({
    version: 1,
    default_action: 'deny',
    allowed_commands: ['true'],
    env_aliases: { prod: [{ pattern: 'db/*', target: 'prod/db/*' }] },
  });
  await created.set('aws/access-key', 'value-of-the-key');
  await created.ok(['set', 'multi', '--field', 'password', '--field', '__proto__=plain'], {
    stdin: 'secret-of-multi',
  });
});

describe.each(ERAS)('a failed call in %s', (era) => {
  const server = useServer(home, era);

  async function hintOf(tool: string, args: Record<string, unknown>): Promise<string> {
    const answer = await server.call(tool, args);
    failure(answer);
    return answer.texts[1] ?? '';
  }

  test('holds exactly the error of section 7 in its first text', async () => {
    const answer = await server.call('secret_get_masked', { key: 'nope' });
    expect(answer.texts[0]).toBe('{"error":{"code":-32000,"message":"secret not found: nope"}}');
    expect(answer.isError).toBe(true);
    expect(answer.structured).toBeUndefined();
  });

  test('for a sensitive field holds the other error', async () => {
    const answer = await server.call('secret_get_field', { key: 'multi', field: 'password' });
    expect(answer.texts[0]).toBe(
      `{"error":"field 'password' is marked as sensitive and cannot be retrieved via MCP (AI-Safe Access policy)"}`,
    );
    expect(answer.texts[1]).toContain('secret_run');
  });

  test('for a misspelt key names the nearest', async () => {
    expect(await hintOf('secret_get_masked', { key: 'aws/acces-key' })).toContain('aws/access-key');
    expect(await hintOf('secret_run', { keys: ['aws/acces-key'], command: 'true' })).toContain(
      'aws/access-key',
    );
  });

  test('for a tool that is not there lists those that are', async () => {
    expect(await server.fails('secret_delete')).toBe('unknown tool: secret_delete');
    expect(await hintOf('secret_delete', {})).toContain('secret_run_with_bindings');
  });

  test('for secret_get says what to use instead', async () => {
    expect(await server.fails('secret_get', { key: 'multi' })).toBe('unknown tool: secret_get');
    expect(await hintOf('secret_get', { key: 'multi' })).toMatch(/plain text.*secret_run/);
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'for the tool %s is like for any other',
    async (name) => {
      expect(await server.fails(name)).toBe(`unknown tool: ${name}`);
    },
  );

  test('for wrong arguments shows right ones', async () => {
    expect(await server.fails('secret_run', { keys: 'aws/*', command: 'true' })).toBe(
      "invalid arguments: 'keys' must be a list of strings",
    );
    expect(await hintOf('secret_run', { keys: 'aws/*', command: 'true' })).toContain('"keys":["aws/*"]');
  });

  test('for a denied command says what is allowed', async () => {
    expect(await server.fails('secret_run', { keys: [], command: 'ls' })).toBe('command not allowed');
    expect(await hintOf('secret_run', { keys: [], command: 'ls' })).toContain('true');
  });

  test('for an unknown alias names the known ones', async () => {
    expect(await hintOf('secret_run', { keys: ['db/x'], command: 'true', env: 'dev' })).toContain('prod');
  });

  test.each(['0s', '25h', '-1s', '5', 'soon', '1e3s', ' 5m'])(
    'for the time-out %j says what one looks like',
    async (timeout) => {
      expect(await server.fails('secret_run', { keys: [], command: 'true', timeout })).toMatch(
        /invalid (timeout|duration)/,
      );
      expect(
        await server.fails('secret_run_with_bindings', { key: 'multi', command: 'true', timeout }),
      ).toMatch(/invalid/);
    },
  );

  test('without arguments at all says which are missing', async () => {
    const result = await server.request('tools/call', { name: 'secret_exists' });
    expect(JSON.stringify(result)).toContain("'key' must be a string");
  });
});

describe.each(ERAS)('a successful call in %s', (era) => {
  const server = useServer(home, era);

  test('needs no arguments where none is required', async () => {
    expect(await server.request('tools/call', { name: 'secret_list' })).toMatchObject({
      structuredContent: { secrets: [{ key: 'aws/access-key' }, { key: 'multi' }] },
    });
  });

  test('takes null and empty text in optional arguments as absent', async () => {
    const blank = { args: null, timeout: '', env_prefix: '', env: null };
    expect(await server.ok('secret_run', { keys: [], command: 'true', ...blank })).toMatchObject({
      exit_code: 0,
    });
    expect(await server.ok('secret_list', { tag: '', expiring_within: null })).toMatchObject({
      secrets: [{}, {}],
    });
  });

  test('says the same in its text and its structure, fields named __proto__ included', async () => {
    const answer = await server.call('secret_get_masked', { key: 'multi' });
    expect(JSON.stringify(answer.structured)).toBe(answer.texts[0]);
    expect(answer.texts[0]).toContain('"__proto__":{"value":"plain"');
  });

  test('injects nothing for an empty list of keys', async () => {
    const { duration_ms, ...rest } = await server.ok('secret_run', { keys: [], command: 'true' });
    expect(rest).toEqual({ exit_code: 0, stdout: '', stderr: '', sanitized: false });
    expect(duration_ms).toBeTypeOf('number');
  });
});
