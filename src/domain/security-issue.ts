/** What is wrong with the secrets of a vault, as a list of issues. */

import { type Rating, STRONG_ENOUGH } from './strength.ts';
import { expiresWithin, isExpired } from './time.ts';

export type IssueType = 'expired' | 'duplicate' | 'weak' | 'expiring';

/** An issue with the keys it is about; the description names none. */
export interface Issue {
  readonly type: IssueType;
  readonly keys: readonly string[];
  /** How many values a group of duplicates has. */
  readonly count?: number;
  readonly description: string;
}

/** A value with its rating; one key may have several. */
export interface RatedValue {
  readonly key: string;
  readonly value: string;
  readonly rating: Rating;
}

export interface Expiring {
  readonly key: string;
  readonly expiresAt?: string;
}

const DAY = 24 * 60 * 60 * 1000;
const WARNING_PERIOD = 30 * DAY;

/** One issue a secret past its expiry. */
export function findExpired(secrets: readonly Expiring[], now: Date): Issue[] {
  return secrets
    .filter((secret) => isExpired(secret.expiresAt, now))
    .map(({ key }) => ({ type: 'expired', keys: [key], description: 'A secret has expired.' }));
}

/** One issue a secret that expires within 30 days. */
export function findExpiring(secrets: readonly Expiring[], now: Date): Issue[] {
  return secrets
    .filter((secret) => expiresWithin(secret.expiresAt, WARNING_PERIOD, now))
    .map(({ key, expiresAt = '' }) => {
      const days = Math.floor((Date.parse(expiresAt) - now.getTime()) / DAY);
      const left = days === 0 ? 'less than a day' : formatDays(days);
      return { type: 'expiring', keys: [key], description: `A secret expires in ${left}.` };
    });
}

/** One issue a value that stands in several places, the most frequent first. */
export function findDuplicates(rated: readonly RatedValue[]): Issue[] {
  return [...Map.groupBy(rated, ({ value }) => value).values()]
    .filter((places) => places.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .map((places) => ({
      type: 'duplicate',
      keys: [...new Set(places.map(({ key }) => key))],
      count: places.length,
      description: `The same value is stored in ${places.length} places.`,
    }));
}

/** One issue a secret with a weak value, the weakest first. */
export function findWeak(rated: readonly RatedValue[]): Issue[] {
  const weakest = new Map<string, Rating>();
  for (const { key, rating } of rated) {
    if (rating < STRONG_ENOUGH && rating < (weakest.get(key) ?? STRONG_ENOUGH)) weakest.set(key, rating);
  }
  return [...weakest]
    .toSorted(([, a], [, b]) => a - b)
    .map(([key, rating]) => ({
      type: 'weak',
      keys: [key],
      description: `A value is easy to guess: its strength is ${rating} of 4, and ${STRONG_ENOUGH} is enough.`,
    }));
}

function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
