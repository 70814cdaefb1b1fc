/** Whether a field given as `--field name=value` may be read by agents. */

import { type FieldKind, inferKind, passwordLikeKinds } from './field-kind.ts';
import { looksRandom } from './randomness.ts';
import { hasTokenShape } from './token-shapes.ts';

const SENSITIVE_NAME = /key|token|secret|pass|pwd|auth|cred|dsn|hook/i;

/** Whether the kind, the name or the value tells a secret. The kind is the one given, else the name's. */
export function isSensitive(field: { name: string; kind?: FieldKind | undefined; value: string }): boolean {
  const kind = field.kind ?? inferKind(field.name);
  return (
    (kind !== undefined && passwordLikeKinds.has(kind)) ||
    SENSITIVE_NAME.test(field.name) ||
    hasTokenShape(field.value) ||
    looksRandom(field.value)
  );
}
