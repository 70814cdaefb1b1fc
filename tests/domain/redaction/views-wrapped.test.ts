import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutsThatShow, masked, maskedInChunks, SECRET } from './views-harness.ts';

const ENDS: Record<string, string> = {
  LF: '\n',
  CRLF: '\r\n',
  'indented lines': '\n        ',
  'soft breaks': '=\n',
  'soft CRLF breaks': '=\r\n',
  'escaped LF': '\\n',
  'escaped CRLF': '\\r\\n',
};

function fold(text: string, width: number, end: string): string {
  return text.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), `$&${end}`);
}

describe.each(Object.entries(ENDS))('a value in lines that end with %s is found', (_name, end) => {
  test.each([1, 2, 3, 5, 8, 16, 31])('of %i characters', (width) => {
    for (const before of ['', 'a', 'hello ']) {
      const out = maskedInChunks([SECRET], fold(`${before}${SECRET} tail`, width, end));
      expect(out.replaceAll(/[\s#=\\]/g, '').replaceAll(/[nr]/g, '')).toMatch(/^(a|hello)?tail$/);
    }
  });

  test.each([2, 4, 19, 40])('in base64, of %i characters', (width) => {
    for (const before of ['', 'a', 'ab']) {
      for (const alphabet of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(`${before}${SECRET}~~~`).toString(alphabet);
        const out = maskedInChunks([SECRET], `x: ${fold(encoded, width, end)}`);
        // At each edge a character that also holds bits of a neighbour may stay.
        expect(out.replaceAll(/[^#]/g, '').length).toBeGreaterThanOrEqual(
          Math.floor((SECRET.length * 4) / 3),
        );
        expect(out.replaceAll(/\\[nr]|[^\w-]/g, '').length).toBeLessThan(16);
      }
    }
  });
});

test('where a chunk ends does not show', () => {
  const encoded = Buffer.from(`a${SECRET}`).toString('base64');
  const text = `x=1\\n\n=\n${fold(SECRET, 9, '=\r\n')} y \\${fold(encoded, 7, '\\r\\n')} z\n  ${fold(encoded, 20, '\n  ')}=`;
  expect(cutsThatShow([SECRET], text)).toEqual([]);
});

test('a value that ends in what may be a soft break is found at the end of the output', () => {
  expect(masked(['abc123def=='], 'abc\n123def==')).toMatch(/^#{11}/);
  expect(masked(['abc123\\'], 'abc\n123\\')).toMatch(/^#{7}/);
});

test('a passphrase broken at its spaces is found', () => {
  expect(masked(['correct horse battery'], 'is correct\n   horse\nbattery!')).toBe(`is ${'#'.repeat(24)}!`);
});

test('a key with lines of its own is found in lines of another width', () => {
  const key = fold('MC4CAQAwBQYDK2VwBCIEIGr0bGVhc2Ugbm90ZSB0aGlz', 16, '\n');
  const again = fold(key.replaceAll('\n', ''), 10, '\n');
  expect(masked([key], again)).toBe('#'.repeat(again.length));
});

test('a value in one line is left to those who look for it there', () => {
  expect(masked([SECRET], `a\n${SECRET}\nb`)).toBe(`a\n${SECRET}\nb`);
});

test('any value is found in lines of any widths', () => {
  const character = fc.constantFrom(...Array.from('abcXYZ019=\\_-+/ .'));
  const value = fc.string({ unit: character, minLength: 8, maxLength: 40 });
  const widths = fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 20, maxLength: 20 });
  fc.assert(
    fc.property(value, widths, (text, each) => {
      fc.pre(!/\\[nr]|\s|[=\\]$/.test(text) && !/[=\\]/.test(text));
      let rest = text;
      const lines: string[] = [];
      for (const width of each) {
        lines.push(rest.slice(0, width));
        rest = rest.slice(width);
      }
      const wrapped = [...lines, rest].filter((line) => line !== '').join('\n');
      fc.pre(wrapped !== text);
      expect(masked([text], `<${wrapped}>`)).toBe(`<${'#'.repeat(wrapped.length)}>`);
    }),
  );
});
