/* oxlint-disable typescript/no-non-null-assertion -- a byte indexes a table of 256 */
import type { Pattern } from '../sorted-patterns.ts';
import { StretchCursor } from '../survey/place-list.ts';
import type { Survey } from '../survey/survey.ts';
import type { Kept } from './kept.ts';
import type { Lens } from './lens.ts';
import { nextRun } from './next-run.ts';
import { keepByte, NO_NIBBLE, spelledBytes } from './nibbles.ts';
import type { ViewPlan } from './view.ts';

const LONGEST_GAP = 16;
/** More digits are no byte and no word; at a line's start they are a dump's offset, which counts for nothing. */
const LONGEST_NUMBER = 6;
/** No byte and no word of two. */
const TOO_MUCH = 65_536;
const LF = 10;

const [OTHER, GAP] = [0xff, 0x20];
const KINDS = new Uint8Array(256).fill(OTHER);
for (const byte of Buffer.from(' \t\r\n,;:[](){}\\\'"&#')) KINDS[byte] = GAP;
for (const byte of Buffer.from('0123456789')) KINDS[byte] = byte - 0x30;
const MEMBER = KINDS.map((kind) => (kind === OTHER ? 0 : 1));

/**
 * The value as a list of numbers, one a byte: `[115, 107]`, `115 107`, `&#115;&#107;`, `\163\153`, the lines of `od -tu1`,
 * `od -b` and, in octal words of two bytes, of plain `od`.
 */
export function numbersView(values: readonly Pattern[], radix: 8 | 10): ViewPlan {
  const patterns = spelledBytes(values);
  const shortest = patterns.reduce((length, { bytes }) => Math.min(length, bytes.length - 1), Infinity);
  const initial = new Set(values.flatMap(({ bytes }) => beginnings(bytes, radix)));
  return {
    patterns,
    lens: (survey) => new NumbersLens(survey, { radix, shortest, initial }),
    onlyMarked: false,
    shortestRow: shortest,
  };
}

/** What the first digits of a number may come to with which a value begins, as `startKey` counts them. */
function beginnings(bytes: Buffer, radix: number): number[] {
  const [first, second] = [bytes[0] ?? 0, bytes[1] ?? 0];
  const digits = first.toString(radix);
  const ofByte = Array.from(digits, (_, i) => startKey(0, Number.parseInt(digits.slice(0, i + 1), radix)));
  if (radix === 10) return ofByte;
  // A word's first three digits are of its higher byte: the second one of the value, or the first.
  const ofWord = [first, second].flatMap((high) =>
    [1, 2, 3].map((count) => startKey(count, (high << 8) >> (18 - 3 * count))),
  );
  return [...ofByte, ...ofWord];
}

/** `count` digits that come to `value`; the count is 0 where it does not matter. */
function startKey(count: number, value: number): number {
  return count * 2 * TOO_MUCH + value;
}

interface Numbers {
  readonly radix: number;
  readonly shortest: number;
  /** The keys of numbers with which a value begins. */
  readonly initial: ReadonlySet<number>;
}

class NumbersLens implements Lens {
  readonly #rows: StretchCursor;
  readonly #radix: number;
  readonly #shortest: number;
  readonly #initial: ReadonlySet<number>;
  #following = false;
  #gap = 0;
  #digits = 0;
  #value = 0;
  #start = 0;
  #afterLine = false;

  constructor(survey: Survey, { radix, shortest, initial }: Numbers) {
    this.#rows = new StretchCursor(survey.rows);
    this.#radix = radix;
    this.#shortest = shortest;
    this.#initial = initial;
  }

  get pendingFrom(): number {
    return this.#following && this.#digits > 0 && this.#mayBegin() ? this.#start : Infinity;
  }

  /** Whether a value may begin with the number that is being read. */
  #mayBegin(): boolean {
    const [digits, value] = [this.#digits, this.#value];
    if (digits > LONGEST_NUMBER || value >= TOO_MUCH) return false;
    if (value === 0 || this.#initial.has(startKey(0, value))) return true;
    const known = Math.min(digits, 3);
    return this.#radix === 8 && this.#initial.has(startKey(known, value >> (3 * (digits - known))));
  }

  read(chunk: Buffer, from: number, base: number, kept: Kept): number {
    const end = Math.min(chunk.length, from + kept.room);
    let i = from;
    while (i < end) {
      if (!this.#following) {
        if (!this.#rows.seek(i)) return chunk.length;
        const { start, end: rowEnd } = this.#rows;
        i = nextRun(chunk, Math.max(i, start), rowEnd, { member: MEMBER, shortest: this.#shortest });
        if (i >= end) break;
        if (i === rowEnd) continue;
        this.#following = true;
      }
      i =
        this.#digits > 0 || KINDS[chunk[i]!]! < 10
          ? this.#readNumber(chunk, i, end, base, kept)
          : this.#readGap(chunk, i, end, base, kept);
    }
    return i;
  }

  #readNumber(chunk: Buffer, from: number, end: number, base: number, kept: Kept): number {
    if (this.#digits === 0) {
      this.#start = base + from;
      this.#value = 0;
    }
    const radix = this.#radix;
    let value = this.#value;
    let i = from;
    for (; i < end; i++) {
      const digit = KINDS[chunk[i]!]!;
      if (digit > 9) break;
      value = digit < radix ? Math.min(value * radix + digit, TOO_MUCH) : TOO_MUCH;
    }
    this.#value = value;
    this.#digits += i - from;
    if (i === end) return i;
    this.#keep(base + i, kept);
    this.#digits = this.#gap = 0;
    this.#afterLine = false;
    return i;
  }

  #readGap(chunk: Buffer, from: number, end: number, base: number, kept: Kept): number {
    let gap = this.#gap;
    let i = from;
    for (; i < end; i++) {
      const kind = KINDS[chunk[i]!]!;
      if (kind < 10) break;
      if (chunk[i] === LF) this.#afterLine = true;
      if (kind !== OTHER && ++gap <= LONGEST_GAP) continue;
      if (kind === OTHER || gap === LONGEST_GAP + 1) kept.push(NO_NIBBLE, base + i);
      if (kind !== OTHER) continue;
      this.#following = false;
      this.#afterLine = false;
      gap = 0;
      i++;
      break;
    }
    this.#gap = gap;
    return i;
  }

  #keep(end: number, kept: Kept): void {
    const value = this.#value;
    const start = this.#start;
    if (this.#digits > LONGEST_NUMBER && this.#afterLine) return;
    if (value < 256 && this.#digits < LONGEST_NUMBER) keepByte(kept, value, start, end);
    else if (this.#radix === 8 && this.#digits === LONGEST_NUMBER && value < TOO_MUCH) {
      keepByte(kept, value & 255, start, end);
      keepByte(kept, value >> 8, start, end);
    } else kept.push(NO_NIBBLE, start);
  }
}
