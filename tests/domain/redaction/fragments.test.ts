import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FragmentFinder } from '../../../src/domain/redaction/fragment-finder.ts';
import { compileFragmentIndex } from '../../../src/domain/redaction/fragment-index.ts';
import { FRAGMENT, randomParts } from '../../../src/domain/redaction/fragments.ts';
import { createStream } from '../../../src/domain/redaction/stream.ts';
import { redactSlowly } from './reference.ts';

const RUNS = Number(process.env['REDACTION_RUNS'] ?? 2000);
const TOKEN = 'q7Rk2vXz9LmT4wBn8JcH3pYd6GsF1eKuWa5Z';
/** Its parts overlap with each other's and with the first one's. */
const OTHER = 'k9Lm2Q7Rk2vXz9LmT4wk9Lm2Q7RkZz0';

/** Text in which parts of values stand at any distance, also close to each other and cut short. */
const texts = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(TOKEN, OTHER), fc.nat(30), fc.integer({ min: 1, max: 36 }))
        .map(([value, from, length]) => value.slice(from, from + length)),
      fc.string({ unit: fc.constantFrom('\n', '{', '}', ' ', 'q', '7', 'T', 'Z'), maxLength: 14 }),
    ),
    { maxLength: 16 },
  )
  .map((parts) => Buffer.from(parts.join('')));

/** The fragments alone, and where a longer occurrence is known before: the whole of the first value. */
function redact(values: readonly string[], text: Buffer, size: number, whole: boolean): string {
  const parts = randomParts(values.map((value, label) => ({ bytes: Buffer.from(value), label })));
  const index = compileFragmentIndex(parts);
  const markers = values.map((_, label) => Buffer.from(`[REDACTED:${label}]`));
  const stream = createStream(
    {
      samples: index.pieces,
      views: null,
      finders: [
        ({ survey, report, found }) => {
          const fragments = new FragmentFinder(index, survey, report, found);
          return {
            scan(chunk, base) {
              if (whole) {
                const end = base + chunk.length;
                let start = text.indexOf(TOKEN);
                for (; start >= 0 && start + TOKEN.length <= end; start = text.indexOf(TOKEN, start + 1)) {
                  if (start + TOKEN.length > base) report(0, start, start + TOKEN.length);
                }
              }
              fragments.scan(chunk, base);
            },
            get undecidedFrom() {
              // No value is longer.
              return whole ? Math.max(0, fragments.undecidedFrom - TOKEN.length) : fragments.undecidedFrom;
            },
            get tellingFrom() {
              return fragments.tellingFrom;
            },
          };
        },
      ],
    },
    markers,
  );
  const out: Buffer[] = [];
  for (let at = 0; at < text.length; at += size) out.push(stream.write(text.subarray(at, at + size)));
  return Buffer.concat([...out, stream.end()]).toString();
}

function expected(values: readonly string[], text: Buffer, whole: boolean): string {
  const patterns = values.flatMap((value, label) =>
    Array.from({ length: value.length - FRAGMENT + 1 }, (_, at) => ({
      bytes: Buffer.from(value.slice(at, at + FRAGMENT)),
      label: String(label),
    })),
  );
  if (whole) patterns.push({ bytes: Buffer.from(TOKEN), label: '0' });
  return redactSlowly(patterns, text).toString();
}

describe('fragments of values', () => {
  test.each(['', '\n', '}', '}\n', ' of it\n', '}\n{q7Rk2vXz9LmT'])('two close together, then %j', (end) => {
    const text = `{${TOKEN.slice(0, 12)}}\n{${TOKEN.slice(0, 12)}${end}`;
    expect(redact([TOKEN], Buffer.from(text), 100, false)).toBe(
      text.replaceAll(TOKEN.slice(0, 12), '[REDACTED:0]'),
    );
  });

  test.each([false, true])('are found as by the slow reference, with whole values known: %s', (whole) => {
    const values = [TOKEN, OTHER];
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, size) => {
        const found = expected(values, text, whole);
        expect(redact(values, text, text.length + 1, whole)).toBe(found);
        expect(redact(values, text, size, whole)).toBe(found);
      }),
      { numRuns: RUNS },
    );
  });
});
