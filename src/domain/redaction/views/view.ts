/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import { undecidedBytes, type Automaton } from '../automaton.ts';
import { compileAutomaton } from '../compile-automaton.ts';
import { type Finder, type Report, TELLING } from '../finder.ts';
import { type Pattern, sortPatterns } from '../sorted-patterns.ts';
import type { FinderMaker } from '../stream.ts';
import type { Survey } from '../survey/survey.ts';
import { Walk } from '../walk.ts';
import { Kept } from './kept.ts';
import type { Lens } from './lens.ts';

/** What a view looks for, and through what. */
export interface ViewPlan {
  /** The values as the lens shows them. */
  readonly patterns: readonly Pattern[];
  /** Makes one stream's lens. */
  readonly lens: (survey: Survey) => Lens;
  /** Whether only occurrences count that have a mark between their bytes: the rest is found elsewhere. */
  readonly onlyMarked: boolean;
  /** Bytes that the lens may keep at once, when those are many. */
  readonly atOnce?: number;
  /** For a lens that goes by the survey's rows: bytes of the shortest row with an occurrence. */
  readonly shortestRow?: number;
}

/** Compiles a finder of what a lens shows; each call of the result is for one stream. */
export function compileView({ patterns, lens, onlyMarked, atOnce }: ViewPlan): FinderMaker {
  const automaton = compileAutomaton(sortPatterns(patterns));
  const longest = automaton.lengths.reduce((a, b) => Math.max(a, b), 0);
  return ({ survey, report }) =>
    new View(automaton, lens(survey), new Kept(longest, atOnce), onlyMarked, report);
}

class View implements Finder {
  readonly #automaton: Automaton;
  readonly #lens: Lens;
  readonly #kept: Kept;
  readonly #onlyMarked: boolean;
  readonly #report: Report;
  readonly #walk: Walk;
  #scanned = 0;

  constructor(automaton: Automaton, lens: Lens, kept: Kept, onlyMarked: boolean, report: Report) {
    this.#automaton = automaton;
    this.#walk = new Walk(automaton);
    this.#lens = lens;
    this.#kept = kept;
    this.#onlyMarked = onlyMarked;
    this.#report = report;
  }

  get undecidedFrom(): number {
    const undecided = undecidedBytes(this.#automaton, this.#walk.code);
    const from = undecided === 0 ? this.#scanned : this.#kept.places[this.#kept.count - undecided]!;
    return Math.min(from, this.#lens.pendingFrom);
  }

  get tellingFrom(): number {
    const undecided = undecidedBytes(this.#automaton, this.#walk.code);
    return undecided < TELLING ? this.#scanned : this.#kept.places[this.#kept.count - undecided]!;
  }

  scan(chunk: Buffer, base: number): void {
    const kept = this.#kept;
    let i = 0;
    while (i < chunk.length) {
      i = this.#lens.read(chunk, i, base, kept);
      if (kept.count > kept.fresh) this.#search();
      kept.settle();
    }
    this.#scanned = base + chunk.length;
  }

  /** Runs the automaton over what was kept since the last time. */
  #search(): void {
    const walk = this.#walk;
    const { bytes, fresh, count } = this.#kept;
    for (let i = walk.run(bytes, fresh, count); walk.pattern >= 0; i = walk.run(bytes, i, count))
      this.#found(walk.pattern, i);
  }

  #found(pattern: number, to: number): void {
    const length = this.#automaton.lengths[pattern]!;
    const start = this.#kept.places[to - length]!;
    const end = this.#kept.places[to - 1]! + 1;
    if (!this.#onlyMarked || this.#kept.hasMark(start, end))
      this.#report(this.#automaton.labels[pattern]!, start, end);
  }
}
