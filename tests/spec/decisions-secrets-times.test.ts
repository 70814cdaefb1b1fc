import { describe, expect, test } from 'vitest';
import { MODERN, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';
import { isoIn, RFC3339, secondsBetween } from './support/text.ts';

const home = useVault();
const server = useServer(home, MODERN);
const HOUR = 3600;
const DAY = 24 * HOUR;

let next = 0;
const expiryOf = async (expires: string): Promise<string> => {
  const key = `timed/${next++}`;
  await home.set(key, 'v', '--expires', expires);
  const { expires_at: at } = await server.ok('secret_exists', { key });
  expect(at).toMatch(RFC3339);
  return String(at);
};

describe('durations', () => {
  for (const [duration, seconds] of [
    ['500ms', 0.5],
    ['90s', 90],
    ['1.5h', 1.5 * HOUR],
    ['5m', 300],
    ['12h', 12 * HOUR],
    ['7d', 7 * DAY],
    ['2w', 14 * DAY],
    ['1h30m', 1.5 * HOUR],
    ['1d12h', 1.5 * DAY],
  ] as const) {
    test(`[D Secrets] --expires ${duration} is ${seconds} seconds from now`, async () => {
      const before = new Date().toISOString();
      expect(Math.abs(secondsBetween(before, await expiryOf(duration)) - seconds)).toBeLessThan(10);
    });
  }

  test('[D Secrets] --expires 1y is a year from now', async () => {
    const days = secondsBetween(new Date().toISOString(), await expiryOf('1y')) / DAY;
    expect(days).toBeGreaterThan(364.9);
    expect(days).toBeLessThan(366.1);
  });

  for (const duration of ['500ms', '90s', '1.5h', '5m', '12h', '7d', '2w', '1y', '1h30m']) {
    test(`[D Secrets] ${duration} is a duration for list --expiring-within and secret_list`, async () => {
      await home.ok(['list', '--expiring-within', duration]);
      await server.ok('secret_list', { expiring_within: duration });
    });
  }

  for (const duration of ['7', 'd', '7x', '-7d', '1h 30m', '7d!', 'seven days', '1e3s', '0x10s']) {
    test(`[D Secrets] "${duration}" is no duration for list --expiring-within`, async () => {
      const result = await home.cli(['list', `--expiring-within=${duration}`]);
      expect([1, 2]).toContain(result.code);
      expect(result.stdout).toBe('');
    });
  }
});

describe('times', () => {
  for (const [given, at] of [
    ['2031-01-02T03:04:05Z', '2031-01-02T03:04:05Z'],
    ['2031-01-02T03:04:05+02:00', '2031-01-02T01:04:05Z'],
    ['2031-01-02T03:04:05-05:30', '2031-01-02T08:34:05Z'],
    ['2032-02-29T23:59:59Z', '2032-02-29T23:59:59Z'],
  ] as const) {
    test(`[D Secrets] --expires takes the RFC 3339 time ${given}`, async () => {
      expect(await expiryOf(given)).toBe(at);
    });
  }

  test('[D Secrets] fractions of a second are not in the output', async () => {
    expect(await expiryOf('2031-01-02T03:04:05.250Z')).toMatch(/^2031-01-02T03:04:0[56]Z$/);
  });

  test('[D Secrets] --expires takes a date', async () => {
    const at = await expiryOf('2031-06-15');
    expect(Math.abs(secondsBetween('2031-06-15T12:00:00Z', at))).toBeLessThanOrEqual(1.6 * DAY);
  });

  test('[D Secrets] output times are UTC, whole seconds, ending in Z', async () => {
    await home.set('stamped', 'v', '--expires', '3d');
    const { secrets } = (await server.ok('secret_list')) as { secrets: Record<string, unknown>[] };
    for (const secret of secrets) {
      expect(secret['created_at']).toMatch(RFC3339);
      expect(secret['updated_at']).toMatch(RFC3339);
      expect(secret['expires_at']).toMatch(RFC3339);
    }
  });

  test('[D Secrets] created_at is the time the secret was made', async () => {
    const before = isoIn(-2);
    await home.set('made', 'v');
    const { created_at: at, updated_at: updated } = await server.ok('secret_exists', { key: 'made' });
    expect(secondsBetween(before, at)).toBeGreaterThanOrEqual(0);
    expect(secondsBetween(before, at)).toBeLessThan(15);
    expect(updated).toBe(at);
  });
});
