import { resolveSelection } from '../domain/key-alias.ts';
import type { AliasEntry, Policy } from '../domain/policy/policy.ts';
import type { Secret } from '../domain/secret.ts';
import { VaultError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import { findSecret, secretNotFound } from './find-secret.ts';
import type { SecretChoice } from './run-request.ts';

/** A secret and the key it was asked for by: another one than its own when an alias led to it. */
export interface SelectedSecret {
  readonly secret: Secret;
  readonly askedFor: string;
}

/**
 * The secrets that keys and globs mean, through an alias when one is named. Throws `not-found` for the
 * first pattern that matches nothing, and `invalid` for a pattern or alias that cannot be.
 */
export function selectSecrets(
  vault: Vault,
  patterns: readonly string[],
  aliasEntries: readonly AliasEntry[],
): SelectedSecret[] {
  return patterns.flatMap((requested) => {
    const selection = resolveSelection(requested, aliasEntries);
    if (selection.pattern.literal) {
      const secret = vault.find(selection.pattern.text);
      if (secret === null) throw secretNotFound(requested);
      return [{ secret, askedFor: requested }];
    }
    const matching = vault.list().filter((secret) => selection.pattern.matches(secret.key));
    if (matching.length === 0) throw secretNotFound(requested);
    return matching.map((secret) => ({ secret, askedFor: selection.askedFor(secret.key) }));
  });
}

/** The entries of the alias a choice names; none without one. Throws `invalid`, naming the aliases there are. */
export function aliasesOf(policy: Policy | null, choice: SecretChoice): readonly AliasEntry[] {
  if (choice.by === 'bindings' || choice.alias === undefined) return [];
  const entries = policy?.envAliases.get(choice.alias);
  if (entries !== undefined) return entries;
  const known = [...(policy?.envAliases.keys() ?? [])];
  throw new VaultError(
    'invalid',
    `unknown environment alias: ${choice.alias}`,
    known.length === 0 ? 'the policy defines no env_aliases' : `known aliases: ${known.join(', ')}`,
  );
}

/** The secret whose bindings a run uses. Throws `invalid` when it has none. */
export function secretWithBindings(vault: Vault, key: string): Secret {
  const secret = findSecret(vault, key);
  if (secret.bindings.size > 0) return secret;
  throw new VaultError(
    'invalid',
    `secret has no bindings: ${key}`,
    `add some with vaultctl set ${key} --binding ENV=field, or use secret_run`,
  );
}
