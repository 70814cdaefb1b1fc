/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import { matchAt, step, undecidedBytes, type Automaton } from '../automaton.ts';
import { compileAutomaton } from '../compile-automaton.ts';
import { type Finder, type Report, TELLING } from '../finder.ts';
import { type Pattern, sortPatterns } from '../sorted-patterns.ts';
import { Kept } from './kept.ts';
import type { Lens } from './lens.ts';

/** What a view looks for, and through what. */
export interface ViewPlan {
  /** The values as the lens shows them. */
  readonly patterns: readonly Pattern[];
  /** Makes one stream's lens. */
  readonly lens: () => Lens;
  /** Whether only occurrences count that have a mark between their bytes: the rest is found elsewhere. */
  readonly onlyMarked: boolean;
}

/** Compiles a finder of what a lens shows; each call of the result is for one stream. */
export function compileView({ patterns, lens, onlyMarked }: ViewPlan): (report: Report) => Finder {
  const automaton = compileAutomaton(sortPatterns(patterns));
  const longest = automaton.lengths.reduce((a, b) => Math.max(a, b), 0);
  return (report) => new View(automaton, lens(), new Kept(longest), onlyMarked, report);
}

class View implements Finder {
  readonly #automaton: Automaton;
  readonly #lens: Lens;
  readonly #kept: Kept;
  readonly #onlyMarked: boolean;
  readonly #report: Report;
  #code = 0;
  #scanned = 0;

  constructor(automaton: Automaton, lens: Lens, kept: Kept, onlyMarked: boolean, report: Report) {
    this.#automaton = automaton;
    this.#lens = lens;
    this.#kept = kept;
    this.#onlyMarked = onlyMarked;
    this.#report = report;
  }

  get undecidedFrom(): number {
    const undecided = undecidedBytes(this.#automaton, this.#code);
    const from = undecided === 0 ? this.#scanned : this.#kept.places[this.#kept.count - undecided]!;
    return Math.min(from, this.#lens.pendingFrom);
  }

  get tellingFrom(): number {
    const undecided = undecidedBytes(this.#automaton, this.#code);
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
    const { table, classes, deepBase } = this.#automaton;
    const { bytes, count } = this.#kept;
    let code = this.#code;
    for (let i = this.#kept.fresh; i < count; i++) {
      if (code < deepBase) {
        const next = table[code + classes[bytes[i]!]!]!;
        if (next >= 0) {
          code = next;
          continue;
        }
      }
      code = step(this.#automaton, code, bytes[i]!);
      const pattern = matchAt(this.#automaton, code);
      if (pattern >= 0) this.#found(pattern, i + 1);
    }
    this.#code = code;
  }

  #found(pattern: number, to: number): void {
    const length = this.#automaton.lengths[pattern]!;
    const start = this.#kept.places[to - length]!;
    const end = this.#kept.places[to - 1]! + 1;
    if (!this.#onlyMarked || this.#kept.hasMark(start, end))
      this.#report(this.#automaton.labels[pattern]!, start, end);
  }
}
