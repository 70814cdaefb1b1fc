/** Environment aliases: which keys of the vault a requested key or pattern means, and what they were asked for as. */

import { VaultError } from '../errors.ts';
import { compilePattern, type KeyPattern } from './pattern.ts';
import type { AliasEntry } from './policy/policy.ts';

export interface Selection {
  /** Matches the vault's keys. A literal one's `text` is the one key that is meant. */
  readonly pattern: Pick<KeyPattern, 'text' | 'literal' | 'matches'>;
  /** The key as the caller knows it: `db/url` for `prod/db/url`; the key itself where no entry applies. */
  readonly askedFor: (key: string) => string;
}

/**
 * What a request means through an alias (no entries: as it stands). A key takes the first entry whose pattern
 * matches it, once; one that no entry matches stays. A pattern means every key that one of the keys it matches
 * leads to. Throws `invalid` for a malformed pattern or entry.
 */
export function resolveSelection(requested: string, entries: readonly AliasEntry[]): Selection {
  const request = compilePattern(requested);
  const rules = entries.map(compileEntry);
  if (request.literal) {
    return { pattern: compileKey(resolveKey(requested, rules)), askedFor: () => requested };
  }
  const origin = (key: string): string | undefined => findOrigin(key, request, rules);
  return {
    pattern: { text: requested, literal: false, matches: (key) => origin(key) !== undefined },
    askedFor: (key) => origin(key) ?? key,
  };
}

/**
 * Throws `invalid` unless each wildcard of the pattern has its place in the target: with fewer places two keys
 * would become one, with more nothing would fill the rest.
 */
export function checkAliasEntry(entry: AliasEntry): void {
  compileEntry(entry);
}

interface Rule {
  readonly pattern: KeyPattern;
  readonly target: KeyPattern;
}

function compileEntry(entry: AliasEntry): Rule {
  const rule = { pattern: compilePattern(entry.pattern), target: compilePattern(entry.target) };
  if (rule.pattern.wildcards === rule.target.wildcards) return rule;
  throw new VaultError(
    'invalid',
    `the alias pattern ${entry.pattern} and its target ${entry.target} need the same number of wildcards`,
  );
}

/** The key that a key leads to. */
function resolveKey(key: string, rules: readonly Rule[]): string {
  for (const { pattern, target } of rules) {
    const captures = pattern.captures(key);
    if (captures !== null) return target.expand(captures);
  }
  return key;
}

/** The requested key that leads to this key: found by going backwards, taken when going forwards confirms it. */
function findOrigin(key: string, request: KeyPattern, rules: readonly Rule[]): string | undefined {
  const candidates = [key];
  for (const { pattern, target } of rules) {
    const captures = target.captures(key);
    if (captures !== null) candidates.push(pattern.expand(captures));
  }
  return candidates.find((asked) => request.matches(asked) && resolveKey(asked, rules) === key);
}

/** A key is never read as a pattern, whatever an entry put into it. */
function compileKey(key: string): Selection['pattern'] {
  return { text: key, literal: true, matches: (other) => other === key };
}
