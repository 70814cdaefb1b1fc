/* oxlint-disable typescript/no-non-null-assertion -- an index is a hash cut to a table's size, or a place in the parts */
import { FRAGMENT } from './fragments.ts';
import { compileSampleSet, PIECE, type SampleSet } from './survey/sample-set.ts';
import type { Pattern } from './sorted-patterns.ts';

/** What fragments are looked for, as rows of bytes any 12 of which are one. */
export interface FragmentIndex {
  /** All pieces of the parts. However a fragment stands, one of its pieces begins at a multiple of the stride. */
  readonly pieces: SampleSet;
  /** By byte: 1 when it is in a part. */
  readonly alphabet: Uint8Array;
  /** By hash of a fragment: where it is in `bytes`, or -1. */
  readonly heads: Int32Array;
  readonly headShift: number;
  /** By place of a fragment: that of the next one with such a hash. */
  readonly next: Int32Array;
  /** All parts in a row; by place, the label, and where the part starts and ends. */
  readonly bytes: DataView;
  readonly labels: Int32Array;
  readonly partStarts: Int32Array;
  readonly partEnds: Int32Array;
}

const LONGEST_STRIDE = FRAGMENT - PIECE + 1;

export function compileFragmentIndex(parts: readonly Pattern[]): FragmentIndex {
  const all = Buffer.concat(parts.map(({ bytes }) => bytes));
  const bits = Math.ceil(Math.log2(Math.max(2, all.length * 2)));
  const index = {
    pieces: compileSampleSet(
      parts.flatMap(({ bytes }) => piecesOf(bytes)),
      LONGEST_STRIDE,
    ),
    alphabet: new Uint8Array(256),
    heads: new Int32Array(2 ** bits).fill(-1),
    headShift: 32 - bits,
    next: new Int32Array(all.length),
    bytes: new DataView(all.buffer, all.byteOffset, all.length),
    labels: new Int32Array(all.length),
    partStarts: new Int32Array(all.length),
    partEnds: new Int32Array(all.length),
  };
  for (const byte of all) index.alphabet[byte] = 1;
  let start = 0;
  for (const { bytes, label } of parts) {
    const end = start + bytes.length;
    index.labels.fill(label, start, end);
    index.partStarts.fill(start, start, end);
    index.partEnds.fill(end, start, end);
    for (let at = start; at + FRAGMENT <= end; at++) addFragment(index, at);
    start = end;
  }
  return index;
}

/** All four-byte pieces. */
export function piecesOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length - PIECE + 1 }, (_, at) => bytes.readInt32LE(at));
}

/** Of two of the same bytes the first stays. */
function addFragment(index: FragmentIndex, at: number): void {
  const { bytes, heads, headShift, next } = index;
  if (findFragment(index, bytes, at) >= 0) return;
  const slot = fragmentHash(bytes, at) >>> headShift;
  next[at] = heads[slot]!;
  heads[slot] = at;
}

/** The place of the fragment that stands at `at` in the text, or -1. */
export function findFragment(
  { bytes, heads, headShift, next }: FragmentIndex,
  text: DataView,
  at: number,
): number {
  let place = heads[fragmentHash(text, at) >>> headShift]!;
  while (place >= 0 && !isSame(bytes, place, text, at)) place = next[place]!;
  return place;
}

function isSame(bytes: DataView, place: number, text: DataView, at: number): boolean {
  const differing =
    (bytes.getInt32(place, true) ^ text.getInt32(at, true)) |
    (bytes.getInt32(place + 4, true) ^ text.getInt32(at + 4, true)) |
    (bytes.getInt32(place + 8, true) ^ text.getInt32(at + 8, true));
  return differing === 0;
}

function fragmentHash(text: DataView, at: number): number {
  const mixed =
    Math.imul(text.getInt32(at, true), 0x85ebca6b) ^ Math.imul(text.getInt32(at + 4, true), 0xc2b2ae35);
  const all = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f) ^ text.getInt32(at + 8, true);
  return Math.imul(all ^ (all >>> 13), 0x9e3779b1);
}
