/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import { FOLLOWED, FORKED, step, type Automaton } from './automaton.ts';

/** Takes bytes through an automaton, from one pattern's end to the next. */
export class Walk {
  readonly #automaton: Automaton;
  /** The state after the bytes so far. */
  code = 0;
  /** The longest pattern that ends where `run` stopped; -1 when none does. */
  pattern = -1;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
  }

  /** Takes the bytes from index `from` on, up to `to` or to where a pattern ends; returns the index after them. */
  run(bytes: Uint8Array, from: number, to: number): number {
    const { table, classes, deepBase, deepNext, deepMatch } = this.#automaton;
    let { code } = this;
    let i = from;
    while (i < to) {
      if (code < deepBase) {
        // Four bytes a turn, given up at the first mark: the turn itself costs as much as a step.
        for (; i + 4 <= to; i += 4) {
          const first = table[code + classes[bytes[i]!]!]!;
          if (first < 0) break;
          const second = table[first + classes[bytes[i + 1]!]!]!;
          if (second < 0) break;
          const third = table[second + classes[bytes[i + 2]!]!]!;
          if (third < 0) break;
          const fourth = table[third + classes[bytes[i + 3]!]!]!;
          if (fourth < 0) break;
          code = fourth;
        }
        if (i === to) break;
        const next = table[code + classes[bytes[i]!]!]!;
        code = next < 0 ? ~next : next;
      } else {
        // Along a pattern: the state's number goes up with the place.
        const ahead = code - deepBase - i;
        while (i < to && (deepNext[ahead + i]! & ~FORKED) === (bytes[i]! | FOLLOWED)) i++;
        code = ahead + i + deepBase;
        if (i === to) break;
        code = step(this.#automaton, code, bytes[i]!);
      }
      i++;
      const pattern = code < deepBase ? table[code]! : deepMatch[code - deepBase]!;
      if (pattern < 0) continue;
      this.code = code;
      this.pattern = pattern;
      return i;
    }
    this.code = code;
    this.pattern = -1;
    return i;
  }
}
