/* oxlint-disable no-control-regex -- escape sequences are what is tested */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutsThatShow, masked, maskedInChunks, SECRET } from './views-harness.ts';

const characters = Array.from(SECRET);
const [RED, PLAIN] = ['\x1b[01;31m', '\x1b[0m'];

const overprinted: Record<string, string> = {
  'a colour for each character': characters.map((each) => `${RED}${each}${PLAIN}`).join(''),
  'a part in colour': `${SECRET.slice(0, 9)}${RED}\x1b[K${SECRET.slice(9, 14)}${PLAIN}\x1b[K${SECRET.slice(14)}`,
  'a link': `${SECRET.slice(0, 9)}\x1b]8;;https://example.com/a?b=c\x07${SECRET.slice(9)}`,
  'a title ended by ST': `${SECRET.slice(0, 9)}\x1b]0;${'title '.repeat(40)}\x1b\\${SECRET.slice(9)}`,
  'a character set': `${SECRET.slice(0, 9)}\x1b(B\x1b[m${SECRET.slice(9)}`,
  'a cursor moved': `${SECRET.slice(0, 1)}\x1b[?25l\x1b[12C${SECRET.slice(1)}`,
  'bold of a typewriter': characters.map((each) => `${each}\b${each}`).join(''),
  'underlining of a typewriter': characters.map((each) => `_\b${each}`).join(''),
};

describe('a value is found with escapes between its characters', () => {
  test.each(Object.entries(overprinted))('%s', (_name, text) => {
    for (const before of ['', 'hello ', 'x'.repeat(300)]) {
      const out = maskedInChunks([SECRET], `${before}${text} tail${PLAIN}`);
      expect(
        out
          .slice(before.length)
          .replace(RED, '')
          .replace(/^_\x08/, ''),
      ).toMatch(/^#+(\x1b\[0m|\x08c|c)? tail\x1b\[0m$/);
    }
  });

  test('where a chunk ends does not show', () => {
    const text = `a${PLAIN}s\bs ${Object.values(overprinted).join(' ')}`;
    expect(cutsThatShow([SECRET], text)).toEqual([]);
  });

  test('though its first `_` stands where it could underline what is before', () => {
    for (const value of [`_${SECRET}`, `_${SECRET}_`, `__${SECRET}`]) {
      const rest = Array.from(value).join(PLAIN).slice(1);
      for (const before of ['x\b', 'x\b\x1b[1m', '\b\x1b[|'])
        expect(maskedInChunks([value], `${before}_${rest}. tail`), before).not.toContain(rest.slice(-20));
    }
  });

  test('other coloured text is left alone', () => {
    const text = `${RED}${SECRET.slice(0, 20)}${PLAIN} ${RED}${SECRET.slice(20)}${PLAIN}\n${overprinted['a link']?.slice(2)}`;
    expect(masked([SECRET], text)).toBe(text);
  });
});

const SEPARATORS = [' ', '\0', ',', '\n', '-', '.', '|', ', ', '\r\n', ' - ', '","', "', '", '\0\0\0'];

test('a known gap: characters struck over inside a string that a terminal does not show', () => {
  const bold = characters.map((each) => `${each}\b${each}`).join('');
  expect(maskedInChunks([SECRET], `a\x1b_${bold}\x07b`)).toContain(bold.slice(1, -1));
});

describe('a string that another escape sequence breaks off', () => {
  const coloured = Array.from(SECRET).join('\x1b[0m');
  const shown = Array.from(SECRET).join('\b');
  test.each([']0;', 'P', '_', '^', 'X'])('swallows nothing of a value: ESC %s', (begin) => {
    for (const between of ['', 'title ', 'x'.repeat(90), 'x_', '\n']) {
      const text = `b_\x1b${begin}${between}${coloured} and more`;
      expect(maskedInChunks([SECRET], text), JSON.stringify(between)).not.toContain('\x1b[0m');
      const after = `\x1b${begin}${between}\x1b[1m${shown} and more`;
      expect(maskedInChunks([SECRET], after), JSON.stringify(between)).not.toContain('\b');
    }
  });

  test.each([']0;', 'P', '_'])('or that does not end is text, backspaces and all: ESC %s', (begin) => {
    const bold = characters.map((each) => `${each}\b${each}`).join('');
    for (const length of [0, 1, 90, 900, 990, 1023, 1024, 1500]) {
      for (const rest of ['\x1b[0m', 'y'.repeat(1100)]) {
        const text = `s\b\x1b${begin}${'x'.repeat(length)}${bold}${rest} and more`;
        expect(maskedInChunks([SECRET], text), `${length} before`).not.toContain(bold.slice(0, -2));
      }
    }
  });

  test.each([']0;', 'P', '_', '^', 'X'])('swallows nothing of a value after a backspace: ESC %s', (begin) => {
    for (const value of [SECRET, `s${SECRET}`, `s_${SECRET}`]) {
      for (const separator of ['\x1b]8;;x\x07', '\x1b[0m', '\x1b]8;;\x1b\\']) {
        const spelled = Array.from(value).join(separator);
        for (const before of ['\b', '\n\b\x1bb', 's\b', `s\b\x1b_ab`, 'x\b\x1b[1m', '\x1b_\b\x1b_']) {
          const text = `${before}\x1b${begin}a_1${spelled} and more`;
          expect(maskedInChunks([value], text), JSON.stringify(text)).not.toContain(spelled.slice(0, -1));
        }
      }
    }
  });
});

describe('a value is found with one separator between its characters', () => {
  test.each(SEPARATORS)('%j', (separator) => {
    for (const value of [SECRET, 'abc-de', characters.toReversed().join('')]) {
      const apart = Array.from(value).join(separator);
      for (const before of ['', 'hello ', 'x'.repeat(200), ', , , , ', 'a b c, d']) {
        const out = maskedInChunks([value === 'abc-de' ? value : SECRET], `${before}${apart}! tail`);
        expect(out).toBe(`${before}${'#'.repeat(apart.length)}! tail`);
      }
    }
  });

  test('where a chunk ends does not show', () => {
    const text = `, ,${SEPARATORS.map((each) => characters.join(each)).join('. ')}`;
    expect(cutsThatShow([SECRET], text)).toEqual([]);
  });

  test('with changing separators it is not', () => {
    const text = characters.map((each, i) => `${each}${'-+'[i % 2]}`).join('');
    expect(masked([SECRET], text)).toBe(text);
  });

  test('whatever the value and the separator', () => {
    const value = fc.string({
      unit: fc.constantFrom(...Array.from('abcXYZ019_=+/. ')),
      minLength: 6,
      maxLength: 30,
    });
    const separator = fc.string({
      unit: fc.constantFrom(...Array.from(' ,;:-"\'\n\t\0|')),
      minLength: 1,
      maxLength: 4,
    });
    const around = fc.string({ maxLength: 40 });
    fc.assert(
      fc.property(value, separator, around, (text, between, before) => {
        // What repeats in the value itself, being no letter or digit, may be taken for the separator.
        fc.pre(!/([^A-Za-z0-9]).?\1/.test(text) && !Array.from(between).some((each) => text.includes(each)));
        const apart = Array.from(text).join(between);
        expect(masked([text], `${before}z${apart}z`)).toContain(`z${'#'.repeat(apart.length)}z`);
      }),
      { numRuns: 300 },
    );
  });
});
