import { describe, expect, test } from 'vitest';
import {
  checkBindings,
  checkFieldCount,
  checkHint,
  checkNotes,
  checkTags,
  joinTags,
  checkUrl,
} from '../../src/domain/secret-limits.ts';

test('a secret has at most 100 fields', () => {
  expect(() => checkFieldCount(100)).not.toThrow();
  expect(() => checkFieldCount(101)).toThrow('at most 100 fields');
});

test('notes hold 64 KiB of text, counted in bytes', () => {
  expect(checkNotes('line\n\tline')).toBe('line\n\tline');
  expect(checkNotes('é'.repeat(32 * 1024))).toHaveLength(32 * 1024);
  expect(() => checkNotes(`${'é'.repeat(32 * 1024)}a`)).toThrow('longer than 64 KiB');
  expect(() => checkNotes('a\0')).toThrow('NUL');
});

test('a URL has 1 to 2,048 characters and no control characters', () => {
  expect(checkUrl('https://example.com/?a=b')).toBe('https://example.com/?a=b');
  expect(checkUrl('\u{1f512}'.repeat(2048))).toHaveLength(4096);
  expect(() => checkUrl('x'.repeat(2049))).toThrow('at most 2048 characters');
  expect(() => checkUrl('https://a\nb')).toThrow('control characters');
  expect(() => checkUrl('')).toThrow('cannot be empty');
});

test('a hint is one line of at most 1,024 characters', () => {
  expect(checkHint('starts with sk')).toBe('starts with sk');
  expect(() => checkHint('a\u001b[31m')).toThrow('control characters');
  expect(() => checkHint('x'.repeat(1025))).toThrow('at most 1024 characters');
});

describe('tags', () => {
  test('are trimmed and kept once each, in the order given', () => {
    expect(checkTags([' b', 'a', 'b ', 'B'])).toEqual(['b', 'a', 'B']);
  });

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['a,b', 'comma'],
    ['a\u0000b', 'control'],
    ['a\u007fb', 'control'],
    ['x'.repeat(65), 'at most 64 characters'],
  ])('cannot be %j', (tag, why) => {
    expect(() => checkTags(['fine', tag])).toThrow(why);
  });

  test('are at most 50, duplicates not counted', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => `t${index}`);
    expect(checkTags([...fifty, 't0'])).toHaveLength(50);
    expect(() => checkTags([...fifty, 'more'])).toThrow('at most 50 tags');
  });

  test('gather on a secret, each once, up to a thousand', () => {
    const stored = Array.from({ length: 999 }, (_, n) => `t${n}`);
    expect(joinTags(stored, ['t1', 'new'])).toEqual([...stored, 'new']);
    expect(() => joinTags(stored, ['new', 'newer'])).toThrow('at most 1000 tags');
  });
});

const many = (count: number): Map<string, string> =>
  new Map(Array.from({ length: count }, (_, index) => [`V${index}`, 'x']));

describe('bindings', () => {
  test('name fields the secret has, properties of objects being no fields', () => {
    expect(() => checkBindings(new Map([['DB_USER', 'user']]), ['user'])).not.toThrow();
    expect(() => checkBindings(new Map([['__proto__', '__proto__']]), ['__proto__'])).not.toThrow();
    expect(() => checkBindings(new Map([['A', 'constructor']]), ['user'])).toThrow(
      expect.objectContaining({
        message: 'the binding A names a field the secret does not have: constructor',
        hint: 'its fields are: user',
      }),
    );
  });

  test('cannot set a dangerous or malformed variable', () => {
    expect(() => checkBindings(new Map([['LD_PRELOAD', 'user']]), ['user'])).toThrow(
      /a binding cannot be given/,
    );
    expect(() => checkBindings(new Map([['A B', 'user']]), ['user'])).toThrow(/spaces/);
  });

  test('are at most 100', () => {
    expect(() => checkBindings(many(100), ['x'])).not.toThrow();
    expect(() => checkBindings(many(101), ['x'])).toThrow('at most 100 bindings');
  });
});
