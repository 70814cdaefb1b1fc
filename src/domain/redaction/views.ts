import type { Pattern } from './sorted-patterns.ts';
import type { FinderMaker } from './stream.ts';
import { apartViews } from './views/apart.ts';
import { dumpView } from './views/dump.ts';
import { hexView } from './views/hex.ts';
import { numbersView } from './views/numbers.ts';
import { overprintedView } from './views/overprinted.ts';
import { toLineEnd } from './views/to-line-end.ts';
import { compileView } from './views/view.ts';
import { wrappedView } from './views/wrapped.ts';

/** Below this many bytes a spelled-out value would match by chance. */
const SHORTEST = 6;

/** Above this many bytes nobody spells a value out, and to remember where its bytes stood would take too much. */
const LONGEST_SPELLED = 4096;

export interface Views {
  readonly finders: readonly FinderMaker[];
  /** Bytes of the shortest row that may spell a value out; 0 when there are no views. */
  readonly shortestRow: number;
}

/**
 * The forms of values that are no finite list of bytes: spelled out, wrapped, dumped, or with something between
 * their characters.
 */
export function compileViews(values: readonly Pattern[]): Views {
  const spelled = values.filter(({ bytes }) => bytes.length >= SHORTEST && bytes.length <= LONGEST_SPELLED);
  if (spelled.length === 0) return { finders: [], shortestRow: 0 };
  const plans = [
    hexView(spelled),
    wrappedView(spelled),
    overprintedView(spelled),
    ...apartViews(spelled),
    numbersView(spelled, 10),
    numbersView(spelled, 8),
  ];
  const finders = plans.filter(({ patterns }) => patterns.length > 0).map(compileView);
  return {
    finders: [...finders, toLineEnd(compileView(dumpView(spelled)))],
    shortestRow: Math.min(...plans.map(({ shortestRow }) => shortestRow ?? Infinity)),
  };
}
