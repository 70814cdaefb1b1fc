import { findField } from '../domain/field-name.ts';
import { VaultError } from '../errors.ts';
import { audited } from './audited.ts';
import type { AppContext } from './context.ts';
import { findSecret } from './find-secret.ts';

export interface ReadableField {
  readonly key: string;
  /** The field's own name, also when it was asked for by an alias. */
  readonly field: string;
  readonly value: string;
  readonly sensitive: boolean;
}

/** Section 4.7: the value of a field agents may read. A sensitive one is refused without being opened. */
export function getField(context: AppContext, key: string, name: string): ReadableField {
  return audited(context, { key }, () => {
    const secret = findSecret(context.vault, key);
    const field = findField(secret, name);
    if (field === null) throw fieldNotFound(name);
    if (field.sensitive) throw new SensitiveFieldError(name);
    const value = context.vault.openField(secret, field).toString('utf8');
    return { key, field: field.name, value, sensitive: false };
  });
}

export function fieldNotFound(name: string): VaultError {
  return new VaultError('not-found', `field not found: ${name}`);
}

/** The one failure with an error shape of its own (section 7). */
export class SensitiveFieldError extends VaultError {
  constructor(field: string) {
    super(
      'denied',
      `field '${field}' is marked as sensitive and cannot be retrieved via MCP (AI-Safe Access policy)`,
      'use the value without seeing it: secret_run or secret_run_with_bindings put it in a variable',
    );
  }
}
