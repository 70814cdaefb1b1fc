/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import type { SortedPatterns } from './sorted-patterns.ts';

/**
 * Leaps over bytes where no pattern can begin (after Wu and Manber): of the first `window` bytes from a place
 * on, the last three tell how far on a pattern begins at the earliest.
 */
export interface Skip {
  /** Bytes it looks ahead. */
  readonly window: number;
  /** By block hash: places no pattern begins at; 0 when one may begin here. */
  readonly shifts: Uint8Array;
}

const BLOCK = 3;
/** Longer windows leap further, but with many patterns fill the table. */
const LONGEST_WINDOW = 24;
/** A shorter window leaps less than the automaton steps. */
const SHORTEST_WINDOW = 6;
const SLOTS = 1 << 16;
/** At most this share of the slots may be taken by blocks of patterns. */
const FILL = 1 / 4;

/** Null when the patterns are too short or too many to leap. */
export function compileSkip({ bytes }: SortedPatterns): Skip | null {
  const shortest = bytes.reduce((length, pattern) => Math.min(length, pattern.length), LONGEST_WINDOW);
  const window = Math.min(shortest, BLOCK - 1 + Math.floor((SLOTS * FILL) / bytes.length));
  if (window < SHORTEST_WINDOW) return null;
  const shifts = new Uint8Array(SLOTS).fill(window - BLOCK + 1);
  for (const pattern of bytes) {
    for (let end = BLOCK; end <= window; end++) {
      const slot = blockHash(pattern[end - 3]!, pattern[end - 2]!, pattern[end - 1]!);
      shifts[slot] = Math.min(shifts[slot]!, window - end);
    }
  }
  return { window, shifts };
}

/** The first place from `from` on where a pattern may begin, or where too little of the chunk is left to tell. */
export function leap({ window, shifts }: Skip, chunk: Buffer, from: number): number {
  let i = from + window - 1;
  while (i < chunk.length) {
    const shift = shifts[blockHash(chunk[i - 2]!, chunk[i - 1]!, chunk[i]!)]!;
    if (shift === 0) break;
    i += shift;
  }
  return i - window + 1;
}

function blockHash(a: number, b: number, c: number): number {
  return (a ^ (b << 4) ^ (c << 8)) & (SLOTS - 1);
}
