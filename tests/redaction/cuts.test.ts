// Values at the edges where output is cut: the cap's head and tail, the end of a chunk, the time-out, the end of a
// program that leaves a writer behind. No part of a value of 4 bytes and more comes through; nothing here is imported
// from the product.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ERAS, useServer, withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';
import { base64, hex } from './support/readers.ts';
import { partsLeft } from './support/sections.ts';

const VALUE = 'Qw7Rk2vXz9LmT4xBn8JcH3pYd6GsF1zKuVq5ZjNg';
/** Letters and digits as the value has them, but in words: parts of it are no fragment of a random value. */
const WORDS = 'overgrown Harbour-quayside lantern yawns';
const MARKER = '[REDACTED:v]';
/** Bytes kept of each end of an output, by default. */
const HEAD = { stdout: 16_384, stderr: 8192 };
const STREAMS = ['stdout', 'stderr'] as const;

const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, redaction: 'full' });
  await fresh.set('v', VALUE);
  await fresh.set('w', WORDS);
  await fresh.write('flood.cjs', FLOOD);
  await fresh.write('halves.cjs', HALVES);
  await fresh.write('stops.sh', 'printf "%.${1}s" "$V$W"\nprintf "%.${1}s" "$V$W" >&2\nexec sleep 60\n');
  await fresh.write('leaves.sh', '{ printf "%.${1}s" "$V$W"; exec sleep 60; } &\nsleep 0.2\n');
});
const server = useServer(home, ERAS[1]);

/** Prints, to both streams, a form of the value so that the ends kept of the output begin and end `shift` bytes into it. */
const FLOOD = `
const [, , shift, encoding] = process.argv;
const form = Buffer.from(process.env.V).toString(encoding);
for (const [stream, kept] of [[process.stdout, ${HEAD.stdout}], [process.stderr, ${HEAD.stderr}]]) {
  stream.write('<'.padEnd(kept - shift, '.') + form + '.'.repeat(3 * kept) + form + '.'.repeat(kept - shift - 1) + '>');
}
`;

/** Prints the value in two writes, the second a moment later, at each place. */
const HALVES = `
const { V } = process.env;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
(async () => {
  for (let at = 1; at < V.length; at++) {
    process.stdout.write('<' + V.slice(0, at));
    process.stderr.write('<' + V.slice(0, at));
    await pause(8);
    process.stdout.write(V.slice(at) + '>\\n');
    process.stderr.write(V.slice(at) + '>\\n');
    await pause(2);
  }
})();
`;

/** From an edge before a form to one behind it. */
function shiftsOver(length: number, step: number): number[] {
  return Array.from({ length: Math.ceil((length + 4) / step) }, (_, i) => i * step - 2);
}

/** Does the work of a list, a few at a time. */
async function eachOf<T, R>(list: readonly T[], work: (one: T) => Promise<R>, width = 4): Promise<R[]> {
  const results: R[] = [];
  const next = list.entries();
  const worker = async (): Promise<void> => {
    for (const [i, one] of next) results[i] = await work(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

describe('the cap', () => {
  const forms: [BufferEncoding, number][] = [
    ['utf8', 1],
    ['base64', 7],
    ['hex', 9],
  ];

  test.each(forms)('cuts through a value in %s without showing a part of it', async (encoding, step) => {
    const length = Buffer.from(VALUE).toString(encoding).length;
    const faults = await eachOf(shiftsOver(length, step), async (shift) => {
      const args = [home.file('flood.cjs'), String(shift), encoding];
      const run = await server.ok('secret_run', { keys: ['v'], command: process.execPath, args });
      return STREAMS.flatMap((stream) => {
        const text = String(run[stream]);
        const left = partsLeft(text, VALUE, [base64, hex]);
        const whole = text.startsWith('<...') && text.endsWith('...>') && text.includes(' bytes left out]');
        return left === undefined && whole ? [] : [`${stream} at ${shift}: ${left ?? 'cut wrongly'}`];
      });
    });
    expect(faults.flat()).toEqual([]);
  });
});

describe('chunks', () => {
  test('a value that comes in two pieces is found wherever it is broken', async () => {
    const call = { keys: ['v'], command: process.execPath, args: [home.file('halves.cjs')] };
    const run = await server.ok('secret_run', call);
    for (const stream of STREAMS) expect(run[stream]).toBe(`<${MARKER}>\n`.repeat(VALUE.length - 1));
  });
});

describe('the time-out', () => {
  /** Lengths of the beginning that is printed. */
  const lengths = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 27, 36, VALUE.length - 1];

  test('of a tool call shows nothing of a value that was printed in part', async () => {
    await withServer(home, async (own) => {
      const failures = await eachOf(lengths, (length) =>
        own.fails('secret_run', {
          keys: ['v'],
          command: 'sh',
          args: [home.file('stops.sh'), String(length)],
          timeout: '700ms',
        }),
      );
      expect(failures).toEqual(lengths.map(() => 'timeout exceeded'));
      expect(partsLeft(own.transcript + own.stderr, VALUE, [])).toBeUndefined();
    });
  });

  const values: [string, string][] = [
    ['v', VALUE],
    ['w', WORDS],
  ];
  test.each(values)('of `run --redact` shows no beginning of %s, however long', async (key, value) => {
    // Each costs the start of a program that derives a key.
    const chosen = key === 'v' ? [4, 7, 11, 12, 20, VALUE.length - 1] : [4, 20, WORDS.length - 1];
    const faults = await eachOf(chosen, async (length) => {
      const child = ['sh', home.file('stops.sh'), String(length)];
      const run = await home.cli(['run', '--redact', '--timeout', '900ms', '-k', key, '--', ...child]);
      const left = partsLeft(`${run.stdout}\n${run.stderr}`, value, []);
      return run.code === 124 && left === undefined ? [] : [`${length} bytes: ${left ?? run.code}`];
    });
    expect(faults.flat()).toEqual([]);
  });
});

describe('the end of a program', () => {
  test('that leaves a writer behind shows no beginning of the value that one was printing', async () => {
    const lengths = [4, 6, 8, 11, 12, 20, VALUE.length - 1];
    const faults = await eachOf(lengths, async (length) => {
      const args = [home.file('leaves.sh'), String(length)];
      const run = await server.ok('secret_run', { keys: ['v'], command: 'sh', args });
      const left = partsLeft(String(run['stdout']), VALUE, []);
      return left === undefined ? [] : [`${length} bytes: ${left}`];
    });
    expect(faults.flat()).toEqual([]);
  });

  test('that a cancelled call ends shows nothing', async () => {
    await withServer(home, async (own) => {
      const args = [home.file('stops.sh'), '20'];
      const call = { name: 'secret_run', arguments: { keys: ['v'], command: 'sh', args } };
      const { id } = own.send('tools/call', call);
      await pause(1000);
      own.notify('notifications/cancelled', { requestId: id });
      await own.ok('secret_exists', { key: 'v' });
      expect(partsLeft(own.transcript + own.stderr, VALUE, [])).toBeUndefined();
    });
  });
});
