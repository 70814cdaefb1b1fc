import type { Policy } from '../domain/policy/policy.ts';
import type { Secret } from '../domain/secret.ts';
import type { Vault } from '../vault/vault.ts';
import { findSecret } from './find-secret.ts';
import type { SensitiveValue } from './open-injection.ts';
import type { SecretChoice } from './run-request.ts';
import { aliasesOf, selectSecrets } from './select-secrets.ts';

/**
 * The sensitive values of what is chosen and there, whatever their variables would be called; for the record of a run
 * that was refused before it opened them. The caller wipes them. What cannot be found or opened is left out: never throws.
 */
export function openForRecord(vault: Vault, choice: SecretChoice, policy: Policy | null): SensitiveValue[] {
  return chosenSecrets(vault, choice, policy).flatMap((secret) =>
    secret.fields
      .filter((field) => field.sensitive)
      .flatMap((field) => orNone(() => [{ key: secret.key, value: vault.openField(secret, field) }])),
  );
}

function chosenSecrets(vault: Vault, choice: SecretChoice, policy: Policy | null): readonly Secret[] {
  if (choice.by === 'bindings') return orNone(() => [findSecret(vault, choice.key)]);
  const aliases = orNone(() => aliasesOf(policy, choice));
  return choice.keys.flatMap((key) =>
    orNone(() => selectSecrets(vault, [key], aliases).map(({ secret }) => secret)),
  );
}

/** Why the run was refused is what the caller hears of, and not what goes wrong in telling of it. */
function orNone<T>(open: () => readonly T[]): readonly T[] {
  try {
    return open();
  } catch {
    return [];
  }
}
