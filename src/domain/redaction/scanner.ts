/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import { FOLLOWED, FORKED, step, undecidedBytes, type Automaton } from './automaton.ts';
import { type Finder, TELLING } from './finder.ts';
import type { ReportMerged } from './intervals.ts';
import { SampleSearch } from './sample-search.ts';
import type { SampleIndex } from './samples.ts';

/** Bytes the automaton takes between two searches by samples. */
const SHORTEST_RUN = 32;
const LONGEST_RUN = 8192;

/** Finds patterns in a stream of chunks: by samples where that will do, by the automaton elsewhere. */
export class Scanner implements Finder {
  readonly #automaton: Automaton;
  readonly #samples: SampleSearch | null;
  readonly #report: ReportMerged;
  #code = 0;
  #scanned = 0;

  constructor(automaton: Automaton, samples: SampleIndex | null, report: ReportMerged) {
    this.#automaton = automaton;
    this.#samples = samples && new SampleSearch(samples, report);
    this.#report = report;
  }

  get undecidedFrom(): number {
    return this.#scanned - undecidedBytes(this.#automaton, this.#code);
  }

  get tellingFrom(): number {
    const undecided = undecidedBytes(this.#automaton, this.#code);
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
      if (i < stop) this.#code = advance(this.#automaton, this.#code, chunk, i, stop, base, this.#report);
      i = stop;
    }
    this.#scanned = base + chunk.length;
  }

  /** Where the automaton is to go on from place `i`: further on when all that begins before that is found. */
  #search(samples: SampleSearch, text: DataView, i: number, base: number): number {
    const undecided = undecidedBytes(this.#automaton, this.#code);
    // Bytes of an earlier chunk are out of reach, and looking at many bytes twice would cost too much.
    if (undecided > i || undecided > SHORTEST_RUN) return i;
    const next = samples.search(text, i - undecided, base);
    if (next <= i) return i;
    this.#code = 0;
    return next;
  }
}

/** Takes the bytes from place `from` to `to`, reports what ends there, and returns the code after them. */
function advance(
  automaton: Automaton,
  before: number,
  chunk: Buffer,
  from: number,
  to: number,
  base: number,
  report: ReportMerged,
): number {
  const { table, classes, deepBase, deepNext, deepMatch, lengths, labels } = automaton;
  // Occurrences that overlap are reported as one.
  let start = 0;
  let end = -1;
  let longest = 0;
  let leader = 0;
  let label = 0;
  let code = before;
  let i = from;
  while (i < to) {
    if (code < deepBase) {
      // Four bytes a turn, given up at the first mark: the turn itself costs as much as a step.
      for (; i + 4 <= to; i += 4) {
        const first = table[code + classes[chunk[i]!]!]!;
        if (first < 0) break;
        const second = table[first + classes[chunk[i + 1]!]!]!;
        if (second < 0) break;
        const third = table[second + classes[chunk[i + 2]!]!]!;
        if (third < 0) break;
        const fourth = table[third + classes[chunk[i + 3]!]!]!;
        if (fourth < 0) break;
        code = fourth;
      }
      if (i === to) break;
      const next = table[code + classes[chunk[i]!]!]!;
      code = next < 0 ? ~next : next;
    } else {
      // Along a pattern: the state's number goes up with the place.
      const ahead = code - deepBase - i;
      while (i < to && (deepNext[ahead + i]! & ~FORKED) === (chunk[i]! | FOLLOWED)) i++;
      code = ahead + i + deepBase;
      if (i === to) break;
      code = step(automaton, code, chunk[i]!);
    }
    i++;
    const pattern = code < deepBase ? table[code]! : deepMatch[code - deepBase]!;
    if (pattern < 0) continue;
    const length = lengths[pattern]!;
    if (end <= i - length) {
      if (end >= 0) report(label, base + start, base + end, longest, base + leader);
      longest = 0;
      start = i - length;
    }
    end = i;
    if (i - length < start) start = i - length;
    if (length <= longest) continue;
    longest = length;
    leader = i - length;
    label = labels[pattern]!;
  }
  if (end >= 0) report(label, base + start, base + end, longest, base + leader);
  return code;
}
