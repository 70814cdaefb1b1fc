import { describe, expect, test } from 'vitest';
import { type ScoredSecret, scoreSecrets } from '../../src/domain/score.ts';

const now = new Date('2026-11-21T00:00:00Z');
const full = { includeKeys: true, limited: false };
const free = { includeKeys: true, limited: true };
const STRONG = [
  '3f786850e387550fdab836ed7e6dc881',
  '89e6c98d92887913cadf06b2adb97f26',
  '2b66fd261ee5c6cfc8de7fa466bab600',
];

const secret = (key: string, value: string, expiresAt?: string): ScoredSecret => ({
  key,
  values: [{ field: 'value', value }],
  ...(expiresAt !== undefined && { expiresAt }),
});

const weak = (count: number): ScoredSecret[] =>
  ['hunter2', 'password', '123456', 'qwerty', 'letmein']
    .slice(0, count)
    .map((value, index) => secret(`w${index}`, value));
const doubled = (count: number): ScoredSecret[] =>
  Array.from({ length: 2 * count }, (_, index) => secret(`d${index}`, `${index >> 1}${STRONG[0]}`));

describe('the score', () => {
  test.each([[[]], [[{ key: 'a', values: [] }]], [[secret('a', '')]]])(
    'is full where there is nothing to rate',
    async (secrets: ScoredSecret[]) => {
      expect(await scoreSecrets(secrets, now, full)).toEqual({
        overall_score: 100,
        components: { strength: 25, uniqueness: 25, expiration: 25, coverage: 25 },
        issues_count: { duplicates: 0, weak: 0, expiring: 0, expired: 0 },
        top_issues: [],
        suggestions: [],
        limited: false,
      });
    },
  );

  test('gives strength for the mean rating, rounded', async () => {
    const { components } = await scoreSecrets(
      [secret('a', STRONG[0] ?? ''), secret('b', 'password')],
      now,
      full,
    );
    // Ratings 4 and 0.
    expect(components.strength).toBe(13);
  });

  test('gives uniqueness for the share of different values, rounded', async () => {
    const [one = '', two = ''] = STRONG;
    const score = await scoreSecrets([secret('a', one), secret('b', one), secret('c', two)], now, full);
    expect(score.components).toEqual({ strength: 25, uniqueness: 17, expiration: 25, coverage: 25 });
    expect(score.overall_score).toBe(92);
  });

  test('gives expiration for the share not expired among those with an expiry, rounded down', async () => {
    const secrets = [
      secret('a', '', '2026-01-01T00:00:00Z'),
      secret('b', '', '2027-06-01T00:00:00Z'),
      secret('c', '', '2027-06-01T00:00:00Z'),
      secret('d', ''),
    ];
    expect((await scoreSecrets(secrets, now, full)).components.expiration).toBe(16);
  });
});

describe('the issues', () => {
  const secrets = [
    secret('soon', STRONG[0] ?? '', '2026-12-21T00:00:00Z'),
    secret('later', STRONG[1] ?? '', '2026-12-21T00:00:01Z'),
    secret('weaker', 'password'),
    secret('twin/a', STRONG[2] ?? ''),
    secret('twin/b', STRONG[2] ?? ''),
    secret('gone', 'rosebud', '2026-11-21T00:00:00Z'),
  ];

  test('come as expired, duplicate, weak, expiring, each with its severity and keys', async () => {
    const { top_issues: issues, issues_count: count, suggestions } = await scoreSecrets(secrets, now, full);
    expect(
      issues.map(({ type, severity, secret_keys: keys, count: places }) => [type, severity, keys, places]),
    ).toEqual([
      ['expired', 'critical', ['gone'], undefined],
      ['duplicate', 'warning', ['twin/a', 'twin/b'], 2],
      ['weak', 'warning', ['weaker'], undefined],
      ['weak', 'warning', ['gone'], undefined],
      ['expiring', 'warning', ['soon'], undefined],
    ]);
    expect(count).toEqual({ duplicates: 1, weak: 2, expiring: 1, expired: 1 });
    expect(suggestions).toHaveLength(4);
    expect(issues.at(-1)?.description).toBe('A secret expires in 30 days.');
  });

  test('never hold a value, and name no key or field unless asked', async () => {
    const named = secrets.map((each) => ({
      ...each,
      key: `key-${each.key}`,
      values: each.values.map((value) => ({ ...value, field: 'fieldname' })),
    }));
    const silent = JSON.stringify(await scoreSecrets(named, now, { includeKeys: false, limited: true }));
    expect(silent).not.toMatch(/key-|fieldname|secret_keys/);
    const told = JSON.stringify(await scoreSecrets(named, now, full));
    for (const value of secrets.flatMap((each) => each.values)) {
      expect(told).not.toContain(`"${value.value}"`);
      expect(silent).not.toContain(`"${value.value}"`);
    }
    expect(told).not.toContain('rosebud');
  });

  test('count a weak secret once, by its weakest value', async () => {
    const values = ['hunter2', 'password'].map((value) => ({ field: value, value }));
    const { top_issues: issues, issues_count: count } = await scoreSecrets([{ key: 'a', values }], now, full);
    expect(count.weak).toBe(1);
    expect(issues[0]?.description).toContain('strength is 0 of 4');
  });

  test('show duplicates inside one secret with its key once', async () => {
    const values = ['a', 'b', 'c'].map((field) => ({ field, value: STRONG[0] ?? '' }));
    const { top_issues: issues } = await scoreSecrets([{ key: 'k', values }], now, full);
    expect(issues).toMatchObject([{ type: 'duplicate', count: 3, secret_keys: ['k'] }]);
  });
});

describe('the Free edition', () => {
  test('lists three weak secrets and counts all', async () => {
    const score = await scoreSecrets(weak(4), now, free);
    expect(score.top_issues).toHaveLength(3);
    expect(score.issues_count.weak).toBe(4);
    expect(score.limited).toBe(true);
  });

  test('lists three groups of duplicates and counts all', async () => {
    const score = await scoreSecrets(doubled(4), now, free);
    expect(score.top_issues.map(({ type }) => type)).toEqual(['duplicate', 'duplicate', 'duplicate']);
    expect(score.issues_count.duplicates).toBe(4);
    expect(score.limited).toBe(true);
  });

  test('is not limited by exactly three of each', async () => {
    const score = await scoreSecrets([...weak(3), ...doubled(3)], now, free);
    expect(score.top_issues).toHaveLength(6);
    expect(score.limited).toBe(false);
  });

  test('shows every expired and expiring secret', async () => {
    const dated = Array.from({ length: 10 }, (_, index) =>
      secret(`e${index}`, '', index < 5 ? '2026-01-01T00:00:00Z' : '2026-11-30T00:00:00Z'),
    );
    const score = await scoreSecrets(dated, now, free);
    expect(score.top_issues).toHaveLength(10);
    expect(score.limited).toBe(false);
  });

  test('is the only one with a cap', async () => {
    const score = await scoreSecrets([...weak(5), ...doubled(5)], now, full);
    expect(score.top_issues).toHaveLength(10);
    expect(score.limited).toBe(false);
  });
});
