import { buildInjection, type InjectionSource } from '../domain/injection.ts';
import { variableNames } from '../domain/variable.ts';
import type { Secret } from '../domain/secret.ts';
import { isExpired } from '../domain/time.ts';
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

/**
 * Finds the chosen secrets, names their variables, and only then opens the values.
 * Throws `not-found`, or `invalid` for names that clash or change how programs load.
 */
export function openInjection(
  context: AppContext,
  choice: RunRequest['secrets'],
  aliases: readonly AliasEntry[],
): Injection {
  const sources =
    choice.by === 'bindings'
      ? boundSources(secretWithBindings(context.vault, choice.key))
      : selectSecrets(context.vault, choice.keys, aliases).flatMap((selected) =>
          namedSources(selected, choice.envPrefix),
        );
  const named = buildInjection(sources);
  return openValues(context, named);
}

type Source = InjectionSource & { readonly secret: Secret };

function boundSources(secret: Secret): Source[] {
  return [...secret.bindings].map(([name, field]) => ({ name, key: secret.key, field, secret }));
}

function namedSources({ secret, askedFor }: SelectedSecret, prefix: string | undefined): Source[] {
  return secret.fields.flatMap((field) => {
    const named = secret.form === 'fields' ? field.name : undefined;
    const names = [secret.key, askedFor].flatMap((key) => variableNames(key, named, prefix));
    return [...new Set(names)].map((name) => ({ name, key: secret.key, field: field.name, secret }));
  });
}

function openValues(context: AppContext, named: ReadonlyMap<string, Source>): Injection {
  const variables = new Map<string, string>();
  const sensitive = new Map<string, SensitiveValue>();
  const expired = new Set<string>();
  const now = context.clock();
  for (const [name, { secret, field: fieldName }] of named) {
    const field = secret.fields.find((candidate) => candidate.name === fieldName);
    if (field === undefined) throw new TypeError('a binding names a field that is not there');
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
