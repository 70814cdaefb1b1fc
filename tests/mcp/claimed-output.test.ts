import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { claimOutput } from '../../src/mcp/claimed-output.ts';

test('once claimed, a stream carries only what its owner writes', async () => {
  const stream = new PassThrough();
  const elsewhere = new PassThrough();
  const output = claimOutput(stream, elsewhere);
  stream.write('stray\n');
  await output.write('{"jsonrpc":"2.0"}\n');
  expect(String(stream.read())).toBe('{"jsonrpc":"2.0"}\n');
  expect(String(elsewhere.read())).toBe('stray\n');
});

test('writing to a reader that has gone settles and calls back', async () => {
  const stream = new PassThrough();
  const output = claimOutput(stream, new PassThrough());
  const gone = new Promise<void>((resolve) => output.onFailure(resolve));
  stream.destroy(new Error('EPIPE'));
  await output.write('x\n');
  await gone;
});
