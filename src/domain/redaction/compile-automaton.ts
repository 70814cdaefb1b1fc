/* oxlint-disable typescript/no-non-null-assertion -- an index is a state, a byte or a pattern: in range by construction */
import { FOLLOWED, FOLLOWED_BY_MATCH, FORKED, matchAt, step, type Automaton } from './automaton.ts';
import { Forks } from './forks.ts';
import type { SortedPatterns } from './sorted-patterns.ts';

/** Entries of all rows, 4 bytes each: out of the processor's cache a row is slower than a deep state. */
const TABLE_ENTRIES = 1 << 16;

/** Builds the automaton in time and memory linear in the patterns, and keeps no reference to their buffers. */
export function compileAutomaton(patterns: SortedPatterns, tableEntries = TABLE_ENTRIES): Automaton {
  const automaton = allocate(patterns, tableEntries);
  addStates(automaton, patterns);
  markMatches(automaton);
  return automaton;
}

function allocate({ bytes, labels, shared }: SortedPatterns, tableEntries: number): Automaton {
  const { classes, width } = byteClasses(bytes);
  const lengths = Int32Array.from(bytes, (pattern) => pattern.length);
  const { rowCount, rowDepth } = chooseRows(lengths, shared, Math.floor(tableEntries / width));
  const runDepth = shared.map((length) => Math.max(length, rowDepth) + 1);
  const runStart = new Int32Array(lengths.length);
  let deepCount = 0;
  for (const [i, length] of lengths.entries()) {
    runStart[i] = deepCount;
    deepCount += Math.max(0, length - runDepth[i]! + 1);
  }
  return {
    classes,
    width,
    table: emptyTable(rowCount, width),
    deepBase: rowCount * width,
    rowFail: new Int32Array(rowCount),
    deepFail: new Int32Array(deepCount),
    deepMatch: new Int32Array(deepCount).fill(-1),
    rowUndecided: new Int32Array(rowCount),
    deepNext: new Uint16Array(deepCount),
    forks: new Forks(lengths.length),
    runStart,
    runDepth,
    lengths,
    labels,
  };
}

function emptyTable(rowCount: number, width: number): Int32Array {
  const table = new Int32Array(rowCount * width);
  for (let row = 0; row < table.length; row += width) table[row] = -1;
  return table;
}

const OTHER_BYTES = 1;

function byteClasses(patterns: readonly Buffer[]): { classes: Uint16Array; width: number } {
  const classes = new Uint16Array(256).fill(OTHER_BYTES);
  let width = OTHER_BYTES + 1;
  for (const pattern of patterns) {
    for (const byte of pattern) if (classes[byte] === OTHER_BYTES) classes[byte] = width++;
  }
  return { classes, width };
}

/** The greatest depth down to which all states can have rows, and how many rows that makes. */
function chooseRows(
  lengths: Int32Array,
  shared: Int32Array,
  limit: number,
): { rowCount: number; rowDepth: number } {
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  const change = new Int32Array(longest + 2);
  for (const [i, length] of lengths.entries()) {
    change[shared[i]! + 1]!++;
    change[length + 1]!--;
  }
  let rowCount = 1;
  let atDepth = 0;
  for (let depth = 1; depth <= longest; depth++) {
    atDepth += change[depth]!;
    if (rowCount + atDepth > limit) return { rowCount, rowDepth: depth - 1 };
    rowCount += atDepth;
  }
  return { rowCount, rowDepth: longest };
}

/** Adds the states depth by depth, since a failure link always leads to a lesser depth. */
function addStates(automaton: Automaton, { bytes, shared }: SortedPatterns): void {
  const { lengths, width, table, rowFail, rowUndecided } = automaton;
  const at = new Int32Array(bytes.length);
  let live = [...bytes.keys()];
  let rows = 1;
  for (let depth = 1; live.length > 0; depth++) {
    const firstRow = rows;
    for (const i of live) {
      if (shared[i]! >= depth) {
        at[i] = at[i - 1]!;
        continue;
      }
      const isRow = rows * width < automaton.deepBase;
      const code = isRow ? rows++ * width : deepCode(automaton, i, depth);
      const parent = at[i]!;
      addState(automaton, parent, bytes[i]![depth - 1]!, code, lengths[i] === depth ? i : -1);
      if (parent < automaton.deepBase) rowUndecided[parent / width] = depth - 1;
      at[i] = code;
    }
    // A row starts as its failure state's row, complete by now; its own next states overwrite it.
    for (let row = firstRow; row < rows; row++) {
      table.copyWithin(row * width + 1, rowFail[row]! + 1, rowFail[row]! + width);
      rowUndecided[row] = rowUndecided[rowFail[row]! / width]!;
    }
    if (live.some((i) => lengths[i] === depth)) live = live.filter((i) => lengths[i]! > depth);
  }
}

function deepCode({ deepBase, runStart, runDepth }: Automaton, pattern: number, depth: number): number {
  return deepBase + runStart[pattern]! + depth - runDepth[pattern]!;
}

function addState(automaton: Automaton, parent: number, byte: number, code: number, ends: number): void {
  const { deepBase, deepNext, table, width } = automaton;
  const fail = failCode(automaton, parent, byte);
  const match = ends >= 0 ? ends : matchAt(automaton, fail);
  if (code < deepBase) {
    automaton.rowFail[code / width] = fail;
    table[code] = match;
  } else {
    automaton.deepFail[code - deepBase] = fail;
    automaton.deepMatch[code - deepBase] = match;
  }
  if (parent < deepBase) {
    table[parent + automaton.classes[byte]!] = code;
  } else if (code === parent + 1) {
    deepNext[parent - deepBase]! |= byte | FOLLOWED | (match < 0 ? 0 : FOLLOWED_BY_MATCH);
  } else {
    deepNext[parent - deepBase]! |= FORKED;
    automaton.forks.set(parent - deepBase, byte, code);
  }
}

/** Where the parent would have gone without its own next state for this byte. */
function failCode(automaton: Automaton, parent: number, byte: number): number {
  if (parent >= automaton.deepBase)
    return step(automaton, automaton.deepFail[parent - automaton.deepBase]!, byte);
  return automaton.table[parent + automaton.classes[byte]!]!;
}

function markMatches({ table, width, deepBase }: Automaton): void {
  for (let row = 0; row < table.length; row += width) {
    for (let i = row + 1; i < row + width; i++) {
      const code = table[i]!;
      if (code >= deepBase || table[code]! >= 0) table[i] = ~code;
    }
  }
}
