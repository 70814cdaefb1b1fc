import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePointLength, maskValue } from '../../src/domain/mask.ts';

test.each([
  ['', ''],
  ['a', '*'],
  ['abcd', '****'],
  ['abcde', '***de'],
  ['abcdefgh', '******gh'],
  ['abcdefghi', '*****fghi'],
  ['a\u{1f512}b\u{1f512}', '****'],
  ['abc\u{1f512}\u{1f513}', '***\u{1f512}\u{1f513}'],
  ['abcde\u{1f512}\u{1f513}\u{1f511}\u{1f5dd}', '*****\u{1f512}\u{1f513}\u{1f511}\u{1f5dd}'],
  ['12345678\n', '*****678\n'],
])('%j is shown as %j', (value, masked) => {
  expect(maskValue(value)).toBe(masked);
});

test('a mask is as long as its value, shows the tail of the table and only asterisks before it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
      const characters = Array.from(value);
      const shown = characters.length >= 9 ? 4 : characters.length >= 5 ? 2 : 0;
      expect(codePointLength(value)).toBe(characters.length);
      expect(Array.from(maskValue(value))).toEqual([
        ...characters.slice(shown).map(() => '*'),
        ...characters.slice(characters.length - shown),
      ]);
    }),
  );
});
