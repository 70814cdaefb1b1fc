import { describe, expect, test } from 'vitest';
import { nearestKeys } from '../../src/mcp/agent-hint.ts';

describe('the keys nearest to one that is not there', () => {
  const keys = ['aws/access-key', 'aws/secret-key', 'db/prod', 'db/staging', 'github/token'];

  test.each([
    ['aws/acces-key', 'aws/access-key'],
    ['AWS/ACCESS-KEY', 'aws/access-key'],
    ['db/production', 'db/prod'],
    ['github-token', 'github/token'],
    ['prod/db', 'db/prod'],
  ])('%s finds %s first', (asked, nearest) => {
    expect(nearestKeys(asked, keys)[0]).toBe(nearest);
  });

  test('are none when nothing is alike', () => {
    expect(nearestKeys('zzz', keys)).toEqual([]);
    expect(nearestKeys('', keys)).toEqual([]);
    expect(nearestKeys('anything', [])).toEqual([]);
  });

  test('are at most five', () => {
    const many = Array.from({ length: 50 }, (_, n) => `app/key-${n}`);
    expect(nearestKeys('app/key', many)).toHaveLength(5);
  });

  test('are found quickly for a key of a megabyte', () => {
    const started = performance.now();
    nearestKeys('a/'.repeat(500_000), keys);
    expect(performance.now() - started).toBeLessThan(100);
  });
});
