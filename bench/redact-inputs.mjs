// What the benchmark redacts: values, and texts that are ordinary or made to be slow.
import { createHash } from 'node:crypto';

/** `tokens`: 24 to 42 characters as services issue them. `letters`: rows of one letter. The same in every run. */
export function valuesFor(kind, count) {
  return Array.from({ length: count }, (_, i) => ({
    bytes: Buffer.from(
      kind === 'letters' ? 'a'.repeat(24 + i) : `sk_${digest(`value ${i}`).slice(0, 21 + (i % 19))}`,
    ),
    label: `key/${i}`,
  }));
}

function digest(text) {
  return createHash('sha256').update(text).digest('base64url');
}

const many = (count, line) => (values) =>
  Buffer.from(
    Array.from({ length: count }, (_, i) => line(values[(i * 31) % values.length].bytes, i)).join(''),
  );

/** The text with its last character another one: all but a match. */
const spoiled = (text) => text.slice(0, -1) + (text.endsWith('~') ? '!' : '~');

export const inputs = [
  {
    name: 'log',
    kind: 'ordinary',
    text: many(
      4000,
      (_, i) =>
        `2026-11-17T03:${i % 60}:00Z INFO request ${i * 7919} took ${i % 97} ms, path=/api/v1/items/${i}\n`,
    ),
  },
  { name: 'random', kind: 'ordinary', text: many(8000, (_, i) => `${digest(`text ${i}`)}\n`) },
  { name: 'values', kind: 'hostile', text: many(8000, (value) => `${value}\n`) },
  { name: 'prefixes', kind: 'hostile', text: many(8000, (value, i) => value.subarray(0, -1 - (i % 5))) },
  { name: 'starts', kind: 'hostile', text: many(16_000, (value, i) => value.subarray(0, 3 + (i % 9))) },
  {
    name: 'pieces',
    kind: 'hostile',
    text: many(16_000, (value, i) => value.subarray(i % 13, (i % 13) + 11) + '.'),
  },
  { name: 'hex', kind: 'hostile', text: many(8000, (value) => spoiled(value.toString('hex'))) },
  {
    name: 'base64',
    kind: 'hostile',
    text: many(8000, (value, i) =>
      spoiled(
        Buffer.concat([Buffer.alloc(i % 3), value])
          .toString('base64')
          .replaceAll('=', ''),
      ),
    ),
  },
  {
    name: 'spaced-hex',
    kind: 'hostile',
    text: many(8000, (value) => spoiled(value.toString('hex').replaceAll(/..(?=.)/g, '$& '))),
  },
  {
    name: 'lines',
    kind: 'hostile',
    text: many(16_000, (value, i) => `${value.toString('base64').slice(i % 7, (i % 7) + 1 + (i % 5))}\n`),
  },
  { name: 'apart', kind: 'hostile', text: many(8000, (value) => spoiled([...value.toString()].join(' '))) },
  {
    name: 'escapes',
    kind: 'hostile',
    text: many(8000, (value) => spoiled([...value.toString()].join('\x1b[0m'))),
  },
  { name: 'one-letter', kind: 'hostile', values: 'letters', text: () => Buffer.from('a'.repeat(100_000)) },
  {
    name: 'all-but-letters',
    kind: 'hostile',
    values: 'letters',
    text: () => Buffer.from(`${'a'.repeat(23)}b`.repeat(4000)),
  },
];
