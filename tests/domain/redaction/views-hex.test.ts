import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutsThatShow, hexBytes, masked, maskedInChunks, SECRET } from './views-harness.ts';

const bytes = hexBytes(SECRET);
const spellings: Record<string, string> = {
  'in a row': bytes.join(''),
  'in upper case': bytes.join('').toUpperCase(),
  'in mixed case': bytes.map((byte, i) => (i % 2 === 0 ? byte : byte.toUpperCase())).join(''),
  'apart by spaces': bytes.join(' '),
  'apart by colons': bytes.join(':'),
  'apart by dashes': bytes.join('-'),
  'apart by tabs': bytes.join('\t'),
  'apart by three spaces': bytes.join('   '),
  'in words of two bytes': bytes.join('').replaceAll(/..../g, '$& '),
  'in words of four bytes': bytes.join('').replaceAll(/.{8}/g, '$& '),
  'in wrapped lines': bytes.join('').replaceAll(/.{13}/g, '$&\r\n'),
  'as a C array': `{${bytes.map((byte) => `0x${byte}`).join(', ')}}`,
  'as an indented C array': bytes.map((byte, i) => `0x${byte},${i % 8 === 7 ? '\n        ' : ' '}`).join(''),
  'as string escapes': bytes.map((byte) => `\\x${byte}`).join(''),
  'as JSON escapes': bytes.map((byte) => `\\u00${byte}`).join(''),
  'as code points': bytes.map((byte) => `\\u{${byte}}`).join(''),
  'as character references': bytes.map((byte) => `&#x${byte};`).join(''),
  'as Unicode names': bytes.map((byte) => `U+00${byte}`).join(' '),
  'in percent encoding': bytes.map((byte) => `%${byte}`).join(''),
  'in quoted-printable': bytes.map((byte) => `=${byte.toUpperCase()}`).join(''),
  'as a list of strings': `['${bytes.join("', '")}']`,
  'each in double quotes': `["${bytes.join('","')}"]`,
  'each in brackets': bytes.map((byte) => `[${byte}]`).join(''),
  'each in parentheses': bytes.map((byte) => `(${byte})`).join(' '),
  'as a Node buffer': `<Buffer ${bytes.join(' ')}>`,
  reversed: bytes.toReversed().join(' '),
};

describe('hex of a value is found', () => {
  test.each(Object.entries(spellings))('%s', (_name, spelled) => {
    for (const before of ['', 'x', 'value: ', '0x12, abc 00 ']) {
      const out = maskedInChunks([SECRET], `${before}${spelled} tail`);
      expect(out).not.toContain(bytes[3]?.concat(bytes[4] ?? ''));
      expect(out.match(/#/g)?.length).toBeGreaterThanOrEqual(2 * SECRET.length);
      expect(out).toMatch(/ tail$/);
    }
  });
});

test('where a chunk ends does not show', () => {
  const text = `0x00, ${spellings['as a C array']} 00 ${spellings['as JSON escapes']}0 ${spellings['in a row']}`;
  expect(cutsThatShow([SECRET], text)).toEqual([]);
});

test('only the digits of the value are taken out', () => {
  expect(masked([SECRET], `id 0a 0b ${bytes.join(' ')} 0c 0d`)).toBe(`id 0a 0b ${'#'.repeat(95)} 0c 0d`);
});

test('bytes far apart, and the hex of other bytes, are left alone', () => {
  const text = [
    bytes.join(' '.repeat(40)),
    hexBytes(`${SECRET.slice(0, -1)}X`).join(' '),
    bytes.join('z'),
  ].join('\n');
  expect(masked([SECRET], text)).toBe(text);
});

test('a value of under 6 bytes has no hex form', () => {
  const text = hexBytes('abcde').join(' ');
  expect(masked(['abcde'], text)).toBe(text);
});

test('any bytes are found behind any separators', () => {
  const separators = fc.array(fc.constantFrom('', ' ', ':', ', ', '\n  ', '-'), {
    minLength: 40,
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 6, maxLength: 40 }), separators, (value, between) => {
      const parts = Array.from(value, (byte, i) => `${byte.toString(16).padStart(2, '0')}${between[i]}`);
      const out = masked([value], `<${parts.join('')}>`);
      expect(out.replaceAll(/[#<> :,\n-]/g, '')).toBe('');
    }),
  );
});
