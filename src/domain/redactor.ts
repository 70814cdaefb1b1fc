import { compileAutomaton } from './redaction/compile-automaton.ts';
import { formsOf } from './redaction/forms/forms.ts';
import { FragmentFinder } from './redaction/fragment-finder.ts';
import { compileFragmentIndex, type FragmentIndex, piecesOf } from './redaction/fragment-index.ts';
import { randomParts } from './redaction/fragments.ts';
import { compileSamples, longestStride, samplePieces } from './redaction/samples.ts';
import { Scanner } from './redaction/scanner.ts';
import { type Pattern, sortPatterns } from './redaction/sorted-patterns.ts';
import { createStream, type FinderMaker, type StreamPlan } from './redaction/stream.ts';
import { compileSampleSet } from './redaction/survey/sample-set.ts';
import { compileViews } from './redaction/views.ts';

/** Bytes to take out, and the name their marker shows. */
export interface RedactionValue {
  readonly bytes: Buffer;
  /** The secret's key; any text. */
  readonly label: string;
}

/** `exact`: values as given. `full`: also encoded, spelled out, and in part. */
export type RedactionMode = 'exact' | 'full';

export interface Redactor {
  stream(): RedactionStream;
  redact(bytes: Buffer): { bytes: Buffer; replaced: boolean };
  redactText(text: string): string;
}

export interface RedactionStream {
  /** What is decided so far: the bytes that can no longer be part of a value. May share memory with the chunk. */
  write(chunk: Buffer): Buffer;
  /** The same in parts: what was held goes before the chunk without a copy of the chunk. */
  writeParts(chunk: Buffer): readonly Buffer[];
  /**
   * For a person who waits at a terminal: lets go of what is held although fewer than 4 bytes of a value have
   * come. Should the value follow after all, that much of it was let go.
   */
  settle(): Buffer;
  /** The rest. The stream is used up. */
  end(): Buffer;
  /** As `end` for output that was cut off: without the last bytes when 4 and more of a value may be in them. */
  cut(): Buffer;
  /** Whether a marker was written. */
  readonly replaced: boolean;
}

/**
 * Replaces every occurrence of every value by `[REDACTED:<label>]`, in time linear in the bytes, whatever
 * they are. Overlapping occurrences become one marker with the longest one's label (the leftmost of equally
 * long ones); of two labels for the same bytes the first counts. Chunks do not change a stream's output.
 */
export function createRedactor(values: readonly RedactionValue[], mode: RedactionMode = 'exact'): Redactor {
  const markers = values.map(({ label }) => Buffer.from(`[REDACTED:${label}]`));
  const numbered = values.map(({ bytes }, label) => ({ bytes, label }));
  const plan = mode === 'full' ? planFull(numbered) : planExact(numbered);

  const stream = (): RedactionStream => createStream(plan, markers);
  const redact = (bytes: Buffer): { bytes: Buffer; replaced: boolean } => {
    const whole = stream();
    const parts = [whole.write(bytes), whole.end()];
    return { bytes: Buffer.concat(parts), replaced: whole.replaced };
  };
  const redactText = (text: string): string => {
    const { bytes, replaced } = redact(Buffer.from(text));
    return replaced ? bytes.toString() : text;
  };
  return { stream, redact, redactText };
}

function planExact(values: readonly Pattern[]): StreamPlan {
  const { finder, pieces, stride } = compileLiterals(values);
  return { finders: [finder], samples: stride > 1 ? compileSampleSet(pieces, stride) : null, views: null };
}

/** The finders by samples share what is looked at: the smaller stride counts, and the pieces of both. */
function planFull(values: readonly Pattern[]): StreamPlan {
  const forms = values.flatMap(({ bytes, label }) => formsOf(bytes).map((form) => ({ bytes: form, label })));
  const fragments = compileFragments(values);
  const literals = compileLiterals([...values, ...forms], fragments?.index.pieces.stride);
  const stride = literals.stride > 1 ? literals.stride : (fragments?.index.pieces.stride ?? 0);
  const pieces = [...literals.pieces, ...(fragments?.pieces ?? [])];
  const views = compileViews(values);
  return {
    finders: [literals.finder, ...(fragments ? [fragments.finder] : []), ...(views ? views.finders : [])],
    samples: stride > 1 ? compileSampleSet(pieces, stride) : null,
    views: views && views.plan,
  };
}

interface Literals {
  readonly finder: FinderMaker;
  readonly pieces: readonly number[];
  /** Less than 2 when the finder does not go by samples. */
  readonly stride: number;
}

function compileLiterals(patterns: readonly Pattern[], largestStride = Infinity): Literals {
  const sorted = sortPatterns(patterns);
  const automaton = compileAutomaton(sorted);
  const stride = Math.min(largestStride, longestStride(sorted.bytes));
  const samples = stride > 1 ? compileSamples(sorted.bytes, sorted.labels, stride) : null;
  return {
    finder: ({ survey, report }) => new Scanner(automaton, samples, survey, report),
    pieces: samples === null ? [] : samplePieces(samples),
    stride,
  };
}

interface Fragments {
  readonly finder: FinderMaker;
  readonly pieces: readonly number[];
  readonly index: FragmentIndex;
}

function compileFragments(values: readonly Pattern[]): Fragments | null {
  const parts = randomParts(values);
  if (parts.length === 0) return null;
  const index = compileFragmentIndex(parts);
  return {
    finder: ({ survey, report, found }) => new FragmentFinder(index, survey, report, found),
    pieces: parts.flatMap(({ bytes }) => piecesOf(bytes)),
    index,
  };
}
