import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../src/domain/duration.ts';

const DAY = 86_400_000;

describe('a duration', () => {
  test.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['5m', 300_000],
    ['1.5h', 5_400_000],
    ['12h', 12 * 3_600_000],
    ['7d', 7 * DAY],
    ['2w', 14 * DAY],
    ['1y', 365 * DAY],
    ['1h30m', 5_400_000],
    ['1m500ms', 60_500],
    ['0s', 0],
    ['0.0004s', 0],
    ['1000y', 1000 * 365 * DAY],
  ])('of %s is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    '',
    '30',
    's',
    '-5m',
    '+5m',
    '5 m',
    ' 5m',
    '5m ',
    '5M',
    '5min',
    '1e3s',
    '.5h',
    '5.h',
    '1,5h',
    '1h30',
    'Infinity',
    'NaN',
    '5µs',
    '1001y',
    '999999999999999y',
    '٣d',
    '1s'.repeat(33),
  ])('cannot be %j', (text) => {
    expect(() => parseDuration(text)).toThrow(expect.objectContaining({ code: 'invalid' }));
  });
});

test.each([
  [0, '0s'],
  [1, '1ms'],
  [90_000, '1m30s'],
  [300_000, '5m'],
  [5_400_000, '1h30m'],
  [30 * DAY, '30d'],
  [DAY + 1, '1d1ms'],
])('%d ms are written %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('what is written reads back as the same duration', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 - 1 }), fc.nat({ max: 1000 }), (ms, factor) => {
      expect(parseDuration(formatDuration(ms * factor))).toBe(ms * factor);
    }),
  );
});
