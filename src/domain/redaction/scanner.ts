/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import { undecidedBytes, type Automaton } from './automaton.ts';
import { type Finder, TELLING } from './finder.ts';
import type { ReportMerged } from './intervals.ts';
import { SampleSearch } from './sample-search.ts';
import type { SampleIndex } from './samples.ts';
import type { Survey } from './survey/survey.ts';
import { Walk } from './walk.ts';

/** Bytes the automaton takes between two searches by samples. */
const SHORTEST_RUN = 32;
const LONGEST_RUN = 8192;

/** Finds patterns in a stream of chunks: by samples where that will do, by the automaton elsewhere. */
export class Scanner implements Finder {
  readonly #automaton: Automaton;
  readonly #samples: SampleSearch | null;
  readonly #report: ReportMerged;
  readonly #walk: Walk;
  #scanned = 0;

  constructor(automaton: Automaton, samples: SampleIndex | null, survey: Survey, report: ReportMerged) {
    this.#automaton = automaton;
    this.#walk = new Walk(automaton);
    this.#samples = samples && new SampleSearch(samples, survey, report);
    this.#report = report;
  }

  get undecidedFrom(): number {
    return this.#scanned - undecidedBytes(this.#automaton, this.#walk.code);
  }

  get tellingFrom(): number {
    const undecided = undecidedBytes(this.#automaton, this.#walk.code);
    return undecided < TELLING ? this.#scanned : this.#scanned - undecided;
  }

  scan(chunk: Buffer, base: number): void {
    const text = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    let run = this.#samples === null ? chunk.length : SHORTEST_RUN;
    let i = 0;
    while (i < chunk.length) {
      if (this.#samples !== null) {
        const next = this.#search(this.#samples, text, i, base);
        // Text full of patterns ends each search at once: search less and less often there.
        run = next - i >= SHORTEST_RUN ? SHORTEST_RUN : Math.min(run * 2, LONGEST_RUN);
        i = next;
      }
      const stop = Math.min(i + run, chunk.length);
      if (i < stop) this.#advance(chunk, i, stop, base);
      i = stop;
    }
    this.#scanned = base + chunk.length;
  }

  /** Where the automaton is to go on from place `i`: further on when all that begins before that is found. */
  #search(samples: SampleSearch, text: DataView, i: number, base: number): number {
    const undecided = undecidedBytes(this.#automaton, this.#walk.code);
    // Bytes of an earlier chunk are out of reach, and looking at many bytes twice would cost too much.
    if (undecided > i || undecided > SHORTEST_RUN) return i;
    const next = samples.search(text, i - undecided, base);
    if (next <= i) return i;
    this.#walk.code = 0;
    return next;
  }

  /** Takes the bytes from place `from` to `to`, and reports what ends there: occurrences that overlap as one. */
  #advance(chunk: Buffer, from: number, to: number, base: number): void {
    const { lengths, labels } = this.#automaton;
    const walk = this.#walk;
    let start = 0;
    let end = -1;
    let longest = 0;
    let leader = 0;
    let label = 0;
    for (let i = walk.run(chunk, from, to); walk.pattern >= 0; i = walk.run(chunk, i, to)) {
      const length = lengths[walk.pattern]!;
      if (end <= i - length) {
        if (end >= 0) this.#report(label, base + start, base + end, longest, base + leader);
        longest = 0;
        start = i - length;
      }
      end = i;
      if (i - length < start) start = i - length;
      if (length <= longest) continue;
      longest = length;
      leader = i - length;
      label = labels[walk.pattern]!;
    }
    if (end >= 0) this.#report(label, base + start, base + end, longest, base + leader);
  }
}
