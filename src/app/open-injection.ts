import { buildInjection, type InjectionSource } from '../domain/injection.ts';
import { variableNames } from '../domain/variable.ts';
import type { Field, Secret } from '../domain/secret.ts';
import { isExpired } from '../domain/time.ts';
import type { Vault } from '../vault/vault.ts';
import type { AppContext } from './context.ts';
import type { RunRequest } from './run-request.ts';
import { type SelectedSecret, secretWithBindings, selectSecrets } from './select-secrets.ts';
import type { AliasEntry } from '../domain/policy/policy.ts';

/** Opened values on their way into a child's environment. */
export interface Injection {
  /** Variable name to value. */
  readonly variables: ReadonlyMap<string, string>;
  /** The key of the secret a variable carries. */
  readonly keyOf: (name: string) => string;
  /** What redaction must take out of the child's output, with the key each belongs to. */
  readonly sensitive: readonly SensitiveValue[];
  /** Keys of secrets past their expiry. */
  readonly expired: readonly string[];
}

export interface SensitiveValue {
  readonly key: string;
  readonly value: Buffer;
}

/** Where the value of one variable comes from. */
export interface VariableSource extends InjectionSource {
  readonly secret: Secret;
  /** The key the caller asked for, where an alias led to another one; none for a binding. */
  readonly askedFor?: string;
}

/**
 * Finds the chosen secrets, names their variables, and only then opens the values.
 * Throws `not-found`, or `invalid` for names that clash or change how programs load.
 */
export function openInjection(
  context: AppContext,
  choice: RunRequest['secrets'],
  aliases: readonly AliasEntry[],
): Injection {
  return openValues(context, nameVariables(context.vault, choice, aliases));
}

/** The first half of `openInjection`: the variables by name. Opens no value; throws as it does. */
export function nameVariables(
  vault: Vault,
  choice: RunRequest['secrets'],
  aliases: readonly AliasEntry[],
): ReadonlyMap<string, VariableSource> {
  const sources =
    choice.by === 'bindings'
      ? boundSources(secretWithBindings(vault, choice.key))
      : selectSecrets(vault, choice.keys, aliases).flatMap((selected) =>
          namedSources(selected, choice.envPrefix),
        );
  return buildInjection(sources);
}

/** The field a variable carries. */
export function fieldOf({ secret, field: name }: VariableSource): Field {
  const field = secret.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new TypeError('a binding names a field that is not there');
  return field;
}

function boundSources(secret: Secret): VariableSource[] {
  return [...secret.bindings].map(([name, field]) => ({ name, key: secret.key, field, secret }));
}

function namedSources({ secret, askedFor }: SelectedSecret, prefix: string | undefined): VariableSource[] {
  return secret.fields.flatMap((field) => {
    const named = secret.form === 'fields' ? field.name : undefined;
    const names = [secret.key, askedFor].flatMap((key) => variableNames(key, named, prefix));
    return [...new Set(names)].map((name) => ({
      name,
      key: secret.key,
      field: field.name,
      secret,
      askedFor,
    }));
  });
}

function openValues(context: AppContext, named: ReadonlyMap<string, VariableSource>): Injection {
  const variables = new Map<string, string>();
  const sensitive = new Map<string, SensitiveValue>();
  const expired = new Set<string>();
  const now = context.clock();
  for (const [name, source] of named) {
    const { secret } = source;
    const field = fieldOf(source);
    const value = context.vault.openField(secret, field);
    variables.set(name, value.toString('utf8'));
    if (field.sensitive) sensitive.set(field.id, { key: secret.key, value });
    if (isExpired(secret.expiresAt, now)) expired.add(secret.key);
  }
  return {
    variables,
    keyOf: (name) => named.get(name)?.key ?? name,
    sensitive: [...sensitive.values()],
    expired: [...expired],
  };
}
