/* oxlint-disable typescript/no-non-null-assertion -- an index is a place in the parts, or in the tail */
import type { Finder } from './finder.ts';
import { findFragment, type FragmentIndex } from './fragment-index.ts';
import { FRAGMENT } from './fragments.ts';
import type { Intervals, ReportMerged } from './intervals.ts';
import { agreeing, agreeingBefore } from './samples.ts';
import { END } from './slot-list.ts';
import { Cursor, emptyList } from './survey/place-list.ts';
import { hasPiece, listSamples, PIECE } from './survey/sample-set.ts';
import type { Survey } from './survey/survey.ts';

/** Bytes of a fragment that may be waiting for its last one. */
const TAIL = FRAGMENT - 1;
/** A fragment with the piece at a place begins less than this before it. */
const LONGEST_STRIDE = FRAGMENT - PIECE + 1;
const EMPTY = Buffer.alloc(0);

/** Finds all fragments in a stream, in linear time: each byte is compared with at most one place of the parts. */
export class FragmentFinder implements Finder {
  readonly #index: FragmentIndex;
  readonly #report: ReportMerged;
  readonly #found: Intervals;
  readonly #samples: Cursor;
  /** Samples of the last bytes of one chunk and the first of the next. */
  readonly #across = emptyList();
  readonly #acrossCursor = new Cursor(this.#across);
  /** The last bytes scanned. */
  #tail: Buffer = EMPTY;
  #scanned = 0;

  /** Fragments of what is in `found` already are passed over. */
  constructor(index: FragmentIndex, survey: Survey, report: ReportMerged, found: Intervals) {
    this.#index = index;
    this.#samples = new Cursor(survey.samples);
    this.#report = report;
    this.#found = found;
  }

  /** A fragment may have begun where all that follows is in the parts: bytes, and pieces where there are enough. */
  get undecidedFrom(): number {
    const { alphabet, pieces } = this.#index;
    const text = viewOf(this.#tail);
    let from = this.#tail.length;
    while (from > 0 && alphabet[this.#tail[from - 1]!] === 1) {
      if (from - 1 + PIECE <= text.byteLength && !hasPiece(pieces, text, from - 1)) break;
      from--;
    }
    return this.#scanned - this.#tail.length + from;
  }

  /** A piece is as long as what tells something. */
  get tellingFrom(): number {
    const from = this.undecidedFrom;
    return this.#scanned - from < PIECE ? this.#scanned : from;
  }

  scan(chunk: Buffer, base: number): void {
    const tail = this.#tail;
    if (tail.length > 0) {
      // The fragments that begin in the tail.
      const text = viewOf(Buffer.concat([tail, chunk.subarray(0, TAIL)]));
      listSamples(this.#index.pieces, text, this.#across);
      this.#search(text, base - tail.length, this.#acrossCursor);
    }
    this.#search(viewOf(chunk), base, this.#samples);
    this.#tail =
      chunk.length >= TAIL
        ? Buffer.from(chunk.subarray(-TAIL))
        : Buffer.concat([tail, chunk]).subarray(-TAIL);
    this.#scanned = base + chunk.length;
  }

  #search(text: DataView, base: number, samples: Cursor): void {
    const index = this.#index;
    const { bytes, labels, partEnds, pieces } = index;
    const last = text.byteLength - PIECE;
    this.#found.restartCover();
    /** No fragment that is not reported begins before this. */
    let from = 0;
    let at = samples.next(0);
    while (at <= last) {
      if (!hasPiece(pieces, text, at)) {
        at = samples.next(at + 1);
        continue;
      }
      from = Math.max(from, at - LONGEST_STRIDE + 1, this.#coveredUntil(text, from, at, base) - TAIL);
      if (from > at) {
        at = samples.next(from);
        continue;
      }
      let start = fragmentAcross(index, text, from, at);
      if (start < 0) start = firstFragment(index, text, from, at);
      if (start < 0) {
        at = samples.next(at + 1);
        continue;
      }
      const place = findFragment(index, text, start);
      const count = Math.min(partEnds[place]! - place, text.byteLength - start) - FRAGMENT;
      const end = start + FRAGMENT + agreeing(bytes, place + FRAGMENT, text, start + FRAGMENT, count);
      this.#report(labels[place]!, base + start, base + end, FRAGMENT, base + start);
      from = end - TAIL;
      at = samples.next(from);
    }
  }

  /** Where the stretch around `at` ends that is found already, when all that begins before it is decided; or 0. */
  #coveredUntil(text: DataView, from: number, at: number, base: number): number {
    const slot = this.#found.coverOf(base + at, FRAGMENT);
    if (slot < 0) return 0;
    const { slots } = this.#found.settled;
    const start = slots[slot]! - base;
    // A fragment that reaches into it has the piece before it.
    if (start > from && hasPiece(this.#index.pieces, text, start - 1)) return 0;
    return slots[slot + END]! - base;
  }
}

/** The answer of `firstFragment` where a long row of bytes of a part stands around `at`, as a rule; or -1. */
function fragmentAcross(index: FragmentIndex, text: DataView, from: number, at: number): number {
  const { bytes, partStarts } = index;
  if (at + FRAGMENT > text.byteLength) return -1;
  const place = findFragment(index, text, at);
  if (place < 0) return -1;
  const most = Math.min(at - from, place - partStarts[place]!);
  const start = at - agreeingBefore(bytes, place, text, at, most);
  // Another part's fragment may begin before it; that one has this piece.
  return start > from && hasPiece(index.pieces, text, start - 1) ? -1 : start;
}

/** Where the first fragment begins that begins at `from` or later and has the piece at `at`; or -1. */
function firstFragment(index: FragmentIndex, text: DataView, from: number, at: number): number {
  // A fragment has the piece as far before `at`, or the one as far behind it, or both.
  const before = at - PIECE >= from && hasPiece(index.pieces, text, at - PIECE);
  const behind = at + 2 * PIECE <= text.byteLength && hasPiece(index.pieces, text, at + PIECE);
  if (!before && !behind) return -1;
  const last = Math.min(behind ? at : at - PIECE, text.byteLength - FRAGMENT);
  let start = before ? from : Math.max(from, at - PIECE + 1);
  while (start <= last) {
    // All pieces of a fragment are in the set: one that is not rules out all fragments with it.
    let piece = Math.min(start + LONGEST_STRIDE - 1, text.byteLength - PIECE);
    while (piece >= start && hasPiece(index.pieces, text, piece)) piece--;
    if (piece < start) {
      if (findFragment(index, text, start) >= 0) return start;
      piece = start;
    }
    start = piece + 1;
  }
  return -1;
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
