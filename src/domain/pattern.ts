/** Key patterns: `*`, `?` and `[...]` inside one segment of a key. */

import { VaultError } from '../errors.ts';

const MAX_LENGTH = 256;

/** No key holds one of these, so a text that does is meant as a pattern. */
const SPECIAL = /[*?[\]{}()|\\]/;

export interface KeyPattern {
  readonly text: string;
  /** Without a wildcard: it matches the key it spells and no other. */
  readonly literal: boolean;
  /** How many wildcards it has; each `*`, `?` and `[...]` is one. */
  readonly wildcards: number;
  matches(key: string): boolean;
  /** What each wildcard matched, in order, every `*` as little as it can; null when the key does not match. */
  captures(key: string): string[] | null;
  /** The text with its wildcards, in order, replaced by these. */
  expand(captures: readonly string[]): string;
}

/**
 * Reads a pattern. Throws `invalid` for one over 256 characters, for `**`, braces, parentheses, `|` and `\`,
 * and for a `[...]` that is unclosed or malformed. Matching takes time linear in the key for each segment's `*`.
 */
export function compilePattern(text: string): KeyPattern {
  if (!SPECIAL.test(text)) return literalPattern(text);
  if (text.length > MAX_LENGTH) throw refused(`longer than ${MAX_LENGTH} characters`);
  const segments = readSegments(text);
  const wildcards = segments.flat().filter((token) => token.kind !== 'literal').length;
  const prefix = text.slice(0, text.search(/[*?[]/));
  const captures = (key: string): string[] | null =>
    key.startsWith(prefix) ? matchSegments(segments, key.split('/')) : null;
  return {
    text,
    literal: false,
    wildcards,
    matches: (key) => captures(key) !== null,
    captures,
    expand: (values) => fillSegments(segments, values),
  };
}

function literalPattern(text: string): KeyPattern {
  const matches = (key: string): boolean => key === text;
  return {
    text,
    literal: true,
    wildcards: 0,
    matches,
    captures: (key) => (matches(key) ? [] : null),
    expand: () => text,
  };
}

type Token =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly Range[] };

/** First and last character, both included. */
type Range = readonly [string, string];

function readSegments(text: string): Token[][] {
  const segments: Token[][] = [];
  let segment: Token[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '/') {
      segments.push(segment);
      segment = [];
    } else if (character === '*') {
      if (text.charAt(at + 1) === '*') throw refused('`**` is not supported: `*` matches one level');
      segment.push({ kind: 'star' });
    } else if (character === '?') {
      segment.push({ kind: 'any' });
    } else if (character === '[') {
      const close = text.indexOf(']', at);
      if (close < 0) throw refused('`[` is not closed');
      segment.push(readClass(text.slice(at + 1, close)));
      at = close;
    } else if (SPECIAL.test(character)) {
      throw refused(`${nameOf(character)} not supported: a pattern knows \`*\`, \`?\` and \`[...]\``);
    } else {
      segment.push({ kind: 'literal', character });
    }
  }
  return [...segments, segment];
}

/** The inside of `[...]`: single characters and ranges, negated by a leading `!` or `^`. */
function readClass(inside: string): Token {
  const negated = inside.startsWith('!') || inside.startsWith('^');
  const members = negated ? inside.slice(1) : inside;
  if (members === '') throw refused('`[...]` is empty');
  if (/[/[\\]/.test(members)) throw refused('`[...]` cannot hold `/`, `[` or `\\`');
  const ranges: Range[] = [];
  for (const [text] of members.matchAll(/.-.|./gs)) {
    const first = text.charAt(0);
    const last = text.charAt(text.length - 1);
    if (first > last) throw refused(`the range \`${text}\` is the wrong way round`);
    ranges.push([first, last]);
  }
  return { kind: 'class', negated, ranges };
}

function matchSegments(segments: readonly Token[][], parts: readonly string[]): string[] | null {
  if (parts.length !== segments.length) return null;
  const captures: string[] = [];
  for (const [index, tokens] of segments.entries()) {
    const matched = matchSegment(tokens, parts[index] ?? '');
    if (matched === null) return null;
    captures.push(...matched);
  }
  return captures;
}

/**
 * Only the last `*` met is ever lengthened: an earlier one that took more would leave less for the rest.
 * So the steps are at most tokens times characters.
 */
function matchSegment(tokens: readonly Token[], part: string): string[] | null {
  /** Where each token's text ends; the next one's starts there. */
  const ends: number[] = [];
  let at = 0;
  let index = 0;
  let star = -1;
  while (at < part.length || index < tokens.length) {
    const token = tokens[index];
    if (token?.kind === 'star') {
      star = index;
    } else if (token !== undefined && at < part.length && accepts(token, part.charAt(at))) {
      at += 1;
    } else {
      const taken = ends[star] ?? part.length;
      if (taken >= part.length) return null;
      at = taken + 1;
      index = star;
    }
    ends[index] = at;
    index += 1;
  }
  return tokens.flatMap((token, place) =>
    token.kind === 'literal' ? [] : [part.slice(place === 0 ? 0 : ends[place - 1], ends[place])],
  );
}

function accepts(token: Exclude<Token, { kind: 'star' }>, character: string): boolean {
  if (token.kind === 'any') return true;
  if (token.kind === 'literal') return token.character === character;
  return token.negated !== token.ranges.some(([first, last]) => first <= character && character <= last);
}

function fillSegments(segments: readonly Token[][], values: readonly string[]): string {
  let next = 0;
  const fillOne = (token: Token): string =>
    token.kind === 'literal' ? token.character : (values[next++] ?? '');
  return segments.map((tokens) => tokens.map(fillOne).join('')).join('/');
}

function nameOf(character: string): string {
  if (character === '{' || character === '}') return `\`${character}\` (a brace) is`;
  return `\`${character}\` is`;
}

function refused(why: string): VaultError {
  return new VaultError('invalid', `invalid key pattern: ${why}`);
}
