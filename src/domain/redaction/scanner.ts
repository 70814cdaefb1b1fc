/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import { FOLLOWED, FORKED, step, undecidedBytes, type Automaton } from './automaton.ts';
import type { Intervals } from './intervals.ts';
import { leap, type Skip } from './skip.ts';

/** Bytes the automaton takes between two leaps. */
const SHORTEST_RUN = 32;
const LONGEST_RUN = 8192;

/** Runs the automaton over a stream of chunks, leaping where no pattern can begin. */
export class Scanner {
  readonly #automaton: Automaton;
  readonly #skip: Skip | null;
  readonly #intervals: Intervals;
  #code = 0;

  constructor(automaton: Automaton, skip: Skip | null, intervals: Intervals) {
    this.#automaton = automaton;
    this.#skip = skip;
    this.#intervals = intervals;
  }

  get undecided(): number {
    return undecidedBytes(this.#automaton, this.#code);
  }

  /** Adds every occurrence that ends in the chunk, whose first byte is at `base` in the stream. */
  scan(chunk: Buffer, base: number): void {
    let run = this.#skip === null ? chunk.length : SHORTEST_RUN;
    let i = 0;
    while (i < chunk.length) {
      if (this.#skip !== null) {
        const next = this.#leap(this.#skip, chunk, i);
        // Text made of beginnings of patterns ends each leap at once: leap less and less often there.
        run = next - i >= SHORTEST_RUN ? SHORTEST_RUN : Math.min(run * 2, LONGEST_RUN);
        i = next;
      }
      const stop = Math.min(i + run, chunk.length);
      this.#advance(chunk, i, stop, base);
      i = stop;
    }
  }

  /** Where to go on from place `i`: further on when no pattern can begin before that. */
  #leap(skip: Skip, chunk: Buffer, i: number): number {
    const undecided = this.undecided;
    // Bytes of an earlier chunk are out of reach, and looking at many bytes twice would cost too much.
    if (undecided > i || undecided >= skip.window) return i;
    const next = leap(skip, chunk, i - undecided);
    if (next <= i) return i;
    this.#code = 0;
    return next;
  }

  #advance(chunk: Buffer, from: number, to: number, base: number): void {
    const { table, classes, deepBase, deepNext } = this.#automaton;
    let code = this.#code;
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
      } else {
        // Along a pattern: the state's number goes up with the place.
        const ahead = code - deepBase - i;
        while (i < to && (deepNext[ahead + i]! & ~FORKED) === (chunk[i]! | FOLLOWED)) i++;
        code = ahead + i + deepBase;
      }
      if (i === to) break;
      code = this.#stepOnce(code, chunk[i]!, base + i + 1);
      i++;
    }
    this.#code = code;
  }

  #stepOnce(from: number, byte: number, end: number): number {
    const { deepBase, width, rowMatch, deepMatch, lengths } = this.#automaton;
    const code = step(this.#automaton, from, byte);
    const pattern = code < deepBase ? rowMatch[code / width]! : deepMatch[code - deepBase]!;
    if (pattern >= 0) this.#intervals.add(pattern, lengths[pattern]!, end);
    return code;
  }
}
