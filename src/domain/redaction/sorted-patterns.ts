/** The patterns in byte order, without empty and double ones: neighbours share their beginnings. */

import type { RedactionPattern } from '../redactor.ts';

export interface SortedPatterns {
  readonly bytes: readonly Buffer[];
  readonly labels: readonly string[];
  /** How many leading bytes each pattern shares with the one before it. */
  readonly shared: Int32Array;
}

/** Sorts and removes doubles; of two labels for the same bytes the first given stays. */
export function sortPatterns(patterns: readonly RedactionPattern[]): SortedPatterns {
  const sorted = patterns
    .filter((pattern) => pattern.bytes.length > 0)
    .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes));
  // The sort is stable, so the first of a row of equal patterns is the first given.
  const unique = sorted.filter((pattern, i) => i === 0 || !sorted[i - 1]?.bytes.equals(pattern.bytes));
  const bytes = unique.map((pattern) => pattern.bytes);
  return {
    bytes,
    labels: unique.map((pattern) => pattern.label),
    shared: Int32Array.from(bytes, (pattern, i) => sharedPrefix(bytes[i - 1], pattern)),
  };
}

function sharedPrefix(a: Buffer | undefined, b: Buffer): number {
  if (a === undefined) return 0;
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
