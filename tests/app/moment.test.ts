import { describe, expect, test } from 'vitest';
import { parseMoment } from '../../src/app/moment.ts';
import { parseRunTimeout } from '../../src/app/run-timeout.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('a point in the past', () => {
  test.each([
    ['1h', 'start', '2026-11-21T11:00:00.000Z'],
    ['7d', 'end', '2026-11-14T12:00:00.000Z'],
    ['2026-11-20', 'start', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 'end', '2026-11-20T23:59:59.000Z'],
    ['2026-11-20T10:00:00+02:00', 'end', '2026-11-20T08:00:00.000Z'],
  ] as const)('%s as the %s is %s', (text, edge, time) => {
    expect(parseMoment(text, edge, now).toISOString()).toBe(time);
  });

  test.each(['', 'yesterday', '2026-02-30', '2026-11-20 10:00', '-1h', '5'])('is not %j', (text) => {
    expect(() => parseMoment(text, 'start', now)).toThrow('invalid time');
  });
});

describe('the time-out of a run', () => {
  test.each([
    ['1ms', 1],
    ['90s', 90_000],
    ['24h', 86_400_000],
  ])('%s is %i ms', (text, ms) => {
    expect(parseRunTimeout(text)).toBe(ms);
  });

  test.each(['0s', '24h1s', '2w', 'soon', ''])('is not %j', (text) => {
    expect(() => parseRunTimeout(text)).toThrow(/invalid (timeout|duration)/);
  });
});
