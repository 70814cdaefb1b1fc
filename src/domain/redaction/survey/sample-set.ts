/* oxlint-disable typescript/no-non-null-assertion -- an index is a hash cut to the set's size */
import type { PlaceList } from './place-list.ts';

/** Bytes of a piece that is looked up. */
export const PIECE = 4;

/** A set of pieces of the patterns, to pass over other text fast: one place in `stride` is looked at. */
export interface SampleSet {
  readonly stride: number;
  /** A bit each, by hash. */
  readonly bits: Uint8Array;
  readonly shift: number;
}

/** Bits of the size in bytes, at most (it is to stay in a near cache, and fit the kernel) and at least. */
const LARGEST = 18;
const SMALLEST = 12;
/** For each piece, so that few others look like one. */
const BYTES_PER_PIECE = 8;

/** `pieces`: four bytes each, little-endian. */
export function compileSampleSet(pieces: readonly number[], stride: number): SampleSet {
  const size = Math.min(LARGEST, Math.max(SMALLEST, Math.ceil(Math.log2(pieces.length * BYTES_PER_PIECE))));
  const set = { stride, bits: new Uint8Array(2 ** size), shift: 32 - size };
  for (const piece of pieces) {
    const hash = shortHash(piece);
    set.bits[hash >>> set.shift]! |= 1 << ((hash >>> (set.shift - 3)) & 7);
  }
  return set;
}

export function shortHash(piece: number): number {
  return Math.imul(piece, 0x9e3779b1);
}

/** Whether the set may have the four bytes. */
export function hasPiece({ bits, shift }: SampleSet, text: DataView, at: number): boolean {
  const hash = shortHash(text.getInt32(at, true));
  return ((bits[hash >>> shift]! >>> ((hash >>> (shift - 3)) & 7)) & 1) !== 0;
}

/** As the kernel's `lookForSamples`, for a short text. */
export function listSamples(set: SampleSet, text: DataView, list: PlaceList): void {
  const most = Math.ceil(text.byteLength / set.stride);
  if (list.places.length < most) list.places = new Int32Array(most);
  list.end = 0;
  list.chunk++;
  for (let at = 0; at + PIECE <= text.byteLength; at += set.stride)
    if (hasPiece(set, text, at)) list.places[list.end++] = at;
}
