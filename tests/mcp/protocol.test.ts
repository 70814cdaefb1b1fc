import { describe, expect, test } from 'vitest';
import { useVault } from '../spec/support/home.ts';
import { failureOf, RawServer, type Message } from './support/raw-server.ts';

const home = useVault(async (created) => created.set('alpha', 'value-of-alpha'));

async function records(): Promise<Message[]> {
  return (await home.json(['audit', 'export', '--source', 'mcp'])) as Message[];
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('what is no protocol message', () => {
  test.each([
    ['{"jsonrpc":"2.0",', -32700],
    ['hello', -32700],
    ['[]', -32600],
    ['"text"', -32600],
    ['{"id":null,"method":"tools/list","jsonrpc":"2.0"}', -32600],
  ])('%s is answered with %i, and the next message as usual', async (line, code) => {
    await using server = new RawServer(home);
    server.write(line, list);
    await server.answer(1);
    expect(server.received[0]).toMatchObject({ jsonrpc: '2.0', error: { code } });
    expect(server.received[0]).not.toHaveProperty('id');
  });

  test.each([
    { id: 7, method: 'tools/list' },
    { jsonrpc: '1.0', id: 7, method: 'tools/list' },
    { jsonrpc: '2.0', id: 7 },
  ])('%j is answered under its id', async (message) => {
    await using server = new RawServer(home);
    server.write(message);
    expect(await server.answer(7)).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32600, message: 'Invalid Request' },
    });
  });

  test('blank lines and carriage returns are passed over', async () => {
    await using server = new RawServer(home);
    server.write('', '  ', `${JSON.stringify(list)}\r`);
    await server.answer(1);
    expect(server.received).toHaveLength(1);
  });

  test('bytes that are not UTF-8 are no reason to fall over', async () => {
    await using server = new RawServer(home);
    server.child.stdin.write(Buffer.from([0xff, 0xfe, 0x0a]));
    server.write(list);
    await server.answer(1);
  });
});

describe('requests in odd places', () => {
  test('calls before the handshake are answered', async () => {
    await using server = new RawServer(home);
    server.call(1, 'secret_list');
    expect(JSON.stringify(await server.answer(1))).toContain('alpha');
  });

  test('an unknown method is a protocol error', async () => {
    await using server = new RawServer(home);
    server.initialize();
    server.write({ jsonrpc: '2.0', id: 1, method: 'secrets/reveal' });
    expect(await server.answer(1)).toMatchObject({ error: { code: -32601 } });
  });

  test('a last message without its newline is answered too', async () => {
    await using server = new RawServer(home);
    server.child.stdin.end(JSON.stringify(list));
    await server.answer(1);
    expect(await server.exited).toMatchObject({ code: 0 });
  });

  test('two requests under one id are both answered', async () => {
    await using server = new RawServer(home);
    server.call(1, 'secret_exists', { key: 'alpha' });
    server.call(1, 'secret_exists', { key: 'beta' });
    server.call(2, 'secret_list');
    await server.answer(2);
    expect(server.received.filter((message) => message['id'] === 1)).toHaveLength(2);
  });

  test('a message cut into single bytes is put together', async () => {
    await using server = new RawServer(home);
    for (const byte of Buffer.from(`${JSON.stringify({ ...list, id: 'é' })}\n`))
      server.child.stdin.write(Buffer.of(byte));
    await server.answer('é');
  });
});

describe('how much it takes', () => {
  test('a thousand calls at once are all answered', async () => {
    await using server = new RawServer(home);
    server.initialize();
    for (let id = 0; id < 1000; id++)
      server.call(id, 'secret_exists', { key: id % 2 === 0 ? 'alpha' : 'beta' });
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, id) => server.answer(id)));
    const found = answers.filter((answer) => JSON.stringify(answer).includes('"exists":true'));
    expect(found).toHaveLength(500);
  });

  test('a thousand runs at once: some run, the others are told why not, none is lost', async () => {
    await home.policy({ version: 1, default_action: 'deny', allowed_commands: ['true'] });
    await using server = new RawServer(home);
    server.initialize();
    for (let id = 0; id < 1000; id++) server.call(id, 'secret_run', { keys: ['alpha'], command: 'true' });
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, id) => server.answer(id)));
    const failures = answers.map(failureOf).filter((failure) => failure !== undefined);
    expect(new Set(failures)).toEqual(new Set(['too many concurrent runs']));
    expect(answers.length - failures.length).toBeGreaterThanOrEqual(72);
  });

  test('a line of 9 MiB is read', async () => {
    await using server = new RawServer(home);
    server.call(1, 'secret_exists', { key: 'x'.repeat(9 * 1024 * 1024) });
    expect(failureOf(await server.answer(1))).toBe('invalid arguments: more than 1048576 characters in all');
  });

  test('a line of 20 MB ends the server cleanly', async () => {
    await using server = new RawServer(home);
    server.initialize();
    await server.answer('init');
    server.write('x'.repeat(20_000_000));
    expect(await server.exited).toEqual({ code: 1, signal: null });
    expect(server.received.at(-1)).toMatchObject({ error: { code: -32600, message: 'message too large' } });
  });
});

describe('the journal', () => {
  test('keeps who called, cleaned and cut', async () => {
    await using server = new RawServer(home);
    server.initialize(`evil\u001b[31m\n${'x'.repeat(5000)}`);
    server.call(1, 'secret_list');
    await server.answer(1);
    const client = String((await records()).at(-1)?.['client']);
    expect(client).toMatch(/^evil\[31mx+ 0$/);
    expect(client.length).toBeLessThan(210);
  });

  test('keeps refused arguments and unknown tools, without what they held', async () => {
    await using server = new RawServer(home);
    server.call(1, 'secret_exists', { key: { hidden: 'hunter2hunter2' } });
    server.call(2, 'secret_get', { key: 'hunter2hunter2' });
    await Promise.all([server.answer(1), server.answer(2)]);
    const last = (await records()).slice(-2);
    expect(last).toMatchObject([
      { action: 'secret_exists', outcome: 'error', reason: "invalid arguments: 'key' must be a string" },
      { action: 'unknown tool', outcome: 'error', reason: 'unknown tool: secret_get' },
    ]);
    expect(JSON.stringify(last)).not.toContain('hunter2');
  });
});
