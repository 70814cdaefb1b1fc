/* oxlint-disable typescript/no-non-null-assertion -- an index is a hash cut to a table's size, or an entry */
import { PIECE } from './survey/sample-set.ts';

/**
 * Finds patterns by looking at a few bytes of the text only: the pieces of four or eight bytes that begin at
 * every `stride`th place. Of each pattern the index knows the pieces that begin at its first `stride` bytes;
 * wherever it stands in the text, one of those is looked at. The rest is then compared.
 */
export interface SampleIndex {
  readonly stride: number;
  /** Bytes of a piece whose hash leads to entries: 4 or 8. */
  readonly pieceLength: number;
  /** By hash of a piece: the first of a chain of entries, or -1. */
  readonly heads: Int32Array;
  readonly headShift: number;
  /** By entry: the hash, the pattern, the piece's place in it, and the next entry of the chain. */
  readonly hashes: Int32Array;
  readonly patterns: Int32Array;
  readonly places: Uint8Array;
  readonly next: Int32Array;
  /** All patterns in a row, and where each starts; one more than there are patterns. */
  readonly bytes: DataView;
  readonly starts: Int32Array;
  readonly labels: Int32Array;
}

const LONG_PIECE = 8;
const LONGEST_STRIDE = 16;
/** Entries with which a set of samples still keeps most other text out. */
const MOST_ENTRIES = 1 << 16;

/** The largest stride for these patterns; less than 2 when they are too short, or too many to tell from other text. */
export function longestStride(patterns: readonly Buffer[]): number {
  if (patterns.length === 0) return 0;
  const room = Math.floor(MOST_ENTRIES / patterns.length);
  return Math.min(LONGEST_STRIDE, shortestOf(patterns) + 1 - pieceLengthFor(patterns), room);
}

function shortestOf(patterns: readonly Buffer[]): number {
  return patterns.reduce((length, { length: each }) => Math.min(length, each), Infinity);
}

function pieceLengthFor(patterns: readonly Buffer[]): number {
  return shortestOf(patterns) < LONG_PIECE + 3 ? PIECE : LONG_PIECE;
}

/** `stride` is at most the longest one. */
export function compileSamples(
  patterns: readonly Buffer[],
  labels: Int32Array,
  stride = longestStride(patterns),
): SampleIndex {
  const entries = patterns.length * stride;
  const headBits = bitsFor(entries * 2);
  const starts = new Int32Array(patterns.length + 1);
  for (const [i, { length }] of patterns.entries()) starts[i + 1] = starts[i]! + length;
  const bytes = Buffer.concat(patterns);
  const index = {
    stride,
    pieceLength: pieceLengthFor(patterns),
    heads: new Int32Array(2 ** headBits).fill(-1),
    headShift: 32 - headBits,
    hashes: new Int32Array(entries),
    patterns: Int32Array.from({ length: entries }, (_, entry) => Math.floor(entry / stride)),
    places: Uint8Array.from({ length: entries }, (_, entry) => entry % stride),
    next: new Int32Array(entries),
    bytes: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
    starts,
    labels,
  };
  for (let entry = 0; entry < entries; entry++) addEntry(index, entry);
  return index;
}

/** The first four bytes of each entry's piece, for the set of samples. */
export function samplePieces({ bytes, patterns, places, starts }: SampleIndex): number[] {
  return Array.from(patterns, (pattern, entry) => bytes.getInt32(starts[pattern]! + places[entry]!, true));
}

function bitsFor(count: number): number {
  return Math.ceil(Math.log2(count));
}

function addEntry(index: SampleIndex, entry: number): void {
  const { bytes, patterns, places, starts, heads, headShift } = index;
  const hash = pieceHash(index, bytes, starts[patterns[entry]!]! + places[entry]!);
  index.hashes[entry] = hash;
  index.next[entry] = heads[hash >>> headShift]!;
  heads[hash >>> headShift] = entry;
}

export function pieceHash({ pieceLength }: SampleIndex, text: DataView, at: number): number {
  const first = Math.imul(text.getInt32(at, true), 0x85ebca6b);
  const mixed = pieceLength === PIECE ? first : first ^ text.getInt32(at + PIECE, true);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
}

/** How many bytes agree, at most `count`. */
export function agreeing(a: DataView, aAt: number, b: DataView, bAt: number, count: number): number {
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const differing = a.getInt32(aAt + i, true) ^ b.getInt32(bAt + i, true);
    if (differing !== 0) return i + lowestByte(differing);
  }
  while (i < count && a.getUint8(aAt + i) === b.getUint8(bAt + i)) i++;
  return i;
}

/** How many bytes before the places agree, at most `count`. */
export function agreeingBefore(a: DataView, aAt: number, b: DataView, bAt: number, count: number): number {
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const differing = a.getInt32(aAt - i - 4, true) ^ b.getInt32(bAt - i - 4, true);
    if (differing !== 0) return i + (Math.clz32(differing) >> 3);
  }
  while (i < count && a.getUint8(aAt - i - 1) === b.getUint8(bAt - i - 1)) i++;
  return i;
}

/** The number of the lowest byte that is not 0. */
function lowestByte(number: number): number {
  return (31 - Math.clz32(number & -number)) >> 3;
}
