import { describe, expect, test } from 'vitest';
import { checkAliasEntry, resolveSelection } from '../../src/domain/key-alias.ts';

const vault = [
  'cache/url',
  'db/pass',
  'db/url',
  'dev/db/url',
  'prod/cache/url',
  'prod/db/pass',
  'prod/db/url',
  'prod/special',
  'top',
];
const prod = [
  { pattern: 'db/*', target: 'prod/db/*' },
  { pattern: 'cache/*', target: 'prod/cache/*' },
];

/** What a request selects from the vault, as `key <- asked for`. */
function select(requested: string, entries: readonly { pattern: string; target: string }[]): string[] {
  const { pattern, askedFor } = resolveSelection(requested, entries);
  return vault.filter((key) => pattern.matches(key)).map((key) => `${key} <- ${askedFor(key)}`);
}

describe('without an alias', () => {
  test('a key means itself and a pattern what it matches', () => {
    expect(select('db/url', [])).toEqual(['db/url <- db/url']);
    expect(select('db/*', [])).toEqual(['db/pass <- db/pass', 'db/url <- db/url']);
    expect(resolveSelection('db/url', []).pattern).toMatchObject({ text: 'db/url', literal: true });
  });
});

describe('a key through an alias', () => {
  test('means the target, with the wildcards filled', () => {
    expect(select('db/url', prod)).toEqual(['prod/db/url <- db/url']);
    expect(resolveSelection('db/url', prod).pattern).toMatchObject({ text: 'prod/db/url', literal: true });
    const twice = [{ pattern: '*/*-?', target: '?/x/[a-z]/*' }];
    expect(resolveSelection('a/b-c', twice).pattern.text).toBe('a/x/b/c');
  });

  test('stays where no entry matches', () => {
    expect(select('top', prod)).toEqual(['top <- top']);
    expect(select('dev/db/url', prod)).toEqual(['dev/db/url <- dev/db/url']);
  });

  test('takes the first entry that matches, and only once', () => {
    const chain = [
      { pattern: 'top', target: 'db/url' },
      { pattern: 'db/url', target: 'prod/special' },
      { pattern: 'db/*', target: 'prod/db/*' },
    ];
    expect(select('top', chain)).toEqual(['db/url <- top']);
    expect(select('db/url', chain)).toEqual(['prod/special <- db/url']);
    expect(select('db/pass', chain)).toEqual(['prod/db/pass <- db/pass']);
  });

  test('is never read as a pattern', () => {
    const odd = [{ pattern: 'a/*', target: 'b/*' }];
    expect(resolveSelection('a/b', odd).pattern.matches('b/c')).toBe(false);
  });
});

describe('a pattern through an alias', () => {
  test('means the keys of the target pattern, asked for by their short names', () => {
    expect(select('db/*', prod)).toEqual(['prod/db/pass <- db/pass', 'prod/db/url <- db/url']);
  });

  test('never falls back to keys that an entry takes elsewhere', () => {
    expect(select('cache/*', [{ pattern: 'cache/*', target: 'none/*' }])).toEqual([]);
  });

  test('narrower than an entry stays narrow', () => {
    expect(select('db/u*', prod)).toEqual(['prod/db/url <- db/url']);
    expect(select('db/[p-q]*', prod)).toEqual(['prod/db/pass <- db/pass']);
  });

  test('across several entries follows each of them', () => {
    expect(select('*/url', prod)).toEqual(['prod/cache/url <- cache/url', 'prod/db/url <- db/url']);
  });

  test('keeps what no entry matches', () => {
    expect(select('*', prod)).toEqual(['top <- top']);
    expect(select('*/db/*', prod)).toEqual([
      'dev/db/url <- dev/db/url',
      'prod/db/pass <- prod/db/pass',
      'prod/db/url <- prod/db/url',
    ]);
  });

  test('obeys an exception that stands before a general entry', () => {
    const entries = [{ pattern: 'db/url', target: 'prod/special' }, ...prod];
    expect(select('db/*', entries)).toEqual(['prod/db/pass <- db/pass', 'prod/special <- db/url']);
  });
});

describe('an entry', () => {
  test.each([
    ['db/*', 'prod/db'],
    ['db/*', 'prod/*/*'],
    ['*/*', 'prod/*'],
    ['db', 'prod/*'],
    ['db/[a-z]*', 'prod/*'],
  ])('from %s to %s is refused: the wildcards do not pair', (pattern, target) => {
    expect(() => checkAliasEntry({ pattern, target })).toThrow(/same number of wildcards/);
    expect(() => resolveSelection('x', [{ pattern, target }])).toThrow(/same number of wildcards/);
  });

  test('with a malformed pattern or target is refused', () => {
    expect(() => checkAliasEntry({ pattern: '**', target: '*' })).toThrow(/`\*\*`/);
    expect(() => checkAliasEntry({ pattern: '*', target: '{a,b}*' })).toThrow(/`{`/);
  });

  test('may be literal', () => {
    expect(() => checkAliasEntry({ pattern: 'db/url', target: 'prod/db/url' })).not.toThrow();
  });
});
