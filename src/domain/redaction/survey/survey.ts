/* oxlint-disable typescript/no-non-null-assertion -- an index is a place in the chunk, or in a list */
import { SPELLS } from './byte-classes.ts';
import { emptySight, lookAt, lookForSamples, NEARLY_SPELLS, takeChunk } from './kernel.ts';
import { emptyList, type PlaceList } from './place-list.ts';
import type { SampleSet } from './sample-set.ts';

/** What to look for in the chunks. */
export interface SurveyPlan {
  /** Null when no finder goes by samples. */
  readonly samples: SampleSet | null;
  /** Null when there are no views. */
  readonly views: ViewsPlan | null;
}

export interface ViewsPlan {
  /** Bytes of the shortest row that may spell a value out. */
  readonly shortestRow: number;
  /** Bytes between which a line may end within a value, as `SightPlan` has them. */
  readonly joins: Uint8Array;
}

/** What one look at a chunk tells all finders, so that each need not look at all bytes. */
export class Survey {
  readonly #plan: SurveyPlan;
  readonly #width: number;
  readonly #sight = emptySight();
  /** Where a sample may be of a pattern. */
  readonly samples = emptyList();
  /** Rows of bytes that may spell a value out, or begin to at the chunk's end: where each starts and ends. */
  readonly rows = emptyList();
  /** Line feeds at which a value may go on. */
  readonly lines = this.#sight.lines;
  /** Those behind which a dump's offset may stand: six digits or `x`, or as many as the chunk has. */
  readonly offsets = this.#sight.offsets;
  /** By period: where separators begin to repeat. */
  readonly repeats = this.#sight.repeats;

  constructor(plan: SurveyPlan) {
    this.#plan = plan;
    // A row reaches over 64 bytes at a time: one part of it is at least half as long.
    const half = Math.max(2, Math.ceil((plan.views?.shortestRow ?? 0) / 2));
    this.#width = Math.min(16, 2 ** Math.floor(Math.log2(half)));
  }

  /** Looks at the next chunk. */
  look(chunk: Buffer): void {
    const { samples, views } = this.#plan;
    takeChunk(chunk);
    if (samples !== null) lookForSamples(chunk.length, samples, this.samples);
    if (views === null) return;
    lookAt(chunk.length, { width: this.#width, joins: views.joins }, this.#sight);
    this.#listRows(chunk, views.shortestRow);
  }

  #listRows(chunk: Buffer, shortest: number): void {
    const { places, first, end: last } = this.#sight.windows;
    const { rows } = this;
    const end = chunk.length;
    rows.end = 0;
    rows.chunk++;
    let low = 0;
    for (let i = first; i < last; i++) {
      const window = places[i]!;
      if (window >= low && window < end)
        low = this.#listRowsFrom(chunk, rowStart(chunk, window, low), shortest);
    }
    const open = rowStart(chunk, end, low);
    if (open < end) add(rows, open, end);
  }

  /** Lists those from a place on, up to where no more bytes follow that nearly spell; returns the place after that. */
  #listRowsFrom(chunk: Buffer, place: number, shortest: number): number {
    let at = place;
    for (;;) {
      const from = at;
      while (at < chunk.length && SPELLS[chunk[at]!] !== 0) at++;
      if (at - from >= shortest || (at === chunk.length && at > from)) add(this.rows, from, at);
      if (at === chunk.length || NEARLY_SPELLS[chunk[at]!] === 0) return at + 1;
      at++;
    }
  }
}

function add(rows: PlaceList, from: number, to: number): void {
  if (rows.end === rows.places.length) {
    const grown = new Int32Array(Math.max(64, 2 * rows.end));
    grown.set(rows.places);
    rows.places = grown;
  }
  rows.places[rows.end++] = from;
  rows.places[rows.end++] = to;
}

function rowStart(chunk: Buffer, at: number, low: number): number {
  let start = at;
  while (start > low && SPELLS[chunk[start - 1]!] !== 0) start--;
  return start;
}
