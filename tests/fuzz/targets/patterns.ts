import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compilePattern } from '../../../src/domain/pattern.ts';
import { VaultError } from '../../../src/errors.ts';
import { claim, type Target } from '../target.ts';
import { within } from '../support/time.ts';

const LONGEST = 256;

const part = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', '.', '_'), maxLength: 8 });
const key = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const token = fc.constantFrom(
  'a',
  'b',
  '-',
  '.',
  '?',
  '*',
  '*',
  '[ab]',
  '[!a]',
  '[^b-]',
  '[a-c]',
  '[+--]',
  '/',
);
const glob = fc.array(token, { minLength: 1, maxLength: 14 }).map((tokens) => tokens.join(''));
const soup = fc.string({
  unit: fc.constantFrom(...'ab-/*?[]![^]{}()|\\.'.split(''), 'é', '\n', '\u202e', '['),
  maxLength: 24,
});
/** Built so that a matcher that goes back tries many ways. */
const twisted = fc
  .tuple(
    fc.array(fc.constantFrom('*a', '*?', '*[ab]', 'a*', '?*a', '*[!b]', '*a/'), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('', 'b', '*', '[!a]'),
  )
  .map(([units, end]) => {
    const unit = units.join('').replaceAll('**', '*');
    const text = unit.repeat(Math.floor((LONGEST - end.length) / unit.length)) + end;
    return text.replaceAll('**', '*');
  });
const longKey = fc.constantFrom('a', 'ab', 'a/', 'aab').map((unit) => unit.repeat(10_000 / unit.length));

export function patternsTarget(): Target {
  return {
    claims: [
      claim(
        'a pattern matches what a slow matcher does, each `*` taking as little',
        300,
        fc.property(glob, key, matchesAlike),
      ),
      claim(
        'a text is a pattern exactly when its grammar says so',
        300,
        fc.property(soup, isPatternByGrammar),
      ),
      claim(
        'no pattern takes longer than two seconds on a key of 10 kB',
        3,
        fc.asyncProperty(fc.noShrink(twisted), longKey, async (text, long) => {
          await within(2000, text, () => compilePattern(text).matches(long));
        }),
      ),
    ],
  };
}

function matchesAlike(text: string, name: string): void {
  fc.pre(grammar(text));
  const pattern = compilePattern(text);
  const expected = captures(text, name);
  assert.deepEqual(pattern.captures(name), expected);
  assert.equal(pattern.matches(name), expected !== null);
  if (expected !== null) assert.equal(pattern.expand(expected), name);
}

function isPatternByGrammar(text: string): void {
  let refused: unknown;
  try {
    compilePattern(text);
  } catch (error) {
    refused = error;
  }
  assert.equal(refused === undefined, grammar(text));
  if (refused === undefined) return;
  assert.ok(refused instanceof VaultError);
  assert.equal(refused.code, 'invalid');
}

/** What a pattern is, as one expression; the order in ranges aside. */
const WELL_FORMED = /^(?:[^*?[\]{}()|\\]|\?|\*(?!\*)|\[(?:[!^][^\]/[\\]|[^!^\]/[\\])[^\]/[\\]*\])*$/;

function grammar(text: string): boolean {
  if (!/[*?[\]{}()|\\]/.test(text)) return true;
  return (
    text.length <= LONGEST &&
    WELL_FORMED.test(text) &&
    classesIn(text).every(({ members }) => members !== null)
  );
}

interface Class {
  readonly end: number;
  readonly negated: boolean;
  /** Null when a range is the wrong way round. */
  readonly members: ReadonlySet<string> | null;
}

function classAt(text: string, at: number): Class {
  const end = text.indexOf(']', at);
  const negated = /[!^]/.test(text.charAt(at + 1));
  const inside = text.slice(at + (negated ? 2 : 1), end);
  const members = new Set<string>();
  for (let index = 0; index < inside.length; index += 1) {
    const first = inside.charCodeAt(index);
    const isRange = inside[index + 1] === '-' && index + 2 < inside.length;
    const last = isRange ? inside.charCodeAt(index + 2) : first;
    if (last < first) return { end, negated, members: null };
    for (let code = first; code <= last; code += 1) members.add(String.fromCharCode(code));
    if (isRange) index += 2;
  }
  return { end, negated, members };
}

function classesIn(text: string): Class[] {
  const found: Class[] = [];
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    const next = classAt(text, at);
    found.push(next);
    at = next.end;
  }
  return found;
}

/** By going back and trying again; the first way found has every `*` as short as it can be. */
function captures(text: string, name: string, at = 0, from = 0): string[] | null {
  const character = text[at];
  if (character === undefined) return from === name.length ? [] : null;
  const here = name[from];
  const behind = (taken: number, next: number): string[] | null => {
    const rest = captures(text, name, next, from + taken);
    return rest && [name.slice(from, from + taken), ...rest];
  };
  if (character === '*') {
    const most = /^[^/]*/.exec(name.slice(from))?.[0].length ?? 0;
    for (let taken = 0; taken <= most; taken += 1) {
      const found = behind(taken, at + 1);
      if (found !== null) return found;
    }
    return null;
  }
  if (here === undefined) return null;
  if (character === '?') return here === '/' ? null : behind(1, at + 1);
  if (character === '[') {
    const { end, negated, members } = classAt(text, at);
    return here !== '/' && members?.has(here) !== negated ? behind(1, end + 1) : null;
  }
  return character === here ? captures(text, name, at + 1, from + 1) : null;
}
