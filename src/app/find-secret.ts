import type { Secret } from '../domain/secret.ts';
import { VaultError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';

/** The secret of that exact key. Throws `not-found`; a malformed key is simply not found. */
export function findSecret(vault: Vault, key: string): Secret {
  const secret = vault.find(key);
  if (secret === null) throw secretNotFound(key);
  return secret;
}

export function secretNotFound(key: string): VaultError {
  return new SecretNotFoundError(key);
}

/** Carries the key or pattern as asked for, so that a face can suggest others. */
export class SecretNotFoundError extends VaultError {
  readonly key: string;

  constructor(key: string) {
    super('not-found', `secret not found: ${key}`, 'vaultctl list shows the keys there are');
    this.key = key;
  }
}
