import { compileAutomaton } from './redaction/compile-automaton.ts';
import { compileSkip } from './redaction/skip.ts';
import { sortPatterns } from './redaction/sorted-patterns.ts';
import { createStream } from './redaction/stream.ts';

/** Bytes to take out, and the name their marker shows. */
export interface RedactionPattern {
  readonly bytes: Buffer;
  /** The secret's key; any text. */
  readonly label: string;
}

export interface Redactor {
  stream(): RedactionStream;
  redact(bytes: Buffer): { bytes: Buffer; replaced: boolean };
  redactText(text: string): string;
}

export interface RedactionStream {
  /** What is decided so far: the bytes that can no longer be part of a value. May share memory with the chunk. */
  write(chunk: Buffer): Buffer;
  /** The rest. The stream is used up. */
  end(): Buffer;
  /** Whether a marker was written. */
  readonly replaced: boolean;
}

/**
 * Replaces every occurrence of every pattern by `[REDACTED:<label>]`, in time linear in the bytes, whatever
 * they are. Overlapping occurrences become one marker with the longest one's label (the leftmost of equally
 * long ones); of two labels for the same bytes the first counts. Chunks do not change a stream's output.
 */
export function createRedactor(patterns: readonly RedactionPattern[]): Redactor {
  const sorted = sortPatterns(patterns);
  const automaton = compileAutomaton(sorted);
  const skip = compileSkip(sorted);
  const markers = sorted.labels.map((label) => Buffer.from(`[REDACTED:${label}]`));

  const stream = (): RedactionStream => createStream(automaton, skip, markers);
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
