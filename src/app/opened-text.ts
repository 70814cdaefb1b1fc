import type { FieldValues } from '../domain/secret.ts';

/** The opened value of a field as text. Stored values are UTF-8, checked when they were set. */
export function textOf(values: FieldValues, field: string): string {
  const bytes = values.get(field);
  if (bytes === undefined) throw new TypeError('a field has no opened value');
  return bytes.toString('utf8');
}
