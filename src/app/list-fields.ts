import type { Field } from '../domain/secret.ts';
import { audited } from './audited.ts';
import type { AppContext } from './context.ts';
import { findSecret } from './find-secret.ts';

export interface FieldSummary {
  readonly name: string;
  readonly sensitive: boolean;
  readonly hint?: string;
  readonly kind?: string;
  readonly aliases: readonly string[];
}

/** Section 4.6: the fields' names and metadata; none for a single value. Opens no value. */
export function listFields(context: AppContext, key: string): { key: string; fields: FieldSummary[] } {
  return audited(context, { key }, () => {
    const secret = findSecret(context.vault, key);
    return { key, fields: secret.form === 'single' ? [] : secret.fields.map(summarize) };
  });
}

function summarize(field: Field): FieldSummary {
  return {
    name: field.name,
    sensitive: field.sensitive,
    ...(field.hint !== undefined && { hint: field.hint }),
    ...(field.kind !== undefined && { kind: field.kind }),
    aliases: field.aliases,
  };
}
