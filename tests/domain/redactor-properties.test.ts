import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileAutomaton } from '../../src/domain/redaction/compile-automaton.ts';
import { compileSamples, longestStride, samplePieces } from '../../src/domain/redaction/samples.ts';
import { compileSampleSet } from '../../src/domain/redaction/survey/sample-set.ts';
import { Scanner } from '../../src/domain/redaction/scanner.ts';
import { sortPatterns } from '../../src/domain/redaction/sorted-patterns.ts';
import { createStream } from '../../src/domain/redaction/stream.ts';
import type { RedactionValue, RedactionStream } from '../../src/domain/redactor.ts';
import { createRedactor } from '../../src/domain/redactor.ts';
import { redactSlowly } from './redaction/reference.ts';

const RUNS = Number(process.env['REDACTION_RUNS'] ?? 2000);

/** Few letters, so that values nest, overlap and repeat; sometimes any byte, or the text of markers. */
const bytesOf = (maxLength: number): fc.Arbitrary<Buffer> =>
  fc
    .oneof(
      { weight: 4, arbitrary: fc.array(fc.constantFrom(97, 98), { maxLength }) },
      { weight: 4, arbitrary: fc.array(fc.constantFrom(97, 98, 99, 100), { maxLength }) },
      { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 255 }), { maxLength }) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom('[REDACTED:', '[REDACTED:0]', 'RED', ':0]')
          .map((text) => Array.from(Buffer.from(text))),
      },
    )
    .map((bytes) => Buffer.from(bytes));

const letters = (all: string): fc.Arbitrary<string> => fc.constantFrom(...all.split(''));

/** Patterns, and a text in which many of them occur, whole or in part. */
const cases = fc
  .array(bytesOf(14), { maxLength: 8 })
  .chain((values) =>
    fc.tuple(
      fc.constant(values),
      fc.array(
        fc.oneof(bytesOf(20), ...values.map((v) => fc.constantFrom(v, v.subarray(1), v.subarray(0, -1)))),
        {
          maxLength: 12,
        },
      ),
    ),
  )
  .map(([values, parts]) => ({
    patterns: values.map((bytes, i) => ({ bytes, label: String(i) })),
    text: Buffer.concat(parts),
  }));

/** A stream whose automaton has rows for the root's few next states only; the others are deep. */
function deepStream(patterns: readonly RedactionValue[], tableEntries: number): RedactionStream {
  const sorted = sortPatterns(patterns.map(({ bytes }, label) => ({ bytes, label })));
  const automaton = compileAutomaton(sorted, tableEntries);
  const stride = longestStride(sorted.bytes);
  const samples = stride > 1 ? compileSamples(sorted.bytes, sorted.labels) : null;
  const markers = patterns.map(({ label }) => Buffer.from(`[REDACTED:${label}]`));
  return createStream(
    {
      samples: samples && compileSampleSet(samplePieces(samples), stride),
      views: null,
      finders: [({ survey, report }) => new Scanner(automaton, samples, survey, report)],
    },
    markers,
  );
}

function through(stream: RedactionStream, text: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (let turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    parts.push(stream.write(text.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat([...parts, stream.end()]);
}

describe('redaction, for any values and any text,', () => {
  test('does what the slow reference does', () => {
    fc.assert(
      fc.property(cases, ({ patterns, text }) => {
        const expected = redactSlowly(patterns, text);
        const actual = createRedactor(patterns).redact(text);
        expect(actual.bytes.toString('latin1')).toBe(expected.toString('latin1'));
        expect(actual.replaced).toBe(patterns.some(({ bytes }) => bytes.length > 0 && text.includes(bytes)));
      }),
      { numRuns: RUNS },
    );
  });

  test('gives the same output for chunks of any sizes, whatever states have rows', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 6 });
    const someProgress = sizes.filter((all) => all.some((size) => size > 0));
    fc.assert(
      fc.property(
        cases,
        someProgress,
        fc.integer({ min: 1, max: 64 }),
        ({ patterns, text }, chunks, entries) => {
          const expected = redactSlowly(patterns, text).toString('latin1');
          expect(through(createRedactor(patterns).stream(), text, chunks).toString('latin1')).toBe(expected);
          expect(through(deepStream(patterns, entries), text, chunks).toString('latin1')).toBe(expected);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('gives the same output for every place to split it at', () => {
    fc.assert(
      fc.property(cases, ({ patterns, text }) => {
        const redactor = createRedactor(patterns);
        const expected = redactSlowly(patterns, text).toString('latin1');
        for (let split = 0; split <= text.length; split++) {
          const stream = redactor.stream();
          const parts = [
            stream.write(text.subarray(0, split)),
            stream.write(text.subarray(split)),
            stream.end(),
          ];
          expect(Buffer.concat(parts).toString('latin1')).toBe(expected);
        }
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    );
  });

  test('holds back less than the longest value is long', () => {
    fc.assert(
      fc.property(cases, ({ patterns, text }) => {
        const longest = Math.max(1, ...patterns.map(({ bytes }) => bytes.length));
        const stream = createRedactor(patterns).stream();
        // Without a marker every byte that went in has come out or is held back.
        let [taken, given] = [0, 0];
        for (const byte of text) {
          given += stream.write(Buffer.of(byte)).length;
          taken += 1;
          if (stream.replaced) return;
          const matched = patterns.some(
            ({ bytes }) => bytes.length > 0 && text.subarray(0, taken).includes(bytes),
          );
          if (!matched) expect(taken - given).toBeLessThan(longest);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('finds values of ordinary length in text long enough to leap through', () => {
    const word = fc.string({ unit: letters('abcdefghijklmnopqrstuvwxyz '), maxLength: 60 });
    const values = fc.array(fc.string({ unit: letters('abcdefgh'), minLength: 6, maxLength: 40 }), {
      minLength: 1,
      maxLength: 20,
    });
    const longCases = values.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.array(
          fc.oneof(word, ...list.map((value) => fc.constantFrom(value, value.slice(0, -1), value.slice(3)))),
          {
            maxLength: 40,
          },
        ),
        fc.integer({ min: 1, max: 100 }),
      ),
    );
    fc.assert(
      fc.property(longCases, ([list, parts, size]) => {
        const patterns = list.map((value, i) => ({ bytes: Buffer.from(value), label: String(i) }));
        const text = Buffer.from(parts.join(''));
        const expected = redactSlowly(patterns, text).toString();
        expect(createRedactor(patterns).redact(text).bytes.toString()).toBe(expected);
        expect(through(createRedactor(patterns).stream(), text, [size]).toString()).toBe(expected);
        expect(through(deepStream(patterns, 16), text, [size]).toString()).toBe(expected);
      }),
      { numRuns: RUNS },
    );
  });
});
