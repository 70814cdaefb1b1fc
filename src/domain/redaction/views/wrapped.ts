/* oxlint-disable typescript/no-non-null-assertion -- an index is a byte of the chunk */
import type { Pattern } from '../sorted-patterns.ts';
import { Cursor } from '../survey/place-list.ts';
import type { Survey, ViewsPlan } from '../survey/survey.ts';
import { type Anchors, AnchoredLens, describeAnchors } from './anchored.ts';
import { base64Core } from '../forms/base64.ts';
import type { Kept } from './kept.ts';
import { nextByte } from './next-byte.ts';
import type { ViewPlan } from './view.ts';

const [TAB, LF, CR, SPACE, EQUALS, BACKSLASH, LETTER_N, LETTER_R] = [9, 10, 13, 32, 61, 92, 110, 114];
/** White space between two bytes of a value: a line's end and the next one's indentation. */
const LONGEST_GAP = 16;
const SHORTEST = 6;
/** Of so many `=` in a value each may be the one at a line's end. */
const MOST_EQUALS = 4;

/**
 * The value and its base64 in lines of any width: ended by LF, CRLF, `\n` in two characters, or `=` and LF,
 * and indented. White space counts on neither side: a passphrase may break at its spaces.
 */
export function wrappedView(values: readonly Pattern[]): ViewPlan & Pick<ViewsPlan, 'joins'> {
  const patterns = values
    .flatMap(({ bytes, label }) =>
      [bytes, ...base64Cores(bytes)].flatMap((each) =>
        withEqualsLost(withoutSpace(each))
          .flatMap(endings)
          .map((form) => ({ bytes: form, label })),
      ),
    )
    .filter(({ bytes }) => bytes.length >= SHORTEST);
  const anchors = describeAnchors(patterns, { special: '\t\n\r =\\', longestGap: LONGEST_GAP, absent: LF });
  return {
    patterns,
    lens: (survey) => new WrappedLens(anchors, survey),
    onlyMarked: true,
    joins: anchors.neighbours.joins,
  };
}

/** In both alphabets, wherever in a group of three bytes the value begins. */
function base64Cores(value: Buffer): Buffer[] {
  return [0, 1, 2]
    .map((before) => base64Core(value, before))
    .flatMap((core) => [core, core.replaceAll('+', '-').replaceAll('/', '_')])
    .map((core) => Buffer.from(core));
}

function withoutSpace(bytes: Buffer): Buffer {
  return Buffer.from(bytes.filter((byte) => !isSpace(byte)));
}

/** An `=` of the value at a line's end is taken for a soft break: it may be lost. */
function withEqualsLost(bytes: Buffer): Buffer[] {
  const places = Array.from(bytes.entries()).flatMap(([i, byte]) => (byte === EQUALS ? [i] : []));
  const lost = places
    .slice(0, MOST_EQUALS)
    .map((place) => Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)]));
  return [bytes, ...lost];
}

/** A last byte that is held until the next one shows must not be waited for. */
function endings(bytes: Buffer): Buffer[] {
  const last = bytes.at(-1);
  return last === EQUALS || last === BACKSLASH ? [bytes, bytes.subarray(0, -1)] : [bytes];
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === LF || byte === CR || byte === TAB;
}

class WrappedLens extends AnchoredLens {
  readonly #lines: Cursor;
  #line = -1;
  #escape = -1;

  constructor(anchors: Anchors, survey: Survey) {
    super(anchors);
    this.#lines = new Cursor(survey.lines);
  }

  protected take(byte: number, place: number, kept: Kept): boolean {
    const { held } = this;
    if (held >= 0) {
      this.held = -1;
      this.busy = false;
      if (held === BACKSLASH && (byte === LETTER_N || byte === LETTER_R)) {
        kept.mark(place);
        return this.#leaveOut();
      }
      if (held === BACKSLASH || (byte !== LF && byte !== CR)) this.#keep(held, this.heldAt, kept);
    }
    if (byte === EQUALS || byte === BACKSLASH) {
      this.held = byte;
      this.heldAt = place;
      this.busy = true;
      return true;
    }
    if (byte === LF) kept.mark(place);
    if (isSpace(byte)) return this.#leaveOut();
    this.#keep(byte, place, kept);
    return this.anchors.member[byte] !== 0;
  }

  #keep(byte: number, place: number, kept: Kept): void {
    this.gap = 0;
    kept.push(byte, place);
  }

  #leaveOut(): boolean {
    return ++this.gap <= LONGEST_GAP;
  }

  protected reset(): void {
    this.held = -1;
    this.busy = false;
    this.gap = 0;
  }

  protected begin(): void {
    this.#line = this.#escape = -1;
  }

  protected nextAnchor(chunk: Buffer, from: number): number {
    if (this.#line < from) {
      this.#line = this.#nextLine(chunk, from);
    }
    if (this.#escape < from) {
      this.#escape = nextByte(chunk, BACKSLASH, from);
      while (this.#escape < chunk.length && !this.isAnchor(chunk, this.#escape))
        this.#escape = nextByte(chunk, BACKSLASH, this.#escape + 1);
    }
    return Math.min(this.#line, this.#escape);
  }

  #nextLine(chunk: Buffer, from: number): number {
    const { places, end } = this.#lines;
    const { neighbours } = this.anchors;
    for (let i = this.#lines.indexOf(from); i < end; i++) {
      const line = places[i]!;
      // Most lines go no further than this.
      if (neighbours.areApart(chunk, line - 1, line + 1)) continue;
      if (this.isAnchor(chunk, line)) return line;
    }
    return chunk.length;
  }

  protected isAnchor(chunk: Buffer, at: number): boolean {
    const byte = chunk[at]!;
    const after = chunk[at + 1];
    // Of empty lines the last one's end tells.
    if (byte === LF)
      return after !== LF && !(after === CR && chunk[at + 2] === LF) && this.#mayJoin(chunk, at, at + 1);
    if (byte !== BACKSLASH) return false;
    return (
      after === undefined || ((after === LETTER_N || after === LETTER_R) && this.#mayJoin(chunk, at, at + 2))
    );
  }

  #mayJoin(chunk: Buffer, from: number, to: number): boolean {
    let next = to;
    while (next < chunk.length && isSpace(chunk[next]!)) if (++next > to + LONGEST_GAP) return false;
    if (next < chunk.length && chunk[next] === BACKSLASH) return true;
    const { neighbours } = this.anchors;
    const last = beforeSpace(chunk, from);
    if (last >= 0 && chunk[last] === EQUALS && neighbours.mayJoin(chunk, beforeSpace(chunk, last), next))
      return true;
    return neighbours.mayJoin(chunk, last, next);
  }
}

/** The index of the byte before the white space before `at`, as far as that may be left out. */
function beforeSpace(chunk: Buffer, at: number): number {
  let last = at - 1;
  while (last >= 0 && last >= at - LONGEST_GAP - 1 && isSpace(chunk[last]!)) last--;
  return last;
}
