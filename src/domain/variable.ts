/** The environment variables a secret goes by. */

import { VaultError } from '../errors.ts';
import { dangerousReason } from './dangerous-names.ts';

const MAX_LENGTH = 1024;

/** `db/api-key` gives `DB_API_KEY`; the prefix stands in front as given. */
export function variableName(key: string, prefix = ''): string {
  return prefix + key.replaceAll(/[/-]/g, '_').toUpperCase();
}

/**
 * The names one value is given under: `<KEY>`, or `<KEY>_<FIELD>` for one of several fields. A name with `.`,
 * which no shell can read, is followed by the same with `_`.
 */
export function variableNames(key: string, field?: string, prefix?: string): string[] {
  const name = variableName(field === undefined ? key : `${key}_${field}`, prefix);
  return name.includes('.') ? [name, name.replaceAll('.', '_')] : [name];
}

/**
 * Throws `invalid` for a name that no environment can hold safely or that changes how programs load or run.
 * `from` says what would set it. It judges the final name, prefix included.
 */
export function checkVariableName(name: string, from: string): void {
  const reason = malformed(name) ?? dangerousReason(name);
  if (reason === null) return;
  throw new VaultError(
    'invalid',
    `${from} cannot be given as the variable ${printable(name)}: ${reason}`,
    'another key, field, binding or prefix gives another name',
  );
}

function malformed(name: string): string | null {
  if (name === '') return 'a name cannot be empty';
  if (name.length > MAX_LENGTH) return `a name has at most ${MAX_LENGTH} characters`;
  if (name.includes('=')) return 'a name cannot hold "="';
  // Besides spaces and controls this covers what cannot be seen: bidirectional marks, zero-width characters.
  if (/[\s\p{C}\p{Z}]/u.test(name)) return 'a name cannot hold spaces or control characters';
  return null;
}

/** Quoted, with what cannot be seen escaped, and not longer than a line. */
function printable(name: string): string {
  const text = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return /^[\w.-]+$/.test(text)
    ? text
    : JSON.stringify(text).replaceAll(/[^\x20-\x7e…]/g, (character) => {
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
      });
}
