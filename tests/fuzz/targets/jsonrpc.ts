import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as fc from 'fast-check';
import { claimOutput } from '../../../src/mcp/claimed-output.ts';
import { LineBuffer } from '../../../src/mcp/line-buffer.ts';
import { LineTransport } from '../../../src/mcp/line-transport.ts';
import { createProtocolServer } from '../../../src/mcp/protocol-server.ts';
import { tools } from '../../../src/mcp/tools/catalog.ts';
import { makeScope, PASSWORD, type Scope, SECRET } from '../jsonrpc-scope.ts';
import { claim, type Target } from '../target.ts';

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'app',
    'app/*',
    '*',
    '__proto__',
    'value',
    'user',
    'true',
    'env',
    'sh',
    '\0',
    '\ud800',
    '',
    '**',
  ),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 3 },
  text,
  fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53),
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(text, text, { maxKeys: 3 }),
  fc.json({ maxDepth: 3 }).map((json): unknown => JSON.parse(json)),
);
const argumentNames = [
  'key',
  'keys',
  'field',
  'command',
  'args',
  'bindings',
  'env',
  'prefix',
  'pattern',
  'timeout',
  '__proto__',
];
const call = fc.record(
  {
    name: fc.constantFrom(...tools.map((tool) => tool.name), 'secret_get', 'constructor', ''),
    arguments: fc.oneof(fc.dictionary(fc.constantFrom(...argumentNames), value, { maxKeys: 4 }), value),
    _meta: value,
  },
  { requiredKeys: ['name'] },
);
const id = fc.oneof(fc.nat(5), fc.constantFrom('a', '', 'é'), fc.constantFrom(null, 1.5, true, -3));
const method = fc.constantFrom(
  'tools/call',
  'tools/call',
  'tools/call',
  'tools/list',
  'ping',
  'secrets/reveal',
  'resources/read',
  '',
);
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '2.0', '1.0', 2),
    id,
    method,
    params: fc.oneof(call, call, call, value),
  },
  { requiredKeys: [] },
);
const junk = fc.oneof(
  text,
  fc.json({ maxDepth: 4 }),
  fc.constantFrom(
    '[]',
    '[[',
    '{}',
    'null',
    '"',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
    '\u0085',
    ' \t',
    '{"id":1',
  ),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth)),
);
const line = fc
  .oneof(
    { weight: 4, arbitrary: message.map((each) => JSON.stringify(each)) },
    { weight: 1, arbitrary: junk },
  )
  .map((each) => each.replaceAll('\n', ' '));
const conversation = fc.tuple(
  fc.array(line, { minLength: 1, maxLength: 12 }),
  fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 20 }),
);

export async function jsonrpcTarget(): Promise<Target> {
  const { scope, close } = await makeScope();
  return {
    close,
    claims: [
      claim(
        'lines are cut as a plain split does, up to the first that is too long',
        200,
        fc.property(
          fc.array(
            fc.oneof(
              fc.uint8Array({ maxLength: 9 }),
              fc.constantFrom(Uint8Array.of(10), Uint8Array.of(13, 10), Uint8Array.of(0xc3)),
            ),
          ),
          fc.integer({ min: 1, max: 12 }),
          cutsAlike,
        ),
      ),
      claim(
        'every request is answered under its id, every other line as the protocol says, and nothing else is written',
        10,
        fc.asyncProperty(conversation, async ([lines, cuts]) => answersAll(scope, lines, cuts)),
      ),
    ],
  };
}

function cutsAlike(parts: readonly Uint8Array[], limit: number): void {
  const expected: string[] = [];
  let tooLong = false;
  const pieces = Buffer.concat(parts).toString('latin1').split('\n');
  for (const piece of pieces) {
    tooLong ||= piece.length > limit;
    const bytes = Buffer.from(piece, 'latin1').toString('utf8');
    if (!tooLong) expected.push(bytes.endsWith('\r') ? bytes.slice(0, -1) : bytes);
  }
  const buffer = new LineBuffer(limit);
  const seen: string[] = [];
  const feed = (): void => {
    for (const part of parts) seen.push(...buffer.push(Buffer.from(part)));
    seen.push(buffer.rest());
  };
  if (tooLong) assert.throws(feed, RangeError);
  else {
    feed();
    assert.deepEqual(seen, expected);
  }
}

async function answersAll(scope: Scope, lines: readonly string[], cuts: readonly number[]): Promise<void> {
  const [input, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const written: Buffer[] = [];
  stdout.on('data', (chunk: Buffer) => written.push(chunk));
  const transport = new LineTransport(input, claimOutput(stdout, stderr));
  const connection = serveStdio(() => createProtocolServer(scope), { transport });
  const clientInfo = { name: 'fuzz', version: '0' };
  const hello = {
    jsonrpc: '2.0',
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  };
  const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
  const last = { jsonrpc: '2.0', id: 'last', method: 'ping' };
  const bytes = Buffer.from(
    [JSON.stringify(hello), JSON.stringify(ready), ...lines, JSON.stringify(last), ''].join('\n'),
  );
  const answers = (): unknown[] =>
    Buffer.concat(written)
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((each): unknown => JSON.parse(each));
  const expected = ['hello', 'last', ...lines.flatMap(answerTo)].map(String).toSorted();
  try {
    let at = 0;
    for (const cut of cuts) {
      input.write(bytes.subarray(at, at + cut));
      at += cut;
    }
    input.end(bytes.subarray(at));
    const until = performance.now() + 10_000;
    // oxlint-disable-next-line no-await-in-loop -- waits for the answers
    while (answers().length < expected.length && performance.now() < until)
      await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    await connection.close();
  }
  const output = Buffer.concat(written).toString('utf8');
  assert.ok(!output.includes(SECRET) && !output.includes(PASSWORD));
  assert.deepEqual(answers().map(answered).toSorted(), expected);
}

/** What one line is answered by: the id of a request, an error code, or nothing. */
function answerTo(sentLine: string): (string | number)[] {
  if (sentLine.trim() === '') return [];
  let sent: unknown;
  try {
    sent = JSON.parse(sentLine);
  } catch {
    return [PARSE_ERROR];
  }
  const { jsonrpc, id: under, method: asks, params } = Object(sent) as Record<string, unknown>;
  // Under an id that can be used there is one answer, a result or an error.
  if (typeof under === 'string' || typeof under === 'number') return [under];
  const isNotification = !Array.isArray(sent) && !Object.hasOwn(Object(sent) as object, 'id');
  const isRight = jsonrpc === '2.0' && typeof asks === 'string' && isRecordOrNone(params);
  return isNotification &&
    isRight &&
    isRecordOrNone((params as Record<string, unknown> | undefined)?.['_meta'])
    ? []
    : [INVALID_REQUEST];
}

function isRecordOrNone(part: unknown): boolean {
  return part === undefined || (typeof part === 'object' && part !== null && !Array.isArray(part));
}

function answered(message_: unknown): string {
  const {
    jsonrpc,
    id: under,
    error,
    ...rest
  } = message_ as { jsonrpc: string; id?: string | number; error?: { code: number }; result?: unknown };
  assert.equal(jsonrpc, '2.0');
  assert.ok((error === undefined) !== (rest.result === undefined));
  if (under === undefined) return String(error?.code);
  return String(under);
}
