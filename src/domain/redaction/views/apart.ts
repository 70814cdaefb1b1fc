/* oxlint-disable typescript/no-non-null-assertion -- an index is a byte, in range by construction */
import type { Pattern } from '../sorted-patterns.ts';
import { SEPARATES } from '../survey/byte-classes.ts';
import { PERIODS } from '../survey/kernel.ts';
import { Cursor } from '../survey/place-list.ts';
import type { Survey } from '../survey/survey.ts';
import type { Kept } from './kept.ts';
import type { Lens } from './lens.ts';
import type { ViewPlan } from './view.ts';

/** More bytes than this in a row that are the separator's too are no value: `a b` spaced by blanks is one. */
const MOST_BLANK = 1;

/** Periods after which a separator that repeats is seen to, with some to spare. */
const REACH = 4;

interface Spelling {
  readonly period: number;
  /** By byte: 1 when a pattern begins with it. */
  readonly initial: Uint8Array;
  /** A byte that no pattern has. */
  readonly absent: number;
}

/**
 * The value, either way round, with the same separator between all its bytes: a view for each period. Separators are
 * NUL (UTF-16), space, `, `, `","`, `', '`, the NULs of UTF-32.
 */
export function apartViews(values: readonly Pattern[]): ViewPlan[] {
  const patterns = values.flatMap(({ bytes, label }) =>
    [bytes, Buffer.from(bytes.toReversed())].map((each) => ({ bytes: each, label })),
  );
  const used = new Set(patterns.flatMap(({ bytes }) => [...bytes]));
  const absent = Array.from({ length: 256 }, (_, byte) => byte).find((byte) => !used.has(byte));
  if (absent === undefined) return [];
  const initial = new Uint8Array(256);
  for (const { bytes } of patterns) initial[bytes[0]!] = 1;
  return PERIODS.map((period) => {
    const spelling = { period, initial, absent };
    return { patterns, lens: (survey) => new ApartLens(spelling, survey), onlyMarked: false };
  });
}

/** Keeps the bytes between separators that repeat. */
class ApartLens implements Lens {
  readonly #spelling: Spelling;
  readonly #starts: Cursor;
  /** The last bytes of the chunks before: two periods. */
  readonly #recent: Uint8Array;
  /** How many of the last bytes are the same as those a period before, and separate. */
  #repeated = 0;
  /** The same while the separator repeats but for a byte in between. */
  #others = 0;
  /** Bytes since the last one kept; -1 while the separator does not repeat. */
  #phase = -1;
  #blank = 0;
  pendingFrom = Infinity;

  constructor(spelling: Spelling, survey: Survey) {
    this.#spelling = spelling;
    this.#starts = new Cursor(survey.repeats.get(spelling.period)!);
    this.#recent = new Uint8Array(2 * spelling.period).fill(spelling.absent);
  }

  read(chunk: Buffer, from: number, base: number, kept: Kept): number {
    const end = Math.min(chunk.length, from + kept.room);
    // What repeats across a chunk's ends the survey may not see.
    const near = REACH * this.#spelling.period;
    let i = from;
    while (i < end) {
      let until = chunk.length;
      if (this.#phase < 0 && i < near) until = near;
      else if (this.#phase < 0 && i < chunk.length - near) {
        const start = Math.min(this.#starts.next(i - near), chunk.length - near);
        if (start > i) {
          i = start;
          this.#repeated = 0;
          if (i >= end) break;
        }
        until = start + near;
      }
      i = this.#follow(chunk, i, end, until, base, kept);
    }
    if (i === chunk.length) this.#endChunk(chunk, base);
    return i;
  }

  /** Reads byte by byte, beyond `until` while the separator repeats. */
  #follow(chunk: Buffer, from: number, end: number, until: number, base: number, kept: Kept): number {
    const { period } = this.#spelling;
    let i = from;
    for (; i < end; i++) {
      if (this.#phase === 0) {
        i = this.#followPeriods(chunk, i, end, base, kept);
        if (i === end) break;
      }
      const byte = chunk[i]!;
      const repeats = SEPARATES[byte] !== 0 && byte === this.#at(chunk, i - period);
      this.#repeated = repeats ? this.#repeated + 1 : 0;
      this.#others = repeats ? 0 : this.#others + 1;
      if (this.#phase >= 0 && ++this.#phase === period) {
        this.#phase = 0;
        this.#blank = byte === this.#at(chunk, i - 1) ? this.#blank + 1 : 0;
        if (this.#blank <= MOST_BLANK) {
          kept.push(byte, base + i);
          continue;
        }
        this.#stop(kept, base + i);
      } else if (this.#phase >= 0) {
        if (repeats) continue;
        this.#stop(kept, base + i);
      }
      if (this.#repeated >= period - 1) this.#begin(chunk, i, base, kept);
      if (this.#phase < 0 && i >= until && this.#others > 1) return i + 1;
    }
    return i;
  }

  /** As `#follow`, period by period, as long as the separator repeats as a whole. */
  #followPeriods(chunk: Buffer, from: number, end: number, base: number, kept: Kept): number {
    const { period } = this.#spelling;
    let at = from + period - 1;
    let [blank, repeats] = [this.#blank, false];
    for (; at < end && at >= 2 * period; at += period) {
      let i = at - period + 1;
      while (i < at && chunk[i] === chunk[i - period]) i++;
      if (i < at) break;
      const byte = chunk[at]!;
      const next = byte === chunk[at - 1] ? blank + 1 : 0;
      if (next > MOST_BLANK) break;
      blank = next;
      repeats = SEPARATES[byte] !== 0 && byte === chunk[at - period];
      kept.push(byte, base + at);
    }
    const after = at - period + 1;
    if (after > from) {
      this.#blank = blank;
      this.#repeated = repeats ? this.#repeated + after - from : 0;
      this.#others = repeats ? 0 : 1;
    }
    return after;
  }

  #begin(chunk: Buffer, at: number, base: number, kept: Kept): void {
    const { period } = this.#spelling;
    const second = at - period + 1;
    const first = second - period;
    if (this.#at(chunk, second) === this.#at(chunk, second + 1)) return;
    kept.push(this.#at(chunk, first), base + first);
    kept.push(this.#at(chunk, second), base + second);
    this.#phase = period - 1;
    this.#blank = 0;
  }

  #stop(kept: Kept, place: number): void {
    kept.push(this.#spelling.absent, place);
    this.#phase = -1;
  }

  #at(chunk: Buffer, i: number): number {
    return i >= 0 ? chunk[i]! : this.#recent[i + this.#recent.length]!;
  }

  #endChunk(chunk: Buffer, base: number): void {
    this.pendingFrom = Infinity;
    for (let i = chunk.length - this.#recent.length; i < chunk.length; i++) {
      if (!this.#mayBegin(chunk, i)) continue;
      this.pendingFrom = base + i;
      break;
    }
    const recent = this.#recent;
    // What goes out moves up first when the chunk is shorter.
    const kept = Math.max(0, recent.length - chunk.length);
    recent.copyWithin(0, recent.length - kept);
    for (let i = kept; i < recent.length; i++) recent[i] = chunk[chunk.length - recent.length + i]!;
  }

  /** Whether a value may begin at `start`, the separator being too near the chunk's end to have repeated. */
  #mayBegin(chunk: Buffer, start: number): boolean {
    const { period, initial } = this.#spelling;
    if (initial[this.#at(chunk, start)] === 0) return false;
    for (let i = start + 1; i < chunk.length; i++) {
      if ((i - start) % period === 0) continue;
      const byte = this.#at(chunk, i);
      if (SEPARATES[byte] === 0 || (i - start > period && byte !== this.#at(chunk, i - period))) return false;
    }
    return true;
  }
}
