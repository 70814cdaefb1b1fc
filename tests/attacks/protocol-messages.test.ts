// Lines no client should send. Each has its error or is passed over; the server goes on with the next line, and what it
// writes is protocol alone.
import { exists, useVault } from '../spec/support/home.ts';
import { type Attack, attacks } from './support/table.ts';
import { useWire } from './support/wire.ts';

const home = useVault(async (fresh) => {
  await fresh.policy({ version: 1, default_action: 'allow', sandbox: 'off' });
  await fresh.set('alpha', 'value-of-alpha');
});
const wire = useWire(home);

const PARSE = 'error -32700';
const INVALID = 'error -32600';
const UNKNOWN = 'error -32601';

function line(input: string, text: string | Buffer | Record<string, unknown>, expected: string): Attack {
  return { input, expected, attempt: () => wire.said(text) };
}

/** A request in which some members are others. */
const ping = (members: Record<string, unknown>): Record<string, unknown> => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'ping',
  ...members,
});

const runAsNotification = (): Record<string, unknown> => ({
  jsonrpc: '2.0',
  method: 'tools/call',
  params: { name: 'secret_run', arguments: { keys: [], command: 'touch', args: [home.file('ran')] } },
});

attacks('protocol', [
  line('half an object', '{"jsonrpc":"2.0",', PARSE),
  line('a word', 'hello', PARSE),
  line('a trailing comma', '{"jsonrpc":"2.0","id":1,"method":"ping",}', PARSE),
  line('a comment', '{"jsonrpc":"2.0","id":1,"method":"ping"} // now', PARSE),
  line(
    'two objects on one line',
    '{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}',
    PARSE,
  ),
  line('a number that is none', '{"jsonrpc":"2.0","id":NaN,"method":"ping"}', PARSE),
  line(
    'a byte order mark before an object',
    Buffer.from('\ufeff{"jsonrpc":"2.0","id":1,"method":"ping"}'),
    PARSE,
  ),
  line('a NUL inside a text', '{"jsonrpc":"2.0","id":1,"method":"pi\0ng"}', PARSE),
  line('bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x80]), PARSE),
  line(
    'bytes that are no UTF-8 inside a text',
    Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]),
    `${UNKNOWN} for 1`,
  ),
  line('a header of HTTP', 'POST /mcp HTTP/1.1', PARSE),
  line('a header of the language server protocol', 'Content-Length: 40', PARSE),
  line('an unclosed text of 5 MB', `"${'x'.repeat(5_000_000)}`, PARSE),
  line('a list 100,000 deep', '['.repeat(100_000), PARSE),
  line('a closed list 5,000 deep', '['.repeat(5_000) + ']'.repeat(5_000), INVALID),
  line(
    'an object 5,000 deep as parameters',
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    'ok for 1',
  ),
  line('an empty line', '', 'nothing'),
  line('a line of spaces', ' \t ', 'nothing'),
  line('a carriage return after a request', '{"jsonrpc":"2.0","id":1,"method":"ping"}\r', 'ok for 1'),
  line('an empty list', '[]', INVALID),
  line('a list of one request', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', INVALID),
  line(
    'a list of two calls that run a program',
    `[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"secret_list"}},{"jsonrpc":"2.0","id":2,"method":"ping"}]`,
    INVALID,
  ),
  line('an empty object', '{}', INVALID),
  line('null', 'null', INVALID),
  line('a number', '42', INVALID),
  line('a text', '"ping"', INVALID),
  line('true', 'true', INVALID),
  line('version 1.0', ping({ jsonrpc: '1.0' }), `${INVALID} for 7`),
  line('no version', '{"id":7,"method":"ping"}', `${INVALID} for 7`),
  line('version 2 as a number', ping({ jsonrpc: 2 }), `${INVALID} for 7`),
  line('no method', '{"jsonrpc":"2.0","id":7}', `${INVALID} for 7`),
  line('a number as method', ping({ method: 7 }), `${INVALID} for 7`),
  line('a list as parameters', ping({ params: [] }), `${INVALID} for 7`),
  line('a text as parameters', ping({ params: 'x' }), `${INVALID} for 7`),
  line('null as parameters', ping({ params: null }), `${INVALID} for 7`),
  line('the id null', ping({ id: null }), INVALID),
  line('the id true', ping({ id: true }), INVALID),
  line('an object as id', ping({ id: { a: 1 } }), INVALID),
  line('a list as id', ping({ id: [1] }), INVALID),
  line('the id 1.5', ping({ id: 1.5 }), `${INVALID} for 1.5`),
  line('the id -1', ping({ id: -1 }), 'ok for -1'),
  line('the id 2^53 - 1', ping({ id: 2 ** 53 - 1 }), 'ok for 9007199254740991'),
  line('the id 10^308', '{"jsonrpc":"2.0","id":1e308,"method":"ping"}', `${INVALID} for 1e+308`),
  line('an id beyond any number', '{"jsonrpc":"2.0","id":1e999,"method":"ping"}', `${INVALID} for null`),
  line('an empty text as id', ping({ id: '' }), 'ok for ""'),
  line(
    'a text of 100,000 letters as id',
    ping({ id: 'x'.repeat(100_000) }),
    `ok for "${'x'.repeat(39)}... of 100002`,
  ),
  line('the id __proto__', ping({ id: '__proto__' }), 'ok for "__proto__"'),
  line('two ids in one object', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 'ok for 2'),
  line(
    'a member named __proto__',
    '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"id":2}}',
    `${INVALID} for 1`,
  ),
  line(
    'two requests of one id',
    '{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":1,"method":"ping"}',
    'ok for 1, ok for 1',
  ),
  line('an answer to a question nobody asked', '{"jsonrpc":"2.0","id":99,"result":{}}', 'nothing'),
  line(
    'an error to a question nobody asked',
    '{"jsonrpc":"2.0","id":99,"error":{"code":1,"message":"x"}}',
    'nothing',
  ),
  line('a notification nobody knows', '{"jsonrpc":"2.0","method":"notifications/none"}', 'nothing'),
  line(
    'the cancellation of a call there is not',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}',
    'nothing',
  ),
  line('a cancellation of nothing', '{"jsonrpc":"2.0","method":"notifications/cancelled"}', 'nothing'),
  line(
    'a cancellation of an object',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":1}}}',
    'nothing',
  ),
  line(
    'a second handshake',
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}',
    'ok for 1',
  ),
  line(
    'a handshake without its parameters',
    '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
    'error -32603 for 1',
  ),
  ...[
    'secrets/reveal',
    'secret_get',
    '__proto__',
    'constructor',
    'toString',
    '',
    'TOOLS/LIST',
    'tools/list ',
    'tools/call/../list',
    'resources/list',
    'prompts/list',
    'completion/complete',
    'sampling/createMessage',
    'shutdown',
  ].map((method) => line(`the method ${JSON.stringify(method)}`, ping({ method }), `${UNKNOWN} for 7`)),
  {
    input: 'a program to run, as a notification',
    expected: 'nothing, and nothing has run',
    attempt: async () => {
      const said = await wire.said(runAsNotification());
      await wire.call({ name: 'secret_run', arguments: { keys: [], command: 'true' } });
      return `${said}, and ${(await exists(home.file('ran'))) ? 'it has' : 'nothing has'} run`;
    },
  },
  {
    input: 'a program that prints answers of the protocol',
    expected: 'they come as its output, and none as an answer',
    attempt: async () => {
      const forged = '{"jsonrpc":"2.0","id":"forged","result":{}}';
      const script = `process.stdout.write(${JSON.stringify(`\n${forged}\n`)}); process.stderr.write(${JSON.stringify(`${forged}\n`)})`;
      const said = await wire.call({
        name: 'secret_run',
        arguments: { keys: [], command: process.execPath, args: ['-e', script] },
      });
      const answers = wire.server.received.filter((message) => message['id'] === 'forged');
      return said === 'ok' && answers.length === 0
        ? 'they come as its output, and none as an answer'
        : `${said}, ${answers.length} answers`;
    },
  },
  {
    input: 'all of the above on one connection',
    expected: 'nothing but messages of version 2.0, and nothing of a value',
    attempt: async () => {
      const others = wire.server.received.filter((message) => message['jsonrpc'] !== '2.0');
      const text = JSON.stringify(wire.server.received) + wire.server.stderr;
      if (others.length > 0) return JSON.stringify(others[0]);
      return text.includes('value-of-alpha')
        ? 'a value'
        : 'nothing but messages of version 2.0, and nothing of a value';
    },
  },
]);
