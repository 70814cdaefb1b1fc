import { isDeepStrictEqual } from 'node:util';
import type { Fields } from './client.ts';

export type Table = Readonly<Record<string, unknown>>;

/** What an entry says about how its server is started or reached, in any client. All else is the user's own setting. */
const STARTING = new Set([
  'type',
  'source',
  'command',
  'args',
  'cwd',
  'url',
  'httpUrl',
  'serverUrl',
  'headers',
  'http_headers',
  'env_http_headers',
  'bearer_token_env_var',
  'envFile',
  'settings',
  'enabled',
  'disabled',
]);

/** The master password, and what would overrule the arguments: neither stays in an entry. */
const REMOVED_VARIABLES = new Set(['VAULT_PASSWORD', 'VAULT_DIR']);

/**
 * The entry as it has to be: `fields`, and what is there already as far as it is the user's own (time-outs, approvals,
 * variables). `found` is what the file has under our name, of any type; undefined when nothing.
 */
export function wantedEntry(found: unknown, fields: Fields): Table {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(isTable(found) ? found : {})) {
    if (STARTING.has(name)) continue;
    const left = name === 'env' || name === 'environment' ? keptVariables(value) : value;
    if (left !== undefined) kept[name] = left;
  }
  const passed = fields['env_vars'];
  return { ...kept, ...fields, ...(passed !== undefined && { env_vars: union(kept['env_vars'], passed) }) };
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** Whether two values are the same, whatever the order of their names. */
export const isSame = isDeepStrictEqual;

function keptVariables(variables: unknown): unknown {
  if (!isTable(variables)) return undefined;
  const names = Object.keys(variables);
  const kept = names.filter((name) => !REMOVED_VARIABLES.has(name));
  if (kept.length === 0 && names.length > 0) return undefined;
  return Object.fromEntries(kept.map((name) => [name, variables[name]]));
}

function union(found: unknown, own: string | readonly string[]): readonly unknown[] {
  const old: readonly unknown[] = Array.isArray(found) ? found : [];
  return [...old, ...[own].flat().filter((name) => !old.includes(name))];
}
