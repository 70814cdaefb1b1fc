/** Which value each variable of a run carries. */

import { VaultError } from '../errors.ts';
import { SINGLE_FIELD } from './secret.ts';
import { checkVariableName } from './variable.ts';

/** One value of the vault on its way into one variable; the value itself is not needed yet. */
export interface InjectionSource {
  /** The variable's final name. */
  readonly name: string;
  readonly key: string;
  /** None, or `value`, for a single value. */
  readonly field?: string;
}

/**
 * The sources by variable name, in the order given. Throws `invalid` for a refused name, and for two values
 * that would share a variable, naming both. The same value twice under one name is fine.
 */
export function buildInjection<S extends InjectionSource>(sources: readonly S[]): Map<string, S> {
  const variables = new Map<string, S>();
  for (const source of sources) {
    checkVariableName(source.name, describe(source));
    const taken = variables.get(source.name);
    if (taken === undefined) variables.set(source.name, source);
    else if (!isSame(taken, source)) {
      throw new VaultError(
        'invalid',
        `${describe(taken)} and ${describe(source)} would both set the variable ${source.name}`,
        'ask for one of them, or run them with different prefixes',
      );
    }
  }
  return variables;
}

function isSame(a: InjectionSource, b: InjectionSource): boolean {
  return a.key === b.key && (a.field ?? SINGLE_FIELD) === (b.field ?? SINGLE_FIELD);
}

function describe({ key, field }: InjectionSource): string {
  return field === undefined || field === SINGLE_FIELD ? key : `${key} (field ${field})`;
}
