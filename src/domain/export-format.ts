/** Variables as text: environment-file lines, shell commands, JSON. */

import { VaultError } from '../errors.ts';

/** `dotenv`: lines a POSIX shell and a dotenv parser read alike. `sh`: for a POSIX shell alone. */
export const exportFormats = ['dotenv', 'sh', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * The variables in the order given. Throws `invalid` for a value or name the format cannot hold; `keyOf` gives
 * the key that message names.
 */
export function formatVariables(
  variables: ReadonlyMap<string, string>,
  format: ExportFormat,
  keyOf: (name: string) => string,
): string {
  if (format === 'json') return formatJson(variables);
  return format === 'sh' ? formatShell(variables, keyOf) : formatDotenv(variables, keyOf);
}

/** `NAME=value` lines, quoted only where needed. */
export function formatDotenv(
  variables: ReadonlyMap<string, string>,
  keyOf: (name: string) => string,
): string {
  return shellReadable(variables, keyOf)
    .map(([name, value]) => `${name}=${quoteForBoth(value) ?? refuseValue(keyOf(name))}\n`)
    .join('');
}

/** `export NAME=value` lines, quoted only where needed, for any value. */
export function formatShell(variables: ReadonlyMap<string, string>, keyOf: (name: string) => string): string {
  return shellReadable(variables, keyOf)
    .map(([name, value]) => `export ${name}=${quoteForShell(value)}\n`)
    .join('');
}

/** An object of names to values. */
export function formatJson(variables: ReadonlyMap<string, string>): string {
  return `${JSON.stringify(Object.fromEntries(variables), null, 2)}\n`;
}

/** Without the names only programs can read, whose value is also given under a name with `_` for `.`. */
function shellReadable(
  variables: ReadonlyMap<string, string>,
  keyOf: (name: string) => string,
): [name: string, value: string][] {
  return [...variables].filter(([name]) => {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return true;
    if (name.includes('.') && variables.has(name.replaceAll('.', '_'))) return false;
    throw new VaultError(
      'invalid',
      `the variable of ${keyOf(name)} has a name that no shell can read`,
      'export it with --format=json',
    );
  });
}

/** Means itself to a shell, unquoted, and to a dotenv parser. `~` and `#` are not among them. */
const BARE = /^[A-Za-z0-9_./:@%+,=-]*$/;

/**
 * Both take what stands in single quotes literally, and what stands in double quotes apart from a few
 * characters. A dotenv parser turns CR into LF and reads on past a `\` before the closing quote.
 */
function quoteForBoth(value: string): string | null {
  if (BARE.test(value)) return value;
  if (value.includes('\r') || value.endsWith('\\')) return null;
  if (!value.includes("'")) return `'${value}'`;
  return DOUBLE_QUOTABLE.test(value) ? `"${value}"` : null;
}

/** No `"`, `$` or backquote, and no `\` that escapes something for the shell (`\\`, newline) or dotenv (`\n`, `\r`). */
const DOUBLE_QUOTABLE = /^(?:[^"$`\\]|\\[^"$`\\\nnr])*$/;

function quoteForShell(value: string): string {
  return BARE.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

function refuseValue(key: string): never {
  throw new VaultError(
    'invalid',
    `no quoting of ${key} reads the same in a shell and in a dotenv parser`,
    'export it with --format=sh or --format=json',
  );
}
