import { describe, expect, test } from 'vitest';
import { checkKey, isKey } from '../../src/domain/key.ts';
import { VaultError } from '../../src/errors.ts';

describe('a key', () => {
  test.each([
    'a',
    'db/url',
    'aws/prod/access-key',
    'a.b_c-D9',
    '.env',
    '...',
    'a/...',
    '-',
    '__proto__',
    'x'.repeat(256),
  ])('may be %s', (key) => {
    expect(checkKey(key)).toBe(key);
  });

  test.each([
    ['empty', ''],
    ['an empty first segment', '/abs'],
    ['an empty last segment', 'a/'],
    ['an empty segment inside', 'a//b'],
    ['a single dot', '.'],
    ['a segment of two dots', 'a/../b'],
    ['a space', 'a b'],
    ['a newline at the end', 'a\n'],
    ['a backslash', 'a\\b'],
    ['a wildcard', 'a/*'],
    ['a control character', 'a\u0007'],
    ['a bidirectional mark', 'a\u202eb'],
    ['a letter beyond ASCII', 'clé'],
    ['NUL', 'a\0'],
    ['257 characters', 'x'.repeat(257)],
  ])('is refused with the rule when it is or has %s', (_, key) => {
    expect(isKey(key)).toBe(false);
    expect(() => checkKey(key)).toThrow(/1 to 256 characters.*joined by "\/"/);
  });

  test('keeps a leading @ for shared spaces, and says so', () => {
    expect(() => checkKey('@team/db')).toThrow(/"@" at the start is kept for shared spaces/);
  });

  test('that is refused is not repeated, since it may be a value', () => {
    try {
      checkKey('hunter two!');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(VaultError);
      expect((error as VaultError).code).toBe('invalid');
      expect((error as VaultError).message).not.toContain('hunter');
    }
  });

  test('is judged in linear time', () => {
    const started = performance.now();
    isKey(`${'a/'.repeat(500_000)} `);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
