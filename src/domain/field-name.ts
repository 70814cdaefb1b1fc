/** The names and aliases of fields, and how a field is found by either. */

import { VaultError } from '../errors.ts';
import type { Field, Secret } from './secret.ts';

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** Gives the name (or alias) back, or throws `invalid` with the rule. */
export function checkFieldName(text: string): string {
  if (!NAME.test(text)) {
    throw new VaultError(
      'invalid',
      'invalid field name: a field name or alias has 1 to 64 letters, digits, "_", "." and "-"',
    );
  }
  return text;
}

/**
 * Throws `invalid` when a name or alias is malformed or stands twice in one secret. Two that differ only in
 * case count as the same, so that a look-up can never mean two fields.
 */
export function checkAliases(fields: readonly Pick<Field, 'name' | 'aliases'>[]): void {
  const seen = new Set<string>();
  for (const text of fields.flatMap((field) => [field.name, ...field.aliases])) {
    const folded = checkFieldName(text).toLowerCase();
    if (seen.has(folded)) {
      throw new VaultError('invalid', `the field name or alias ${text} stands twice in the secret`);
    }
    seen.add(folded);
  }
}

/** Finds a field by its exact name, else by name or alias in any case. A single value has no fields. */
export function findField(secret: Pick<Secret, 'form' | 'fields'>, name: string): Field | null {
  if (secret.form === 'single') return null;
  const folded = name.toLowerCase();
  return (
    secret.fields.find((field) => field.name === name) ??
    secret.fields.find((field) => field.name.toLowerCase() === folded) ??
    secret.fields.find((field) => field.aliases.some((alias) => alias.toLowerCase() === folded)) ??
    null
  );
}
