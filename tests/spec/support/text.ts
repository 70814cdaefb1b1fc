import { randomInt } from 'node:crypto';
import { expect } from 'vitest';

/** RFC 3339 in UTC, whole seconds, ending in Z. */
export const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
export const anyTime = expect.stringMatching(RFC3339) as unknown as string;

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A value nobody else has. The default length is long enough to be strong. */
export function random(length = 32): string {
  let text = '';
  for (let i = 0; i < length; i++) text += LETTERS.charAt(randomInt(LETTERS.length));
  return text;
}

/** Seconds between two RFC 3339 times. */
export function secondsBetween(from: unknown, to: unknown): number {
  return (Date.parse(String(to)) - Date.parse(String(from))) / 1000;
}

export function isoIn(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}
