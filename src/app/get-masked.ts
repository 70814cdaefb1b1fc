import { codePointLength, maskValue } from '../domain/mask.ts';
import type { FieldValues, Secret } from '../domain/secret.ts';
import { SINGLE_FIELD } from '../domain/secret.ts';
import { audited } from './audited.ts';
import type { AppContext } from './context.ts';
import { findSecret } from './find-secret.ts';
import { textOf } from './opened-text.ts';

export interface MaskedField {
  readonly value: string;
  readonly sensitive: boolean;
  /** Unicode code points. */
  readonly value_length: number;
}

/** Section 4.4. `fields` is there for secrets with fields only. */
export interface MaskedSecret {
  readonly key: string;
  readonly masked_value: string;
  readonly value_length: number;
  readonly field_count: number;
  readonly fields?: Readonly<Record<string, MaskedField>>;
}

/** Masks the single value, or each sensitive field; fields agents may read come in full. */
export function getMasked(context: AppContext, key: string): MaskedSecret {
  return audited(context, { key }, () => {
    const secret = findSecret(context.vault, key);
    const values = context.vault.open(secret);
    return secret.form === 'single' ? maskSingle(secret, values) : maskFields(secret, values);
  });
}

function maskSingle(secret: Secret, values: FieldValues): MaskedSecret {
  const value = textOf(values, SINGLE_FIELD);
  return {
    key: secret.key,
    masked_value: maskValue(value),
    value_length: codePointLength(value),
    field_count: 1,
  };
}

function maskFields(secret: Secret, values: FieldValues): MaskedSecret {
  const fields = secret.fields.map((field): [string, MaskedField] => {
    const value = textOf(values, field.name);
    const shown = field.sensitive ? maskValue(value) : value;
    return [field.name, { value: shown, sensitive: field.sensitive, value_length: codePointLength(value) }];
  });
  return {
    key: secret.key,
    masked_value: '',
    value_length: 0,
    field_count: secret.fields.length,
    // fromEntries defines own properties, so a field called __proto__ is only a field.
    fields: Object.fromEntries(fields),
  };
}
