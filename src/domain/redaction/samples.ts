/* oxlint-disable typescript/no-non-null-assertion -- an index is a hash cut to a table's size, or an entry */
/**
 * Finds patterns by looking at a few bytes of the text only: the pieces of four or eight bytes that begin at
 * every `stride`th place. Of each pattern the index knows the pieces that begin at its first `stride` bytes;
 * wherever it stands in the text, one of those is looked at. The rest is then compared.
 */
export interface SampleIndex {
  readonly stride: number;
  /** Bytes of a piece whose hash leads to entries: 4 or 8. */
  readonly pieceLength: number;
  /** A set of the hashes of first four bytes, a bit each, to pass over other text fast. */
  readonly set: Uint8Array;
  readonly setShift: number;
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

const SHORT_PIECE = 4;
const LONG_PIECE = 8;
const LONGEST_STRIDE = 16;
/** Bytes of the largest set, which is to stay in the processor's nearest cache, and of the smallest. */
const LARGEST_SET = 1 << 16;
const SMALLEST_SET = 1 << 12;
/** Entries with which the largest set still keeps most other text out. */
const MOST_ENTRIES = LARGEST_SET;

/** Null when a pattern is too short, or there are too many patterns to tell them from other text. */
export function compileSamples(patterns: readonly Buffer[], labels: Int32Array): SampleIndex | null {
  const shortest = patterns.reduce((length, { length: each }) => Math.min(length, each), Infinity);
  const pieceLength = shortest < LONG_PIECE + 3 ? SHORT_PIECE : LONG_PIECE;
  const room = Math.floor(MOST_ENTRIES / patterns.length);
  const stride = Math.min(LONGEST_STRIDE, shortest + 1 - pieceLength, room);
  if (patterns.length === 0 || stride < 2) return null;

  const entries = patterns.length * stride;
  const setBits = Math.min(Math.log2(LARGEST_SET), Math.max(Math.log2(SMALLEST_SET), bitsFor(entries * 2)));
  const headBits = bitsFor(entries * 2);
  const starts = new Int32Array(patterns.length + 1);
  for (const [i, { length }] of patterns.entries()) starts[i + 1] = starts[i]! + length;
  const bytes = Buffer.concat(patterns);
  const index = {
    stride,
    pieceLength,
    set: new Uint8Array(2 ** setBits),
    setShift: 32 - setBits,
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

function bitsFor(count: number): number {
  return Math.ceil(Math.log2(count));
}

function addEntry(index: SampleIndex, entry: number): void {
  const { bytes, patterns, places, starts, set, setShift, heads, headShift } = index;
  const at = starts[patterns[entry]!]! + places[entry]!;
  const short = shortHash(bytes.getInt32(at, true));
  set[short >>> setShift]! |= 1 << ((short >>> (setShift - 3)) & 7);
  const hash = pieceHash(index, bytes, at);
  index.hashes[entry] = hash;
  index.next[entry] = heads[hash >>> headShift]!;
  heads[hash >>> headShift] = entry;
}

export function shortHash(piece: number): number {
  return Math.imul(piece, 0x9e3779b1);
}

export function pieceHash({ pieceLength }: SampleIndex, text: DataView, at: number): number {
  const first = Math.imul(text.getInt32(at, true), 0x85ebca6b);
  const mixed = pieceLength === SHORT_PIECE ? first : first ^ text.getInt32(at + SHORT_PIECE, true);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
}

/** The first place at `from` plus a multiple of the stride where the set knows the four bytes, or one after `last`. */
export function nextSample(
  { stride, set, setShift: shift }: Pick<SampleIndex, 'stride' | 'set' | 'setShift'>,
  text: DataView,
  from: number,
  last: number,
): number {
  const low = shift - 3;
  let at = from;
  // Four a turn, which do not wait for each other.
  for (; at + 3 * stride <= last; at += 4 * stride) {
    const a = shortHash(text.getInt32(at, true));
    const b = shortHash(text.getInt32(at + stride, true));
    const c = shortHash(text.getInt32(at + 2 * stride, true));
    const d = shortHash(text.getInt32(at + 3 * stride, true));
    const found =
      (set[a >>> shift]! >>> ((a >>> low) & 7)) |
      (set[b >>> shift]! >>> ((b >>> low) & 7)) |
      (set[c >>> shift]! >>> ((c >>> low) & 7)) |
      (set[d >>> shift]! >>> ((d >>> low) & 7));
    if ((found & 1) !== 0) break;
  }
  for (; at <= last; at += stride) {
    const hash = shortHash(text.getInt32(at, true));
    if (((set[hash >>> shift]! >>> ((hash >>> low) & 7)) & 1) !== 0) break;
  }
  return at;
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
