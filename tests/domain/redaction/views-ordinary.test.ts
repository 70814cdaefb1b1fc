import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { eachView, masked } from './views-harness.ts';

const values = Array.from({ length: 40 }, (_, i) =>
  createHash('sha256')
    .update(`value ${i}`)
    .digest('base64url')
    .slice(0, 6 + i),
);
const texts = ['package-lock.json', 'README.md', 'src/domain/redaction/views/anchored.ts'];

describe('nothing is found in ordinary text', () => {
  test.each(texts)('%s', (file) => {
    const text = readFileSync(file).subarray(0, 200_000);
    expect(masked(values, text)).toBe(text.toString('latin1'));
  });

  test('of log lines, numbers and hex', () => {
    const lines = Array.from({ length: 500 }, (_, i) => {
      const digest = createHash('sha256').update(String(i)).digest();
      const list = Array.from(digest).join(', ');
      return `2026-11-17T03:04:${i % 60}Z \x1b[32mINFO\x1b[0m ${i} [${list}]\n${digest.toString('hex')}\n${digest.toString('base64')}\n`;
    }).join('');
    expect(masked(values, lines)).toBe(lines);
  });
});

describe('what is held back', () => {
  const makers = eachView(values);
  const heldAfter = (text: string): number => {
    const bytes = Buffer.from(text);
    return Math.max(
      ...makers.map((make) => {
        const finder = make(() => {});
        finder.scan(bytes, 0);
        return bytes.length - finder.undecidedFrom;
      }),
    );
  };

  test('is next to nothing after ordinary text', () => {
    for (const text of [
      'Hello there.\n',
      '100%\n',
      'Password: ',
      '12 of 50',
      'offset 0',
      'x=',
      'C:\\',
      `\x1b[0m`,
    ]) {
      expect(heldAfter(text)).toBeLessThanOrEqual(4);
    }
  });

  test('is bounded, whatever the output', () => {
    for (const piece of [
      ' ',
      '\n',
      '\x1b',
      '\x1b]',
      '\b',
      '0',
      '0x',
      '61',
      '1,',
      '\0',
      '=',
      '\\',
      '_',
      ', ',
      values[0] ?? '',
    ]) {
      expect(heldAfter(piece.repeat(50_000))).toBeLessThan(10_000);
    }
  });
});
