/** How much a secret may hold beside its values, and which text. */

import { VaultError } from '../errors.ts';
import { codePointLength } from './mask.ts';
import { checkVariableName } from './variable.ts';

const MAX_FIELDS = 100;
const MAX_BINDINGS = 100;
const MAX_NOTES_BYTES = 64 * 1024;
const MAX_URL = 2048;
const MAX_TAGS = 50;
const MAX_TAGS_KEPT = 1000;
const MAX_TAG = 64;
const MAX_HINT = 1024;

/** Throws `invalid` for more than 100 fields. */
export function checkFieldCount(count: number): void {
  if (count > MAX_FIELDS) throw new VaultError('invalid', `a secret has at most ${MAX_FIELDS} fields`);
}

/** Gives the notes back, or throws `invalid`: at most 64 KiB of UTF-8, lines and tabs allowed. */
export function checkNotes(text: string): string {
  if (Buffer.byteLength(text) > MAX_NOTES_BYTES) {
    throw new VaultError('invalid', 'notes are longer than 64 KiB');
  }
  if (text.includes('\0')) throw new VaultError('invalid', 'notes hold a NUL character');
  return text;
}

/** Gives the URL back, or throws `invalid`: at most 2,048 characters, not empty, no control characters. */
export function checkUrl(text: string): string {
  return checkLine(text, 'the URL', MAX_URL);
}

/** Gives the hint back, or throws `invalid`: at most 1,024 characters, not empty, no control characters. */
export function checkHint(text: string): string {
  return checkLine(text, 'a hint', MAX_HINT);
}

/**
 * The tags trimmed and each once, in the order given. Throws `invalid` for more than 50, and for one that is
 * empty, over 64 characters, or holds a comma or a control character.
 */
export function checkTags(tags: readonly string[]): string[] {
  const distinct = [...new Set(tags.map((tag) => checkLine(tag.trim(), 'a tag', MAX_TAG)))];
  if (distinct.some((tag) => tag.includes(','))) throw new VaultError('invalid', 'a tag cannot hold a comma');
  if (distinct.length > MAX_TAGS)
    throw new VaultError('invalid', `at most ${MAX_TAGS} tags are given at once`);
  return distinct;
}

/** All tags of a secret, each once. Throws `invalid` for more than 1,000, a bound on what listings carry. */
export function joinTags(stored: readonly string[], given: readonly string[]): string[] {
  const tags = [...new Set([...stored, ...given])];
  if (tags.length > MAX_TAGS_KEPT)
    throw new VaultError('invalid', `a secret has at most ${MAX_TAGS_KEPT} tags`);
  return tags;
}

/** Throws `invalid` for more than 100 bindings, a refused variable name, or a field the secret has not. */
export function checkBindings(bindings: ReadonlyMap<string, string>, fieldNames: readonly string[]): void {
  if (bindings.size > MAX_BINDINGS) {
    throw new VaultError('invalid', `a secret has at most ${MAX_BINDINGS} bindings`);
  }
  for (const [name, field] of bindings) {
    checkVariableName(name, 'a binding');
    if (!fieldNames.includes(field)) {
      throw new VaultError(
        'invalid',
        `the binding ${name} names a field the secret does not have: ${field}`,
        `its fields are: ${fieldNames.join(', ')}`,
      );
    }
  }
}

function checkLine(text: string, what: string, max: number): string {
  if (text === '') throw new VaultError('invalid', `${what} cannot be empty`);
  if (/\p{Cc}/u.test(text)) throw new VaultError('invalid', `${what} cannot hold control characters`);
  if (codePointLength(text) > max) throw new VaultError('invalid', `${what} has at most ${max} characters`);
  return text;
}
