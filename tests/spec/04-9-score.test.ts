import { describe, expect, test } from 'vitest';
import { ERAS, MODERN, useServer, withServer } from './support/client.ts';
import { useVault, withVault, type Home } from './support/home.ts';
import { random } from './support/text.ts';

interface Issue {
  type: string;
  severity: string;
  count?: number;
  description: string;
  secret_keys?: string[];
}
interface Score {
  overall_score: number;
  components: { strength: number; uniqueness: number; expiration: number; coverage: number };
  issues_count: { duplicates: number; weak: number; expiring: number; expired: number };
  top_issues: Issue[];
  suggestions: string[];
  limited: boolean;
}

const WEAK = ['password', '123456', 'qwerty', 'letmein', 'dragon'];
const SHARED = Array.from({ length: 4 }, () => random(40));

/** 16 rated values, 12 of them distinct, 5 rated 0 and 11 rated 4; three with an expiry, one of them past it. */
const home = useVault(async (fresh) => {
  for (const [index, value] of WEAK.entries()) await fresh.set(`kweak/n${index}`, value);
  for (const [index, value] of SHARED.entries()) {
    await fresh.set(`kdup/n${index}/a`, value);
    await fresh.set(`kdup/n${index}/b`, value);
  }
  await fresh.set('kold', random(40), '--expires', '1ms');
  await fresh.set('ksoon', random(40), '--expires', '10d');
  await fresh.set('klater', random(40), '--expires', '1y');
});

const scoreOf = (of: Home): Promise<Score> =>
  withServer(of, async (server) => (await server.ok('security_score')) as unknown as Score, {
    version: MODERN,
  });

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const score = async (args: Record<string, unknown> = {}): Promise<Score> =>
    (await server.ok('security_score', args)) as unknown as Score;
  const issues = async (type: string): Promise<Issue[]> =>
    (await score({ include_keys: true })).top_issues.filter((issue) => issue.type === type);

  test('[4.9] the answer has exactly the fields of the table', async () => {
    expect(await score()).toEqual({
      overall_score: expect.any(Number),
      components: {
        strength: expect.any(Number),
        uniqueness: expect.any(Number),
        expiration: expect.any(Number),
        coverage: 25,
      },
      issues_count: { duplicates: 4, weak: 5, expiring: 1, expired: 1 },
      top_issues: expect.any(Array),
      suggestions: expect.any(Array),
      limited: true,
    });
  });

  test('[4.9] overall_score is an integer from 0 to 100, each component one from 0 to 25', async () => {
    const { overall_score: overall, components } = await score();
    for (const part of Object.values(components)) {
      expect(Number.isInteger(part) && part >= 0 && part <= 25).toBe(true);
    }
    expect(Number.isInteger(overall) && overall >= 0 && overall <= 100).toBe(true);
  });

  test('[4.9] components.coverage is 25', async () => {
    expect((await score()).components.coverage).toBe(25);
  });

  test('[D Security score] strength = round(25 x mean rating / 4), uniqueness = round(25 x distinct / rated)', async () => {
    expect((await score()).components).toMatchObject({ strength: 17, uniqueness: 19 });
  });

  test('[D Security score] expiration = floor(25 x not expired / with an expiry)', async () => {
    expect((await score()).components.expiration).toBe(16);
  });

  test('[D Security score] overall is the sum of the components', async () => {
    expect((await score()).overall_score).toBe(17 + 19 + 16 + 25);
  });

  for (const [type, severity] of [
    ['weak', 'warning'],
    ['duplicate', 'warning'],
    ['expiring', 'warning'],
    ['expired', 'critical'],
  ] as const) {
    test(`[4.9] an issue of type ${type} has the severity ${severity} and a description`, async () => {
      const found = await issues(type);
      expect(found.length).toBeGreaterThan(0);
      for (const issue of found) {
        expect(issue.severity).toBe(severity);
        expect(issue.description).toMatch(/\S/);
      }
    });
  }

  test('[4.9] suggestions is a list of strings', async () => {
    for (const suggestion of (await score()).suggestions) expect(suggestion).toMatch(/\S/);
  });

  test('[4.9] the Free edition lists at most 3 weak issues, counts all, and limited is true', async () => {
    expect(await issues('weak')).toHaveLength(3);
    expect(await score()).toMatchObject({ limited: true, issues_count: { weak: 5 } });
  });

  test('[4.9] the Free edition lists at most 3 duplicate issues and counts all', async () => {
    expect(await issues('duplicate')).toHaveLength(3);
    expect(await score()).toMatchObject({ issues_count: { duplicates: 4 } });
  });

  test('[4.9] expiring and expired issues are shown in the Free edition', async () => {
    expect(await issues('expiring')).toHaveLength(1);
    expect(await issues('expired')).toHaveLength(1);
  });

  test('[D Security score] top_issues lists expired, then duplicate, weak, expiring', async () => {
    const types = (await score()).top_issues.map((issue) => issue.type);
    const duplicates = Array<string>(3).fill('duplicate');
    const weak = Array<string>(3).fill('weak');
    expect(types).toEqual(['expired', ...duplicates, ...weak, 'expiring']);
  });

  test('[4.9] with include_keys the issues carry secret_keys', async () => {
    expect((await issues('expired'))[0]?.secret_keys).toEqual(['kold']);
    expect((await issues('expiring'))[0]?.secret_keys).toEqual(['ksoon']);
    for (const issue of await issues('weak')) {
      expect(issue.secret_keys).toEqual([expect.stringMatching(/^kweak\/n\d$/)]);
    }
  });

  test('[D Security score] one entry a group of duplicates, with count and its keys', async () => {
    for (const issue of await issues('duplicate')) {
      expect(issue.count).toBe(2);
      const [first, second] = (issue.secret_keys ?? []).toSorted();
      expect(first).toMatch(/^kdup\/n\d\/a$/);
      expect(second).toBe(first?.replace(/a$/, 'b'));
    }
  });

  for (const args of [{}, { include_keys: false }]) {
    test(`[4.9] with ${JSON.stringify(args)} no secret_keys, and nothing in the answer names a key`, async () => {
      const answer = await score(args);
      for (const issue of answer.top_issues) expect(issue).not.toHaveProperty('secret_keys');
      expect(JSON.stringify(answer)).not.toMatch(/kweak|kdup|kold|ksoon|klater/);
    });
  }

  test('[4.9] include_keys is a boolean', async () => {
    await server.fails('security_score', { include_keys: 'yes' });
  });

  test('[4.9] no value is returned', async () => {
    await score({ include_keys: true });
    for (const value of SHARED) expect(server.transcript).not.toContain(value);
    for (const value of WEAK.slice(1)) expect(server.transcript).not.toContain(value);
  });
});

test('[D Security score] every component is 25 when there is nothing to rate', () =>
  withVault(async (fresh) => {
    expect(await scoreOf(fresh)).toEqual({
      overall_score: 100,
      components: { strength: 25, uniqueness: 25, expiration: 25, coverage: 25 },
      issues_count: { duplicates: 0, weak: 0, expiring: 0, expired: 0 },
      top_issues: [],
      suggestions: expect.any(Array),
      limited: false,
    });
  }));

test('[D Security score] fields agents may read and empty values are not rated', () =>
  withVault(async (fresh) => {
    await fresh.ok(['set', 'plain', '--field', 'city=password', '--field', 'town=password']);
    await fresh.set('empty', '');
    expect(await scoreOf(fresh)).toMatchObject({
      overall_score: 100,
      issues_count: { duplicates: 0, weak: 0 },
    });
  }));

test('[D Security score] sensitive fields are rated', () =>
  withVault(async (fresh) => {
    await fresh.ok(['set', 'db', '--field', 'password=password']);
    const score = await scoreOf(fresh);
    expect(score).toMatchObject({ issues_count: { weak: 1 }, components: { strength: 0, uniqueness: 25 } });
  }));

test('[8] exactly 3 weak and 3 duplicate issues are all listed, and limited is false', () =>
  withVault(async (fresh) => {
    for (const [index, value] of WEAK.slice(0, 3).entries()) await fresh.set(`w/${index}`, value);
    for (const [index, value] of SHARED.slice(0, 3).entries()) {
      await fresh.set(`d/${index}/a`, value);
      await fresh.set(`d/${index}/b`, value);
    }
    const score = await scoreOf(fresh);
    expect(score).toMatchObject({ limited: false, issues_count: { weak: 3, duplicates: 3 } });
    expect(score.top_issues).toHaveLength(6);
  }));

test('[D Security score] the warning period is 30 days', () =>
  withVault(async (fresh) => {
    await fresh.set('in', random(40), '--expires', '29d');
    await fresh.set('out', random(40), '--expires', '31d');
    expect(await scoreOf(fresh)).toMatchObject({ issues_count: { expiring: 1, expired: 0 } });
  }));

test('[D Security score] more than 3 expiring issues are all shown', () =>
  withVault(async (fresh) => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await fresh.set(key, random(40), '--expires', '5d');
    const score = await scoreOf(fresh);
    expect(score.top_issues.filter((issue) => issue.type === 'expiring')).toHaveLength(5);
    expect(score.limited).toBe(false);
  }));

test('[D Security score] vaultctl edition says free for a vault that has joined no team', () =>
  withVault(async (fresh) => {
    expect((await fresh.ok(['edition'])).stdout).toMatch(/free/i);
  }));
