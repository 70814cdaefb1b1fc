/** Spans of time as people write them: `500ms`, `90s`, `1.5h`, `7d`, `1h30m`. */

import { VaultError } from '../errors.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds of each unit; a year has 365 days. */
const units: ReadonlyMap<string, number> = new Map([
  ['y', 365 * DAY],
  ['w', 7 * DAY],
  ['d', DAY],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
  ['ms', 1],
]);

const MAX = 1000 * 365 * DAY;
const SUM = /^(?:\d{1,15}(?:\.\d{1,9})?(?:ms|[smhdwy]))+$/;
const TERM = /([\d.]+)([a-z]+)/g;

/** Whole milliseconds, at most 1,000 years. Throws `invalid` for anything that is not a number with a unit, or a sum of them. */
export function parseDuration(text: string): number {
  if (text.length > 64 || !SUM.test(text)) throw notDuration('invalid duration');
  let sum = 0;
  for (const [, count, unit] of text.matchAll(TERM)) sum += Number(count) * (units.get(unit ?? '') ?? NaN);
  if (!(sum <= MAX)) throw notDuration('a duration is at most 1000y');
  return Math.round(sum);
}

/** The shortest sum of whole days, hours, minutes, seconds and milliseconds: `5m`, `1h30m`, `0s`. */
export function formatDuration(ms: number): string {
  let rest = ms;
  let text = '';
  for (const unit of ['d', 'h', 'm', 's', 'ms']) {
    const size = units.get(unit) ?? 1;
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text || '0s';
}

function notDuration(message: string): VaultError {
  return new VaultError(
    'invalid',
    message,
    'write a number with a unit, or a sum: 500ms, 90s, 5m, 1.5h, 7d, 2w, 1y, 1h30m',
  );
}
