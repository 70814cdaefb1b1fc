import { findField } from '../domain/field-name.ts';
import { SINGLE_FIELD } from '../domain/secret.ts';
import { audited } from './audited.ts';
import type { AppContext } from './context.ts';
import { findSecret } from './find-secret.ts';
import { fieldNotFound } from './get-field.ts';
import { textOf } from './opened-text.ts';

/** Values in the clear, for the owner only. */
export type Revealed =
  | { readonly form: 'single'; readonly key: string; readonly value: string }
  | ({ readonly form: 'field'; readonly key: string; readonly field: string } & RevealedField)
  | { readonly form: 'fields'; readonly key: string; readonly fields: ReadonlyMap<string, RevealedField> };

export interface RevealedField {
  readonly value: string;
  readonly sensitive: boolean;
}

/** Opens a secret for its owner: all of it, or one field by its name or an alias. Throws `not-found`. */
export function revealSecret(context: AppContext, key: string, fieldName?: string): Revealed {
  return audited(context, { key }, () => {
    const secret = findSecret(context.vault, key);
    if (fieldName !== undefined) {
      const field = findField(secret, fieldName);
      if (field === null) throw fieldNotFound(fieldName);
      const value = context.vault.openField(secret, field).toString('utf8');
      return { form: 'field', key, field: field.name, value, sensitive: field.sensitive };
    }
    const values = context.vault.open(secret);
    if (secret.form === 'single') return { form: 'single', key, value: textOf(values, SINGLE_FIELD) };
    const fields = secret.fields.map(({ name, sensitive }): [string, RevealedField] => [
      name,
      { value: textOf(values, name), sensitive },
    ]);
    return { form: 'fields', key, fields: new Map(fields) };
  });
}
