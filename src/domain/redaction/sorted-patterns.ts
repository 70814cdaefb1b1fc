/** Bytes to find; the label is a number, the lower one counts of two for the same bytes. */
export interface Pattern {
  readonly bytes: Buffer;
  readonly label: number;
}

/** The patterns in byte order, without empty and double ones: neighbours share their beginnings. */
export interface SortedPatterns {
  readonly bytes: readonly Buffer[];
  readonly labels: Int32Array;
  /** How many leading bytes each pattern shares with the one before it. */
  readonly shared: Int32Array;
}

/** Sorts and removes doubles. */
export function sortPatterns(patterns: readonly Pattern[]): SortedPatterns {
  const sorted = patterns
    .filter((pattern) => pattern.bytes.length > 0)
    .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes) || a.label - b.label);
  const unique = sorted.filter((pattern, i) => i === 0 || !sorted[i - 1]?.bytes.equals(pattern.bytes));
  const bytes = unique.map((pattern) => pattern.bytes);
  return {
    bytes,
    labels: Int32Array.from(unique, (pattern) => pattern.label),
    shared: Int32Array.from(bytes, (pattern, i) => sharedPrefix(bytes[i - 1], pattern)),
  };
}

function sharedPrefix(a: Buffer | undefined, b: Buffer): number {
  if (a === undefined) return 0;
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
