/* oxlint-disable typescript/no-non-null-assertion -- a byte indexes a table of 256, and an index is in the chunk */
import type { Pattern } from '../sorted-patterns.ts';
import type { Kept } from './kept.ts';
import type { Lens } from './lens.ts';
import { Cursor } from '../survey/place-list.ts';
import type { Survey } from '../survey/survey.ts';
import { keepByte, NO_NIBBLE, spelledBytes } from './nibbles.ts';
import type { ViewPlan } from './view.ts';

const [TAB, LF, CR, SPACE, COLON, DIGIT_0, GREATER, BACKSLASH, LETTER_X, PIPE] = [
  9, 10, 13, 32, 58, 48, 62, 92, 120, 124,
];
const SHORTEST_OFFSET = 6;
const LONGEST_OFFSET = 18;
const LONGEST_CELL = 16;
const OTHER = 0xff;
const DIGITS = new Uint8Array(256).fill(OTHER);
for (const byte of Buffer.from('0123456789abcdefABCDEF'))
  DIGITS[byte] = Number.parseInt(String.fromCharCode(byte), 16);
const IN_OFFSET = DIGITS.map((digit, byte) => (digit === OTHER && byte !== LETTER_X ? 0 : 1));

/** What `od -c` writes for a byte that is no character. */
const ESCAPES = new Map([
  ...Array.from('abtnvfr', (letter, i): [number, number] => [letter.charCodeAt(0), i + 7]),
  [DIGIT_0, 0],
]);

/**
 * The value in the lines of a dump: an offset, bytes or words in hex or single characters, a column of text.
 * As `xxd`, `hexdump -C`, `hexdump`, `od -tx1`, `od -tx1z`, `od -x`, `od -c` and gdb's `x` write them.
 */
export function dumpView(values: readonly Pattern[]): ViewPlan {
  return { patterns: spelledBytes(values), lens: (survey) => new DumpLens(survey), onlyMarked: false };
}

/** Where in a line the next byte stands; in none that may be a dump's; or after the cells. */
const [NOWHERE, IN_OFFSET_PART, IN_CELLS, IN_TEXT] = [0, 1, 2, 3];

class DumpLens implements Lens {
  readonly #lines: Cursor;
  #part = IN_OFFSET_PART;
  /** Bytes of the offset, whether a colon came after it, and blanks since the last cell. */
  #offset = 0;
  #colon = false;
  #spaces = 0;
  #cells = 0;
  /** The cell that is being read, where it starts, and the length of the one before. */
  readonly #cell = new Uint8Array(LONGEST_CELL);
  #length = 0;
  #start = 0;
  #previous = 0;

  constructor(survey: Survey) {
    this.#lines = new Cursor(survey.offsets);
  }

  get pendingFrom(): number {
    return this.#part === IN_CELLS && this.#length > 0 ? this.#start : Infinity;
  }

  read(chunk: Buffer, from: number, base: number, kept: Kept): number {
    const end = Math.min(chunk.length, from + kept.room);
    let i = from;
    while (i < end) {
      if (this.#part === NOWHERE) {
        i = this.#nextLine(chunk, i);
        if (i === chunk.length && chunk[i - 1] !== LF) break;
        this.#beginLine();
      }
      for (; i < end && this.#part !== NOWHERE; i++) {
        const byte = chunk[i]!;
        if (this.#part === IN_CELLS) this.#takeCells(byte, base + i, kept);
        else if (this.#part === IN_OFFSET_PART) this.#takeOffset(byte, base + i, kept);
        else if (byte === LF) this.#beginLine();
      }
    }
    return i;
  }

  /** The start of the next line that may be a dump's, or is too near the chunk's end to tell; the length when there is none. */
  #nextLine(chunk: Buffer, from: number): number {
    const { places, end } = this.#lines;
    for (let i = this.#lines.indexOf(from); i < end; i++) {
      const start = places[i]! + 1;
      if (mayBeOffset(chunk, start)) return start;
    }
    return chunk.length;
  }

  #beginLine(): void {
    this.#part = IN_OFFSET_PART;
    this.#offset = this.#spaces = this.#cells = this.#length = this.#previous = 0;
    this.#colon = false;
  }

  #takeOffset(byte: number, place: number, kept: Kept): void {
    const enough = this.#offset >= SHORTEST_OFFSET;
    if (IN_OFFSET[byte] !== 0 && this.#offset < LONGEST_OFFSET) this.#offset++;
    else if (enough && byte === COLON) this.#colon = true;
    else if (enough && (byte === SPACE || byte === TAB)) {
      this.#part = IN_CELLS;
      this.#spaces = 1;
    } else if (enough && byte === LF) this.#beginLine();
    else if (!enough || byte !== CR) {
      kept.push(NO_NIBBLE, place);
      if (byte === LF) this.#beginLine();
      else this.#part = NOWHERE;
    }
  }

  #takeCells(byte: number, place: number, kept: Kept): void {
    if (byte === SPACE || byte === TAB || byte === CR || byte === LF) {
      if (this.#length > 0) this.#endCell(place, kept);
      if (byte === LF) this.#beginLine();
      else this.#spaces++;
      return;
    }
    if (this.#length === 0) {
      if (this.#beginsText(byte)) {
        this.#part = IN_TEXT;
        return;
      }
      this.#start = place;
    }
    this.#spaces = 0;
    if (this.#length === LONGEST_CELL) this.#part = IN_TEXT;
    else if (byte === LETTER_X && this.#length === 1 && this.#cell[0] === DIGIT_0) this.#length = 0;
    else this.#cell[this.#length++] = byte;
  }

  /** Whether the column of text begins, after hex: marked, or more than a blank apart. */
  #beginsText(byte: number): boolean {
    if (this.#previous < 2) return false;
    if (byte === PIPE || byte === GREATER) return true;
    const middle = this.#previous === 2 && this.#cells === 8;
    return this.#spaces > 2 || (this.#spaces === 2 && this.#colon && !middle);
  }

  #endCell(end: number, kept: Kept): void {
    const length = this.#length;
    const cell = this.#cell;
    this.#length = 0;
    this.#previous = length;
    this.#cells++;
    if (length === 1) keepByte(kept, cell[0]!, this.#start, end);
    else if (length === 2 && cell[0] === BACKSLASH)
      keepByte(kept, ESCAPES.get(cell[1]!) ?? 0, this.#start, end);
    else if (!this.#isWord()) kept.push(NO_NIBBLE, this.#start);
    // Words without a colon after the offset are those of `od` and `hexdump`: lower byte first.
    else if (this.#colon) for (let i = 0; i < length; i += 2) this.#keepPair(i, end, kept);
    else for (let i = length - 2; i >= 0; i -= 2) this.#keepPair(i, end, kept);
  }

  #isWord(): boolean {
    for (let i = 0; i < this.#previous; i++) if (DIGITS[this.#cell[i]!] === OTHER) return false;
    return this.#previous % 2 === 0;
  }

  #keepPair(i: number, end: number, kept: Kept): void {
    keepByte(kept, (DIGITS[this.#cell[i]!]! << 4) | DIGITS[this.#cell[i + 1]!]!, this.#start, end);
  }
}

function mayBeOffset(chunk: Buffer, start: number): boolean {
  for (let i = start; i < start + SHORTEST_OFFSET && i < chunk.length; i++)
    if (IN_OFFSET[chunk[i]!] === 0) return false;
  return true;
}
