import * as fc from 'fast-check';
import type { Target } from './target.ts';

export interface Outcome {
  readonly cases: number;
  readonly seconds: number;
  readonly nextSeed: number;
  /** The claim that failed, the smallest case found for it, and the seed that brings it back. */
  readonly failure?: { readonly seed: number; readonly report: string };
}

/** Runs the claims of a target in turns, a round for each seed from `seed` on, at least one, until the time is up. */
export async function fuzz(
  { claims, close }: Target,
  { seed, seconds }: { readonly seed: number; readonly seconds: number },
): Promise<Outcome> {
  const began = performance.now();
  const spent = (): number => (performance.now() - began) / 1000;
  let cases = 0;
  let next = seed;
  try {
    do {
      for (const { holds, property, cases: numRuns } of claims) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, for the time they take is measured
        const details = await fc.check(property, { seed: next, numRuns });
        cases += details.numRuns;
        if (!details.failed) continue;
        const report = `not so: ${holds}\n${fc.defaultReportMessage(details) ?? ''}`;
        return { cases, seconds: spent(), nextSeed: next, failure: { seed: next, report } };
      }
      next += 1;
    } while (spent() < seconds);
    return { cases, seconds: spent(), nextSeed: next };
  } finally {
    await close?.();
  }
}
