import { describe, expect, test } from 'vitest';
import { targets } from './catalog.ts';
import * as fc from 'fast-check';
import { fuzz } from './fuzz.ts';
import { claim } from './target.ts';

/** Always the same cases first; `npm run fuzz` goes on from there, or elsewhere. */
const SEED = 20_261_121;

describe('for two seconds of generated cases', () => {
  test.each([...targets])('every claim about %s holds', { timeout: 120_000 }, async (name, { make }) => {
    const { cases, seconds, failure } = await fuzz(await make(), { seed: SEED, seconds: 2 });
    process.stdout.write(`fuzz: ${name}: ${cases} cases, ${Math.round(cases / seconds)} a second\n`);
    expect(failure?.report).toBeUndefined();
    expect(cases).toBeGreaterThan(50);
  });
});

test('a claim that does not hold is told with the smallest case, and with the seed that brings it back', async () => {
  let closed = 0;
  const target = {
    claims: [
      claim(
        'every number is under 1,000',
        100,
        fc.property(fc.nat(), (number) => number < 1000),
      ),
    ],
    close: async () => void (closed += 1),
  };
  const first = await fuzz(target, { seed: 1, seconds: 10 });
  expect(first.failure?.report).toContain('not so: every number is under 1,000');
  expect(first.failure?.report).toContain('Counterexample: [1000]');
  const again = await fuzz(target, { seed: first.failure?.seed ?? 0, seconds: 0.1 });
  expect(again.failure).toEqual(first.failure);
  expect(closed).toBe(2);
});
