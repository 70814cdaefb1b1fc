import type { Pattern } from '../sorted-patterns.ts';
import type { Kept } from './kept.ts';

/** A byte in no pattern of nibbles. */
export const NO_NIBBLE = 16;
/** Set in the lower half of a byte that is spelled as one: so that halves match only as they belong together. */
const LOWER = 32;
const SHORTEST = 6;

/** The halves of each byte, higher one first, a byte each. */
export function nibbles(bytes: Uint8Array): Buffer {
  const halves = Buffer.alloc(bytes.length * 2);
  for (const [i, byte] of bytes.entries()) {
    halves[2 * i] = byte >> 4;
    halves[2 * i + 1] = byte & 15;
  }
  return halves;
}

/**
 * What `keepByte` makes of the values. Also of all but their last bytes: when the output ends, the last number
 * may be waiting for one more digit.
 */
export function spelledBytes(values: readonly Pattern[]): Pattern[] {
  return values
    .flatMap(({ bytes, label }) => [bytes, bytes.subarray(0, -1)].map((each) => ({ bytes: each, label })))
    .filter(({ bytes }) => bytes.length >= SHORTEST)
    .map(({ bytes, label }) => ({
      bytes: nibbles(bytes).map((half, i) => half | (i % 2 === 0 ? 0 : LOWER)),
      label,
    }))
    .map(({ bytes, label }) => ({ bytes: Buffer.from(bytes), label }));
}

/** Keeps a byte that is spelled from `start` to `end`. */
export function keepByte(kept: Kept, byte: number, start: number, end: number): void {
  kept.push(byte >> 4, start);
  kept.push((byte & 15) | LOWER, end - 1);
}
