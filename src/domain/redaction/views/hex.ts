/* oxlint-disable typescript/no-non-null-assertion -- a byte indexes a table of 256 */
import type { Pattern } from '../sorted-patterns.ts';
import { StretchCursor } from '../survey/place-list.ts';
import type { Survey } from '../survey/survey.ts';
import type { Kept } from './kept.ts';
import type { Lens } from './lens.ts';
import { NO_NIBBLE, nibbles } from './nibbles.ts';
import type { ViewPlan } from './view.ts';

/** Bytes between two digits, the longest usual ones being `,` and an indented next line, or `;&#x`. */
const LONGEST_GAP = 16;
/** What a byte is to the lens, above the digits' own values. */
const [OTHER, GAP, X, U] = [0xff, 0x20, 0x21, 0x22];

/** Fewer bytes would match by chance. */
const SHORTEST_WORDS = 4;

const KINDS = new Uint8Array(256).fill(OTHER);
for (const byte of Buffer.from(' \t\r\n:-,;\\%=+&#{}[]()"\'')) KINDS[byte] = GAP;
for (const byte of Buffer.from('0123456789abcdefABCDEF'))
  KINDS[byte] = Number.parseInt(String.fromCharCode(byte), 16);
KINDS[0x78] = KINDS[0x58] = X;
KINDS[0x75] = KINDS[0x55] = U;

/**
 * Hex in either case, and its bytes or words in any spelling with little between them: `61 62`, `61:62`,
 * `0x61, 0x62`, `\x61`, `%61`, `=61`, `\u0061`, `\u{61}`, `&#x61;`, `U+0061`, wrapped and indented lines.
 */
export function hexView(values: readonly Pattern[]): ViewPlan {
  const patterns = values.flatMap(({ bytes, label }) =>
    [bytes, bytes.toReversed(), ...wordsSwapped(bytes)].map((each) => ({ bytes: nibbles(each), label })),
  );
  const shortest = patterns.reduce((length, { bytes }) => Math.min(length, bytes.length), Infinity);
  const zeroFirst = patterns.some(({ bytes }) => bytes[0] === 0);
  return {
    patterns,
    lens: (survey) => new HexLens(survey, zeroFirst),
    onlyMarked: false,
    shortestRow: shortest,
  };
}

/** As words of two bytes that begin with the higher one, wherever the first word begins; whole words only. */
function wordsSwapped(bytes: Buffer): Buffer[] {
  return [bytes, bytes.subarray(1)]
    .map((rest) => Buffer.from(rest.subarray(0, rest.length & ~1)).swap16())
    .filter((words) => words.length >= SHORTEST_WORDS);
}

class HexLens implements Lens {
  readonly #rows: StretchCursor;
  readonly #zeroFirst: boolean;
  #following = false;
  /** Bytes since the last digit. */
  #gap = 0;
  /** Where a 0 stands that may turn out to be that of `0x`; -1 for none. */
  #zero = -1;
  /** How many zeros to leave out: `\u0061` has two. */
  #padding = 0;

  constructor(survey: Survey, zeroFirst: boolean) {
    this.#rows = new StretchCursor(survey.rows);
    this.#zeroFirst = zeroFirst;
  }

  get pendingFrom(): number {
    return this.#zeroFirst && this.#zero >= 0 ? this.#zero : Infinity;
  }

  read(chunk: Buffer, from: number, base: number, kept: Kept): number {
    const end = Math.min(chunk.length, from + kept.room);
    let i = from;
    while (i < end) {
      if (!this.#following) {
        if (!this.#rows.seek(i)) return chunk.length;
        i = Math.max(i, this.#rows.start);
        if (i >= end) break;
        this.#following = true;
        this.#gap = 1;
      }
      i = this.#follow(chunk, i, end, base, kept);
    }
    return i;
  }

  #follow(chunk: Buffer, from: number, end: number, base: number, kept: Kept): number {
    const { bytes, places } = kept;
    let { count } = kept;
    let [gap, zero, padding] = [this.#gap, this.#zero, this.#padding];
    let i = from;
    for (; i < end; i++) {
      const kind = KINDS[chunk[i]!]!;
      if (kind < NO_NIBBLE) {
        if (gap === 0 && zero < 0 && padding === 0) {
          // Digit after digit.
          let digit = kind;
          for (; digit < NO_NIBBLE; digit = i < end ? KINDS[chunk[i]!]! : OTHER) {
            bytes[count] = digit;
            places[count++] = base + i++;
          }
          i--;
          continue;
        }
        if (padding > 0) {
          padding = kind === 0 ? padding - 1 : 0;
          if (kind === 0) continue;
        }
        if (zero >= 0) {
          bytes[count] = 0;
          places[count++] = zero;
          zero = -1;
        } else if (kind === 0 && gap > 0) {
          zero = base + i;
          gap = 0;
          continue;
        }
        bytes[count] = kind;
        places[count++] = base + i;
        gap = 0;
        continue;
      }
      if (zero >= 0 && kind !== X) {
        bytes[count] = 0;
        places[count++] = zero;
      }
      zero = -1;
      if (kind === U) padding = 2;
      if (kind !== OTHER && ++gap <= LONGEST_GAP) continue;
      bytes[count] = NO_NIBBLE;
      places[count++] = base + i;
      // What follows begins anew, after the rest of an overlong gap.
      if (kind !== OTHER) i = lastOfGap(chunk, i, end);
      gap = 1;
      padding = 0;
      if (kind !== OTHER) continue;
      this.#following = false;
      i++;
      break;
    }
    kept.count = count;
    [this.#gap, this.#zero, this.#padding] = [gap, zero, padding];
    return i;
  }
}

function lastOfGap(chunk: Buffer, from: number, end: number): number {
  let i = from + 1;
  while (i < end && KINDS[chunk[i]!] === GAP) i++;
  return i - 1;
}
