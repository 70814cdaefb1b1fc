/* oxlint-disable typescript/no-non-null-assertion -- an index is a hash cut to a table's size, or an entry */
import type { Report } from './finder.ts';
import { agreeing, pieceHash, type SampleIndex } from './samples.ts';
import { Cursor } from './survey/place-list.ts';
import type { Survey } from './survey/survey.ts';

/** What comparing may cost for each byte of text, on the average. */
const CREDIT_PER_BYTE = 4;
const MOST_CREDIT = 4096;
const COST_OF_ENTRY = 4;

/** Searches one stream's chunks by samples, as long as that takes linear time. */
export class SampleSearch {
  readonly #index: SampleIndex;
  readonly #report: Report;
  readonly #samples: Cursor;
  #credit = MOST_CREDIT;

  constructor(index: SampleIndex, survey: Survey, report: Report) {
    this.#index = index;
    this.#samples = new Cursor(survey.samples);
    this.#report = report;
  }

  /**
   * Reports the patterns that begin at `from` or later, and returns the place before which none begins that is
   * not reported: near the text's end, or where comparing would take too long.
   */
  search(text: DataView, from: number, base: number): number {
    const { stride, pieceLength } = this.#index;
    const last = text.byteLength - pieceLength;
    let searched = from;
    let at = this.#samples.next(from);
    while (at <= last) {
      this.#credit = Math.min(MOST_CREDIT, this.#credit + (at - searched) * CREDIT_PER_BYTE);
      searched = at;
      // Patterns that begin a stride before it have another piece that is looked at.
      if (!this.#compare(text, at, base)) return at - stride + 1;
      at = this.#samples.next(at + 1);
    }
    return Math.floor(last / stride) * stride + 1;
  }

  /** Compares the patterns that have the piece at `at`. False when one reaches beyond the text, or at credit's end. */
  #compare(text: DataView, at: number, base: number): boolean {
    const { heads, headShift, hashes, patterns, places, next, starts, labels, bytes } = this.#index;
    const hash = pieceHash(this.#index, text, at);
    for (let entry = heads[hash >>> headShift]!; entry >= 0; entry = next[entry]!) {
      this.#credit -= COST_OF_ENTRY;
      if (this.#credit < 0) return false;
      if (hashes[entry] !== hash) continue;
      const pattern = patterns[entry]!;
      const start = at - places[entry]!;
      // One that began before the text is the automaton's.
      if (start < 0) continue;
      const length = starts[pattern + 1]! - starts[pattern]!;
      const count = Math.min(length, text.byteLength - start);
      const agreed = agreeing(bytes, starts[pattern]!, text, start, count);
      this.#credit -= agreed;
      if (agreed < count) continue;
      if (count < length) return false;
      this.#report(labels[pattern]!, base + start, base + start + length);
    }
    return true;
  }
}
