import { parseDuration } from '../domain/duration.ts';
import { parseExpiry } from '../domain/time.ts';
import { VaultError } from '../errors.ts';

const DAY = 24 * 60 * 60 * 1000;
const LAST_SECOND = DAY - 1000;

/**
 * A point in the past: a duration ago, an RFC 3339 time, or a date, meaning the start or the end of that day.
 * Throws `invalid`.
 */
export function parseMoment(text: string, edge: 'start' | 'end', now: Date): Date {
  try {
    if (!/^\d{4}-/.test(text)) return new Date(now.getTime() - parseDuration(text));
    const time = new Date(parseExpiry(text, now));
    const isDate = !/t/i.test(text);
    return isDate && edge === 'end' ? new Date(time.getTime() + LAST_SECOND) : time;
  } catch {
    throw new VaultError(
      'invalid',
      'invalid time',
      'write a duration ago (7d), a date (2026-01-31) or an RFC 3339 time (2026-01-31T12:00:00Z)',
    );
  }
}
