import type { Kept } from './kept.ts';

/** Keeps of one stream's bytes those that may be a value's, and leaves out what stands between them. */
export interface Lens {
  /**
   * Reads on at index `from` of the chunk, whose first byte is at position `base`, until its end or until
   * `kept` has no room; returns the index to go on from. What cannot belong together is kept apart by a byte that
   * is in no pattern.
   */
  read(chunk: Buffer, from: number, base: number, kept: Kept): number;
  /** The position of the first byte that is not kept yet but may begin an occurrence; Infinity when none may. */
  readonly pendingFrom: number;
}
