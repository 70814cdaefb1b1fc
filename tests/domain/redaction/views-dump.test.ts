import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DUMPS } from './views-dumps.ts';
import { cutsThatShow, hexBytes, masked, maskedInChunks, SECRET } from './views-harness.ts';

describe('the value is found in the lines of a dump', () => {
  test.each(Object.entries(DUMPS))('%s', (_name, dump) => {
    const out = maskedInChunks([SECRET], `hello\n${dump}\nbye 00\n`);
    expect(out).toMatch(/^hello\n/);
    expect(out).toMatch(/\nbye 00\n$/);
    // Of the lines that hold the value, nothing but the first one's beginning is left.
    const left = out.split('\n').filter((line) => line.includes('#'));
    expect(left).toHaveLength(1);
    expect(masked([SECRET], dump)).toBe(out.slice('hello\n'.length, -'\nbye 00\n'.length));
    for (const piece of SECRET.match(/.{4}/g) ?? []) {
      expect(out).not.toContain(piece);
      expect(out).not.toContain(hexBytes(piece).join(' '));
      expect(out).not.toContain(
        hexBytes(piece).join('').slice(0, 4).concat(' ', hexBytes(piece).join('').slice(4)),
      );
    }
  });

  test('where a chunk ends does not show', () => {
    const text = Object.values(DUMPS).join('\n').slice(0, 2500);
    expect(cutsThatShow([SECRET], text)).toEqual([]);
  });

  test('as gdb shows memory', () => {
    const cells = Array.from(Buffer.from(SECRET), (byte) => `0x${byte.toString(16)}`);
    const lines = Array.from(
      { length: 4 },
      (_, i) => `0x7ffe10${i * 8 + 10}:\t${cells.slice(i * 8, i * 8 + 8).join('\t')}`,
    );
    expect(maskedInChunks([SECRET], `${lines.join('\n')}\n`).match(/#+/g)).toHaveLength(1);
  });
});

describe('the value is found as a list of numbers', () => {
  const numbers = Array.from(Buffer.from(SECRET));
  const lists: Record<string, string> = {
    JSON: JSON.stringify(numbers),
    'indented JSON': JSON.stringify(numbers, null, 4),
    'JSON of a Buffer': JSON.stringify(Buffer.from(SECRET)),
    'of Python': `bytearray([${numbers.join(', ')}])`,
    'with spaces': numbers.join(' '),
    'a line each': numbers.join('\n'),
    'in entities of HTML': numbers.map((each) => `&#${each};`).join(''),
    'in octal escapes': numbers.map((each) => `\\${each.toString(8)}`).join(''),
    'in JavaScript': `String.fromCharCode(${numbers.join(',')})`,
  };
  test.each(Object.entries(lists))('%s', (_name, text) => {
    const out = maskedInChunks([SECRET], `12, ${text} 13`);
    expect(out.match(/#+/g)).toHaveLength(1);
    expect(out.replace(/#+/, '')).toMatch(/^12, \D*?(\[ *\n? *)?\D* 13$/);
  });
});

test('the column of text goes with the bytes, when the output ends there too', () => {
  const [line] = DUMPS['xxd']?.split('\n').slice(1, 2) ?? [];
  const value = 'k_live_4eC39HqLy';
  expect(masked([value], line ?? '')).toMatch(/^00000010: #+$/);
});

test('dumps of other bytes are left alone', () => {
  const other = DUMPS['hexdump -C'] ?? '';
  expect(masked(['sk_live_another_value', 'qwertzuiop12345'], other)).toBe(other);
});

test('any bytes are found at any place of an od dump', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 7, maxLength: 40 }),
      fc.nat(40),
      fc.nat(40),
      (value, before, after) => {
        const all = Buffer.concat([Buffer.alloc(before, 0xee), value, Buffer.alloc(after, 0xdd)]);
        const hex = Array.from(all, (byte) => byte.toString(16).padStart(2, '0'));
        const lines = Array.from({ length: Math.ceil(all.length / 16) }, (_, i) => {
          const offset = (i * 16).toString(8).padStart(7, '0');
          return `${offset} ${hex.slice(i * 16, i * 16 + 16).join(' ')}\n`;
        });
        const text = lines.join('');
        const start = lineOf(before) * 56 + 8 + (before % 16) * 3;
        const last = before + value.length - 1;
        const end = lineOf(last) * 56 + 8 + (last % 16) * 3 + 2;
        expect(masked([value], text).slice(start, end)).toBe('#'.repeat(end - start));
      },
    ),
  );
});

function lineOf(index: number): number {
  return Math.floor(index / 16);
}
