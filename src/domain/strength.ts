/** How hard a value is to guess, from 0 (at once) to 4 (not at all). */

import type { FieldKind } from './field-kind.ts';
import { looksRandom } from './randomness.ts';

export type Rating = 0 | 1 | 2 | 3 | 4;

/** Below this a value is weak. */
export const STRONG_ENOUGH: Rating = 3;

/** Fewer guesses than this many bits of them an agent can make by asking. */
const GUESSABLE_BITS = 30;
/** What people choose that is longer has more behind it, and a look at the dictionaries takes its time. */
const LONGEST_LOOKED_UP = 12;

/** Whether fewer than about 30 bits are behind a value, so that no redaction can keep it from who tries them all. */
export async function isGuessable(value: string): Promise<boolean> {
  if (bitsBySize(value) < GUESSABLE_BITS) return true;
  if (value.length > LONGEST_LOOKED_UP) return false;
  const { guessesLog10, sequence } = await checkByGuessing(value);
  // Where it knows no part of a value, it takes every character for one of ten.
  const isKnown = sequence.some(({ pattern }) => pattern !== 'bruteforce');
  return isKnown && guessesLog10 < GUESSABLE_BITS * Math.log10(2);
}

/** Made by programs, so length and alphabet say how many there are. */
const generatedKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'token',
  'api_key',
  'private_key',
  'certificate',
  'connection_string',
  'totp',
]);

/**
 * What people choose is rated by zxcvbn, whose first use loads its dictionaries (about 0.3 s); what looks random
 * by length and alphabet. A token that does not look random is as weak as the weaker of the two says.
 */
export async function rateStrength(value: string, kind?: FieldKind): Promise<Rating> {
  const bySize = rateBySize(value);
  if (looksRandom(value)) return bySize;
  const byGuessing = await rateByGuessing(value);
  return kind !== undefined && generatedKinds.has(kind) ? lower(bySize, byGuessing) : byGuessing;
}

function lower(a: Rating, b: Rating): Rating {
  return a < b ? a : b;
}

/** Bits at which a rating starts: 64 withstand guessing with special hardware, 96 withstand everything. */
const steps: readonly (readonly [bits: number, rating: Rating])[] = [
  [96, 4],
  [64, 3],
  [48, 2],
  [32, 1],
];

function rateBySize(value: string): Rating {
  const bits = bitsBySize(value);
  return steps.find(([least]) => bits >= least)?.[1] ?? 0;
}

function bitsBySize(value: string): number {
  return value.length * Math.log2(alphabetSize(value));
}

/** The size of the smallest usual alphabet that holds the value; of few that are repeated, just those. */
function alphabetSize(value: string): number {
  const distinct = new Set(value).size;
  if (distinct < 8 && distinct < value.length) return distinct;
  if (/^(?:[0-9a-f]*|[0-9A-F]*)$/.test(value)) return 16;
  const classes: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^A-Za-z0-9]/, 33],
  ];
  return classes.reduce((sum, [members, size]) => sum + (members.test(value) ? size : 0), 0);
}

/** zxcvbn takes more than linear time; a longer value is judged by its start. */
const MAX_GUESSED = 100;

async function rateByGuessing(value: string): Promise<Rating> {
  return (await checkByGuessing(value)).score;
}

interface Guess {
  readonly score: Rating;
  readonly guessesLog10: number;
  /** What the value is made of; `bruteforce` for what is in no dictionary and no sequence. */
  readonly sequence: readonly { readonly pattern: string }[];
}
type Guesser = (value: string) => Guess;

async function checkByGuessing(value: string): Promise<Guess> {
  guesser ??= loadGuesser();
  const guess = await guesser;
  return guess(value.slice(0, MAX_GUESSED));
}

let guesser: Promise<Guesser> | undefined;

async function loadGuesser(): Promise<Guesser> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_GUESSED,
    // The default of 100 takes five times as long to find hardly more (2 weak ones in 400 disguised words).
    l33tMaxSubstitutions: 5,
  });
  return (value) => zxcvbn.check(value);
}
