import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createRedactor, type RedactionStream } from '../../src/domain/redactor.ts';

const MIB = 1024 * 1024;

/** Bytes that look random but are the same in every run. */
function noise(length: number, seed: string): Buffer {
  const blocks: Buffer[] = [];
  for (let i = 0; i * 32 < length; i++) blocks.push(createHash('sha256').update(`${seed}${i}`).digest());
  return Buffer.concat(blocks).subarray(0, length);
}

function written(stream: RedactionStream, text: Buffer, size: number): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < text.length; at += size) parts.push(stream.write(text.subarray(at, at + size)));
  return Buffer.concat([...parts, stream.end()]).toString('latin1');
}

describe('a value of 1 MiB', () => {
  const value = noise(MIB, 'long');

  test('is found, its parts are not, and the automaton stays small', () => {
    const before = process.memoryUsage().arrayBuffers;
    const redactor = createRedactor([{ bytes: value, label: 'big' }]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * MIB);
    const half = value.subarray(0, MIB - 1);
    const text = Buffer.concat([half, value, half]);
    const expected = `${half.toString('latin1')}[REDACTED:big]${half.toString('latin1')}`;
    expect(written(redactor.stream(), text, 65_536)).toBe(expected);
    expect(written(redactor.stream(), text, 1000)).toBe(expected);
  });

  test('has its marker as soon as it is complete', () => {
    const stream = createRedactor([{ bytes: value, label: 'big' }]).stream();
    expect(stream.write(value.subarray(0, -1)).toString()).toBe('');
    expect(stream.write(value.subarray(-1)).toString()).toBe('[REDACTED:big]');
  });

  test('of one letter is found in a longer row of it, byte by byte', () => {
    const redactor = createRedactor([{ bytes: Buffer.alloc(MIB, 'a'), label: 'a' }]);
    expect(written(redactor.stream(), Buffer.alloc(MIB + 500, 'a'), 1)).toBe('[REDACTED:a]');
    const short = Buffer.alloc(MIB - 1, 'a');
    expect(written(redactor.stream(), Buffer.concat([short, Buffer.from('b'), short]), 4096)).toHaveLength(
      2 * MIB - 1,
    );
  });

  test('is looked for in all its forms in bounded memory', () => {
    const text = Buffer.from(value.toString('base64').slice(0, MIB));
    const before = process.memoryUsage().arrayBuffers;
    const redactor = createRedactor([{ bytes: text, label: 'big' }], 'full');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(600 * MIB);
    expect(redactor.redactText(`<${text.toString('hex')}>`)).toBe('<[REDACTED:big]>');
  });
});

describe('output of 256 MiB', () => {
  test.each([
    ['ordinary', Buffer.alloc(65_536, 'GET /index.html 200 in 12 ms\n')],
    ['full of beginnings of values', Buffer.alloc(65_536, 'sk_live_abcdefghijklmnopqrstuvwxy')],
    ['full of values', Buffer.alloc(65_536, 'sk_live_abcdefghijklmnopqrstuvwxyz\n')],
  ])('that is %s goes through in constant memory', (_, chunk) => {
    const stream = createRedactor([
      { bytes: Buffer.from('sk_live_abcdefghijklmnopqrstuvwxyz'), label: 'key' },
    ]).stream();
    for (let i = 0; i < 256; i++) stream.write(chunk);
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 4096; i++) stream.write(chunk);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MIB);
    expect(stream.end().length).toBeLessThan(40);
  });
});

describe('a thousand values', () => {
  const values = Array.from({ length: 1000 }, (_, i) => noise(24, `value${i}`).toString('base64url'));
  const redactor = createRedactor(
    values.map((value, i) => ({ bytes: Buffer.from(value), label: `key/${i}` })),
  );

  test('are each found under their own name', () => {
    const expected = values.map((_, i) => `[REDACTED:key/${i}]`).join('\n');
    expect(redactor.redactText(values.join('\n'))).toBe(expected);
    expect(written(redactor.stream(), Buffer.from(values.join('\n')), 7)).toBe(expected);
  });

  test('leave text of their beginnings and ends as it is', () => {
    const text = values.map((value) => value.slice(0, -1) + '|' + value.slice(1)).join('\n');
    expect(redactor.redactText(text)).toBe(text);
  });
});
