import { VaultError } from '../../errors.ts';
import { isTable } from './entry.ts';

/** A name as a key of TOML, quoted where it has to be. */
export function tomlKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : tomlString(name);
}

/** A value on one line. Throws `failure` for what has none, such as a date. */
export function tomlValue(value: unknown): string {
  if (typeof value === 'string') return tomlString(value);
  if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isSafeInteger(value))
    return String(value);
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (isTable(value)) {
    const pairs = Object.entries(value).map(([name, item]) => `${tomlKey(name)} = ${tomlValue(item)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  throw new VaultError('failure', 'has an entry with a value that cannot be written anew');
}

/** TOML knows the escapes of JSON, and wants one for a control character that JSON lets stand. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`);
}
