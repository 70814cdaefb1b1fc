/** The names of secrets: segments joined by `/`, case-sensitive. */

import { VaultError } from '../errors.ts';

const MAX_LENGTH = 256;
const SEGMENTS = /^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*$/;

const RULE =
  'a key has 1 to 256 characters: segments of letters, digits, "_", "." and "-" joined by "/", none of them empty, "." or ".."';

/** Gives the key back, or throws `invalid` with the rule. The rejected text is not repeated: it may be a value. */
export function checkKey(text: string): string {
  if (text.startsWith('@')) {
    throw new VaultError('invalid', `invalid key: "@" at the start is kept for shared spaces; ${RULE}`);
  }
  if (!isKey(text)) throw new VaultError('invalid', `invalid key: ${RULE}`);
  return text;
}

/** Whether a secret can have this key. */
export function isKey(text: string): boolean {
  return text.length <= MAX_LENGTH && SEGMENTS.test(text) && !text.split('/').some(isDots);
}

function isDots(segment: string): boolean {
  return segment === '.' || segment === '..';
}
