/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import type { Forks } from './forks.ts';

/**
 * Aho-Corasick over bytes: after each byte, the state is the longest end of the text that begins a pattern.
 *
 * States near the root have a row of next states by byte class, so that a step is one look-up. A row takes
 * some hundred bytes, too much for every byte of a long value: deeper states are numbered so that the usual
 * next state is the next number, and keep little but their next byte and their failure link (10 bytes). A
 * state goes by its code: the offset of its row, or `deepBase` plus the number of a deep one. The root is 0.
 */
export interface Automaton {
  /** Byte to class, from 1 on; bytes in no pattern share one. */
  readonly classes: Uint16Array;
  /** Length of a row: a match, then the next codes by class. */
  readonly width: number;
  /**
   * Row offset plus class to the next code; its complement when that is deep or a pattern ends there.
   * At the row offset itself: the longest pattern that ends there, or -1.
   */
  readonly table: Int32Array;
  readonly deepBase: number;
  /** By row and by deep state: code for the longest proper end of it that is a state too. */
  readonly rowFail: Int32Array;
  readonly deepFail: Int32Array;
  /** By deep state: the longest pattern that ends there, or -1. */
  readonly deepMatch: Int32Array;
  /** By row: the answer of `undecidedBytes`. */
  readonly rowUndecided: Int32Array;
  /** How a deep state goes on: the byte that leads to the next number, and flags. */
  readonly deepNext: Uint16Array;
  /** Next codes of deep states that are not the next number. */
  readonly forks: Forks;
  /** Each pattern's own deep states are in a row: the first one, and its depth. */
  readonly runStart: Int32Array;
  readonly runDepth: Int32Array;
  /** Length and label of each pattern. */
  readonly lengths: Int32Array;
  readonly labels: Int32Array;
}

/** Flag of `deepNext`: the next number continues this state's pattern. */
export const FOLLOWED = 0x100;
/** Flag of `deepNext`: a pattern ends at the next number. */
export const FOLLOWED_BY_MATCH = 0x200;
/** Flag of `deepNext`: more next states are in `forks`. */
export const FORKED = 0x400;

/** The code after one more byte. */
export function step(automaton: Automaton, from: number, byte: number): number {
  let code = from;
  while (code >= automaton.deepBase) {
    const deep = code - automaton.deepBase;
    const next = automaton.deepNext[deep]!;
    if ((next & FOLLOWED) !== 0 && (next & 0xff) === byte) return code + 1;
    if ((next & FORKED) !== 0) {
      const fork = automaton.forks.get(deep, byte);
      if (fork !== 0) return fork;
    }
    code = automaton.deepFail[deep]!;
  }
  const next = automaton.table[code + automaton.classes[byte]!]!;
  return next < 0 ? ~next : next;
}

/** The longest pattern that ends there, or -1. */
export function matchAt({ table, deepBase, deepMatch }: Automaton, code: number): number {
  return code < deepBase ? table[code]! : deepMatch[code - deepBase]!;
}

/** How many of the last bytes may still turn out to begin an occurrence that is not complete. */
export function undecidedBytes(automaton: Automaton, from: number): number {
  let code = from;
  while (code >= automaton.deepBase) {
    const deep = code - automaton.deepBase;
    if (automaton.deepNext[deep] !== 0) return deepDepth(automaton, deep);
    // Nothing continues a whole pattern: only its ends can begin another one.
    code = automaton.deepFail[deep]!;
  }
  return automaton.rowUndecided[code / automaton.width]!;
}

function deepDepth({ runStart, runDepth }: Automaton, deep: number): number {
  let low = 0;
  let high = runStart.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (runStart[middle]! <= deep) low = middle;
    else high = middle;
  }
  return runDepth[low]! + deep - runStart[low]!;
}
