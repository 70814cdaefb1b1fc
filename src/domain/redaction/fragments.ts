import type { Pattern } from './sorted-patterns.ts';

/** Bytes of a fragment: fewer would match by chance, and tell little of the value. */
export const FRAGMENT = 12;
const SHORTEST_VALUE = 20;
const LONGEST_VALUE = 4096;

/** Of ten neighbouring characters of a random value, this many differ in kind: lower, upper, digit, other. */
const CHANGES_OF_TEN = 3;
/** A word, as random characters hardly have it, and how much of one makes a fragment part of it. */
const WORD = /[a-z]{7,}|[A-Z]{7,}/g;
const OF_WORD = 4;

/**
 * The parts of the values of which any 12 bytes are taken out. A value counts as random when it has 20 to 4096
 * bytes, all of them printable ASCII without a space, and three of ten neighbouring characters differ in
 * kind. Fragments with four letters of a word, seven letters of one case, are no part.
 */
export function randomParts(values: readonly Pattern[]): Pattern[] {
  return values.flatMap(({ bytes, label }) =>
    isRandomThroughout(bytes) ? partsWithoutWords(bytes).map((part) => ({ bytes: part, label })) : [],
  );
}

function isRandomThroughout(bytes: Buffer): boolean {
  if (bytes.length < SHORTEST_VALUE || bytes.length > LONGEST_VALUE) return false;
  const text = bytes.toString('latin1');
  if (!/^[!-~]*$/.test(text)) return false;
  const kinds = Array.from(text, kindOf);
  const changes = kinds.filter((kind, i) => i > 0 && kind !== kinds[i - 1]).length;
  return changes * 10 >= (text.length - 1) * CHANGES_OF_TEN;
}

function kindOf(char: string): string {
  if (/[a-z]/.test(char)) return 'lower';
  if (/[A-Z]/.test(char)) return 'upper';
  return /[0-9]/.test(char) ? 'digit' : 'other';
}

/** The longest stretches of which no fragment has a word in it. */
function partsWithoutWords(bytes: Buffer): Buffer[] {
  const words = Array.from(bytes.toString('latin1').matchAll(WORD), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const isOfWord = (at: number): boolean =>
    words.some(({ start, end }) => Math.min(end, at + FRAGMENT) - Math.max(start, at) >= OF_WORD);
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = 0; at <= bytes.length - FRAGMENT + 1; at++) {
    if (at <= bytes.length - FRAGMENT && !isOfWord(at)) continue;
    if (at > start) parts.push(bytes.subarray(start, at + FRAGMENT - 1));
    start = at + 1;
  }
  return parts;
}
