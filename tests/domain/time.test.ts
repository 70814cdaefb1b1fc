import { describe, expect, test } from 'vitest';
import { expiresWithin, formatTime, isExpired, parseExpiry } from '../../src/domain/time.ts';

const now = new Date('2026-11-21T03:30:00.900Z');
const DAY = 86_400_000;

test('a time is written in UTC and whole seconds, fractions dropped', () => {
  expect(formatTime(now)).toBe('2026-11-21T03:30:00Z');
});

describe('an expiry', () => {
  test.each([
    ['90d', '2027-02-19T03:30:00Z'],
    ['1h30m', '2026-11-21T05:00:00Z'],
    ['2027-01-31', '2027-01-31T00:00:00Z'],
    ['2028-02-29', '2028-02-29T00:00:00Z'],
    ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00Z'],
    ['2027-01-31t12:00:00z', '2027-01-31T12:00:00Z'],
    ['2027-01-31T12:00:00.999999999Z', '2027-01-31T12:00:00Z'],
    ['2027-01-01T00:30:00+01:00', '2026-12-31T23:30:00Z'],
    ['2026-12-31T23:30:00-00:30', '2027-01-01T00:00:00Z'],
    ['2020-01-01', '2020-01-01T00:00:00Z'],
  ])('of %s is %s', (text, time) => {
    expect(parseExpiry(text, now)).toBe(time);
  });

  test.each([
    '',
    'tomorrow',
    '2027',
    '2027-01',
    '2027-1-31',
    '2027-13-01',
    '2027-02-30',
    '2026-02-29',
    '2027-00-10',
    '2027-01-31 12:00:00Z',
    '2027-01-31T12:00:00',
    '2027-01-31T12:00Z',
    '2027-01-31T24:00:00Z',
    '2027-01-31T12:60:00Z',
    '2027-01-31T12:00:60Z',
    '2027-01-31T12:00:00+24:00',
    '2027-02-30T12:00:00Z',
    '31.01.2027',
    '+002027-01-31',
    '1799999999',
    '-1d',
    '2027-01-31\n',
    '9999-12-31T23:59:59-23:59',
  ])('cannot be %j', (text) => {
    expect(() => parseExpiry(text, now)).toThrow(
      expect.objectContaining({ code: 'invalid', message: 'invalid expiry' }),
    );
  });

  test('cannot leave the years that RFC 3339 can write', () => {
    expect(() => parseExpiry('1000y', new Date('9500-01-01'))).toThrow('invalid expiry');
  });
});

test('a secret is expired from the second of its expiry on, and never without one', () => {
  expect(isExpired('2026-11-21T03:30:00Z', now)).toBe(true);
  expect(isExpired('2026-11-21T03:30:00Z', new Date('2026-11-21T03:30:00Z'))).toBe(true);
  expect(isExpired('2026-11-21T03:30:01Z', now)).toBe(false);
  expect(isExpired(undefined, now)).toBe(false);
});

test('expiring within includes the last moment, but neither the expired nor those without expiry', () => {
  const at = new Date('2026-11-21T00:00:00Z');
  expect(expiresWithin('2026-11-28T00:00:00Z', 7 * DAY, at)).toBe(true);
  expect(expiresWithin('2026-11-28T00:00:01Z', 7 * DAY, at)).toBe(false);
  expect(expiresWithin('2026-11-21T00:00:01Z', 7 * DAY, at)).toBe(true);
  expect(expiresWithin('2026-11-21T00:00:00Z', 7 * DAY, at)).toBe(false);
  expect(expiresWithin(undefined, 7 * DAY, at)).toBe(false);
});
