/* oxlint-disable typescript/no-non-null-assertion -- an index is a byte, in range by construction */
import type { Pattern } from '../sorted-patterns.ts';
import type { Kept } from './kept.ts';
import type { Lens } from './lens.ts';
import type { ViewPlan } from './view.ts';

/** 1 for a byte that may be part of a separator: not a letter, not a digit, not above ASCII. */
const SEPARATES = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 128 && !/[A-Za-z0-9]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Bytes from one of the value's to the next. Separators: NUL (UTF-16), space, `, `, `","`, `', '`, the NULs of UTF-32. */
const PERIODS = [2, 3, 4, 5];

/** More bytes than this in a row that are the separator's too are no value: `a b` spaced by blanks is one. */
const MOST_BLANK = 1;

interface Spelling {
  readonly period: number;
  /** A place in this many is looked at. */
  readonly stride: number;
  /** By byte: 1 when a pattern begins with it. */
  readonly initial: Uint8Array;
  /** A byte that no pattern has. */
  readonly absent: number;
}

/** The value, either way round, with the same separator between all its bytes: a view for each period. */
export function apartViews(values: readonly Pattern[]): ViewPlan[] {
  const patterns = values.flatMap(({ bytes, label }) =>
    [bytes, Buffer.from(bytes.toReversed())].map((each) => ({ bytes: each, label })),
  );
  const used = new Set(patterns.flatMap(({ bytes }) => [...bytes]));
  const absent = Array.from({ length: 256 }, (_, byte) => byte).find((byte) => !used.has(byte));
  if (absent === undefined) return [];
  const shortest = patterns.reduce((length, { bytes }) => Math.min(length, bytes.length), Infinity);
  const initial = new Uint8Array(256);
  for (const { bytes } of patterns) initial[bytes[0]!] = 1;
  return PERIODS.map((period) => {
    // From the first byte to the last but one the separator is repeated. Two periods of that may have gone by
    // before the place that is looked at, and three are looked at.
    const spelling = { period, stride: Math.max(1, (shortest - 7) * period), initial, absent };
    return { patterns, lens: () => new ApartLens(spelling), onlyMarked: false };
  });
}

/** Keeps the bytes between separators that repeat. */
class ApartLens implements Lens {
  readonly #spelling: Spelling;
  /** The last bytes of the chunks before: two periods. */
  readonly #recent: Uint8Array;
  /** How many of the last bytes are the same as those a period before, and separate. */
  #repeated = 0;
  /** Bytes since the last one kept; -1 while the separator does not repeat. */
  #phase = -1;
  #blank = 0;
  pendingFrom = Infinity;

  constructor(spelling: Spelling) {
    this.#spelling = spelling;
    this.#recent = new Uint8Array(2 * spelling.period).fill(spelling.absent);
  }

  read(chunk: Buffer, from: number, base: number, kept: Kept): number {
    let i = from;
    const end = Math.min(chunk.length, from + kept.room);
    while (i < end) {
      let until = chunk.length;
      if (this.#phase < 0) {
        const candidate = this.#nextCandidate(chunk, i);
        const start = candidate - this.#spelling.stride;
        if (start > i) {
          i = start;
          this.#repeated = 0;
        }
        if (i >= end) break;
        until = candidate + 2 * this.#spelling.period;
      }
      i = this.#follow(chunk, i, end, until, base, kept);
    }
    if (i === chunk.length) this.#endChunk(chunk, base);
    return i;
  }

  /** The next place looked at where the separator may repeat, or where the chunk ends too early to tell. */
  #nextCandidate(chunk: Buffer, from: number): number {
    const { period, stride } = this.#spelling;
    let at = from + stride;
    for (; at + 2 * period + 1 < chunk.length; at += stride) {
      const a = chunk[at]!;
      const b = chunk[at + 1]!;
      const may =
        (a === chunk[at + period] && SEPARATES[a] !== 0) ||
        (b === chunk[at + period + 1] && SEPARATES[b] !== 0);
      if (may && this.#repeatsAt(chunk, at)) return at;
    }
    return at;
  }

  /** Whether the separator may stand twice from `at` on. */
  #repeatsAt(chunk: Buffer, at: number): boolean {
    const { period } = this.#spelling;
    let repeated = 0;
    for (let i = at; i < at + period; i++) {
      const byte = chunk[i]!;
      if (byte === chunk[i + period] && SEPARATES[byte] !== 0) repeated++;
    }
    if (repeated < period - 1) return false;
    for (let i = at; i < at + 2 * period; i++) if (chunk[i] !== chunk[i + 1]) return true;
    return false;
  }

  /** Reads byte by byte, beyond `until` while the separator repeats. */
  #follow(chunk: Buffer, from: number, end: number, until: number, base: number, kept: Kept): number {
    const { period } = this.#spelling;
    let i = from;
    for (; i < end; i++) {
      const byte = chunk[i]!;
      const repeats = SEPARATES[byte] !== 0 && byte === this.#at(chunk, i - period);
      this.#repeated = repeats ? this.#repeated + 1 : 0;
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
      if (this.#phase < 0 && i >= until) return i + 1;
    }
    return i;
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
    const bytes = this.#recent.map((_, i) => this.#at(chunk, chunk.length - this.#recent.length + i));
    this.#recent.set(bytes);
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
