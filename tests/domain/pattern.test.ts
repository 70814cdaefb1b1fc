import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../src/domain/pattern.ts';

describe('a pattern', () => {
  test.each([
    ['aws/*', ['aws/a', 'aws/.a', 'aws/access-key'], ['aws', 'aws/a/b', 'awsx/a', 'AWS/a', 'x/aws/a']],
    ['*', ['a', 'a.b', '.env'], ['a/b']],
    ['*/*', ['a/b'], ['a', 'a/b/c']],
    ['db/?', ['db/a', 'db/.'], ['db/', 'db/ab', 'db//']],
    ['a?c', ['abc', 'a.c'], ['a/c', 'ac']],
    ['a*c', ['ac', 'abc', 'abcbc'], ['abcd', 'a/c']],
    ['*a*b*', ['ab', 'xaxbx', 'aabb'], ['ba', 'xbxa']],
    ['db-[0-9]', ['db-0', 'db-9'], ['db-a', 'db-', 'db-10', 'db-[0-9]']],
    ['[abc]x', ['ax', 'cx'], ['dx', 'x']],
    ['[!a-c]x', ['dx', '-x'], ['ax', 'bx', '/x', 'x']],
    ['[^a]', ['b', '^'], ['a', '/']],
    ['[-a]', ['-', 'a'], ['b']],
    ['[a-]', ['-', 'a'], ['b']],
    ['[+--]', ['+', ',', '-'], ['.']],
    ['a.c*', ['a.cd'], ['abcd']],
    ['^a$*', [], ['a', 'ab']],
  ])('%s matches inside one segment', (text, matching, other) => {
    const pattern = compilePattern(text);
    expect(pattern.literal).toBe(false);
    for (const key of matching) expect(pattern.matches(key), key).toBe(true);
    for (const key of other) expect(pattern.matches(key), key).toBe(false);
  });

  test.each([
    ['**', '`**`'],
    ['db/**', '`**`'],
    ['a**b', '`**`'],
    ['***', '`**`'],
    ['{a,b}', '`{`'],
    ['a}*', '`}`'],
    ['@(a|b)', '`(`'],
    ['!(a)', '`(`'],
    ['a|b*', '`|`'],
    ['a\\*', '`\\`'],
    ['a\\b', '`\\`'],
    ['[a', 'not closed'],
    ['a[', 'not closed'],
    ['[a/b]', 'cannot hold'],
    ['[[:alpha:]]', 'cannot hold'],
    ['[\\]]', 'cannot hold'],
    ['[]', 'empty'],
    ['[!]', 'empty'],
    ['[]a]', 'empty'],
    ['a]', '`]`'],
    ['[z-a]', 'wrong way round'],
    ['[a-\n]', 'wrong way round'],
    [`${'a'.repeat(256)}*`, 'longer than 256'],
  ])('%s is refused', (text, why) => {
    expect(() => compilePattern(text)).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(why) }),
    );
  });

  test('without a wildcard is literal, well-formed or not', () => {
    for (const text of [
      '',
      'db/url',
      '../x',
      '/abs',
      '@a',
      'a b',
      '^.$+',
      'x'.repeat(10_000),
      '!a',
      '\u202e',
    ]) {
      const pattern = compilePattern(text);
      expect(pattern.literal).toBe(true);
      expect(pattern.matches(text)).toBe(true);
      expect(pattern.matches(`${text}x`)).toBe(false);
      expect(pattern.captures(text)).toEqual([]);
      expect(pattern.expand([])).toBe(text);
    }
  });
});

describe('captures', () => {
  test.each([
    ['db/*', 'db/url', ['url']],
    ['*/x-?/[ab]*', 'p/x-1/bcd', ['p', '1', 'b', 'cd']],
    ['*-*', 'a-b-c', ['a', 'b-c']],
    ['*', 'a', ['a']],
    ['a*', 'a', ['']],
    ['*b*b', 'abcbdb', ['a', 'cbd']],
    ['?*?', 'abcd', ['a', 'bc', 'd']],
    ['db/*', 'x/url', null],
  ])('of %s on %s are %j', (text, key, captures) => {
    expect(compilePattern(text).captures(key)).toEqual(captures);
  });

  test('put back in give the key again', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.'), maxLength: 6 });
    const glob = fc.string({
      unit: fc.constantFrom('a', 'b', '-', '?', '*', '[ab]', '[!a]'),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.array(glob, { minLength: 1, maxLength: 3 }),
        (parts, globs) => {
          const text = globs.join('/');
          fc.pre(!text.includes('**'));
          const key = parts.join('/');
          const pattern = compilePattern(text);
          const captures = pattern.captures(key);
          expect(captures !== null).toBe(toRegExp(text).test(key));
          if (captures === null) return;
          expect(captures).toHaveLength(pattern.wildcards);
          expect(pattern.expand(captures)).toBe(key);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

test('a pattern built to backtrack takes no time on a key of 10 kB', () => {
  const key = 'a'.repeat(10_000);
  for (const text of [
    '*a'.repeat(127),
    `${'*a'.repeat(120)}b`,
    '*?'.repeat(128),
    `${'*[ab]'.repeat(50)}c`,
    'a*'.repeat(128),
  ]) {
    const started = performance.now();
    compilePattern(text).matches(key);
    compilePattern(text).matches(`${key}/${key}`);
    expect(performance.now() - started).toBeLessThan(2000);
  }
});

/** The same language by another way. */
function toRegExp(text: string): RegExp {
  const source = text
    .replaceAll(/[.^-]/g, (character, at: number) => (text[at - 1] === '[' ? character : `\\${character}`))
    .replaceAll('[!', '[^/')
    .replaceAll('?', '[^/]')
    .replaceAll('*', '[^/]*');
  return new RegExp(`^${source}$`);
}
