import type { Pattern } from './sorted-patterns.ts';
import type { FinderMaker } from './stream.ts';
import type { ViewsPlan } from './survey/survey.ts';
import { apartViews } from './views/apart.ts';
import { dumpView } from './views/dump.ts';
import { hexView } from './views/hex.ts';
import { numbersView } from './views/numbers.ts';
import { overprintedView } from './views/overprinted.ts';
import { toLineEnd } from './views/to-line-end.ts';
import { compileView, type ViewPlan } from './views/view.ts';
import { wrappedView } from './views/wrapped.ts';

/** Below this many bytes a spelled-out value would match by chance. */
const SHORTEST = 6;

/** Above this many bytes nobody spells a value out, and to remember where its bytes stood would take too much. */
const LONGEST_SPELLED = 4096;

export interface Views {
  readonly finders: readonly FinderMaker[];
  /** What they go by. */
  readonly plan: ViewsPlan;
}

/**
 * The forms of values that are no finite list of bytes: spelled out, wrapped, dumped, or with something between
 * their characters.
 */
export function compileViews(values: readonly Pattern[]): Views | null {
  const spelled = values.filter(({ bytes }) => bytes.length >= SHORTEST && bytes.length <= LONGEST_SPELLED);
  if (spelled.length === 0) return null;
  const wrapped = wrappedView(spelled);
  const plans: ViewPlan[] = [
    hexView(spelled),
    wrapped,
    overprintedView(spelled),
    ...apartViews(spelled),
    numbersView(spelled, 10),
    numbersView(spelled, 8),
  ];
  const finders = plans.filter(({ patterns }) => patterns.length > 0).map(compileView);
  return {
    finders: [...finders, toLineEnd(compileView(dumpView(spelled)))],
    plan: {
      shortestRow: Math.min(...plans.map(({ shortestRow }) => shortestRow ?? Infinity)),
      joins: wrapped.joins,
    },
  };
}
