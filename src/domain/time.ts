/** Points in time: RFC 3339, UTC, whole seconds, ending in `Z`. */

import { VaultError } from '../errors.ts';
import { parseDuration } from './duration.ts';

/** `2026-11-21T03:30:00Z`; fractions of a second are dropped. */
export function formatTime(date: Date): string {
  return `${date.toISOString().slice(0, -'.000Z'.length)}Z`;
}

const DATE_TIME =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d{1,9})?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/i;

/**
 * A duration from `now`, an RFC 3339 time, or a date (its first second in UTC), as a time in this file's form.
 * A time in the past is allowed. Throws `invalid` for anything else.
 */
export function parseExpiry(text: string, now: Date): string {
  const time = DATE_TIME.test(text) ? parseTime(text) : now.getTime() + parseSpan(text);
  const date = new Date(time);
  const year = date.getUTCFullYear();
  // Five-digit and negative years are no RFC 3339.
  if (!(year >= 0 && year <= 9999)) throw notExpiry();
  return formatTime(date);
}

/** Whether the time is reached. A secret without one never expires. */
export function isExpired(expiresAt: string | undefined, now: Date): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();
}

/** Whether it expires within `ms` from now; one that has expired already does not. */
export function expiresWithin(expiresAt: string | undefined, ms: number, now: Date): boolean {
  return expiresAt !== undefined && !isExpired(expiresAt, now) && Date.parse(expiresAt) <= now.getTime() + ms;
}

/** Milliseconds since 1970. `Date` takes 30 February for 2 March, so the day is checked. */
function parseTime(text: string): number {
  const [, day = '', clock = '00:00:00', zone = 'Z'] = DATE_TIME.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) throw notExpiry();
  return Date.parse(`${day}T${clock}${zone.toUpperCase()}`);
}

function parseSpan(text: string): number {
  try {
    return parseDuration(text);
  } catch {
    throw notExpiry();
  }
}

function notExpiry(): VaultError {
  return new VaultError(
    'invalid',
    'invalid expiry',
    'write a duration (90d, 1y), a date (2027-01-31) or an RFC 3339 time (2027-01-31T12:00:00Z)',
  );
}
