import { VaultError } from '../../errors.ts';
import { checkAliasEntry } from '../key-alias.ts';
import type { AliasEntry, Policy } from './policy.ts';
import { type YamlValue, policyRefused, quoted, readStrictYaml, shortened } from './strict-yaml.ts';

const DEFAULT_OUTPUT = 32 * 1024;
const MIN_OUTPUT = 1;
const MAX_OUTPUT = 16 * 1024 * 1024;

const keys = [
  'version',
  'default_action',
  'denied_commands',
  'allowed_commands',
  'env_aliases',
  'sandbox',
  'redaction',
  'max_output_bytes',
];

/**
 * Parses the bytes of `mcp-policy.yaml` (service.md 2.3), every key optional. Throws `denied` with
 * `policy refused: <what is wrong> (line N)` for anything it does not know to the letter.
 */
export function parsePolicy(bytes: Buffer): Policy {
  const entries = mapping(readStrictYaml(bytes), 'the file');
  for (const [key, value] of entries) {
    if (!keys.includes(key))
      throw policyRefused(`unknown key ${quoted(key)}, expected one of ${keys.join(', ')}`, value.line);
  }
  const read = <T>(key: string, reader: (value: YamlValue, key: string) => T, missing: T): T => {
    const value = entries.get(key);
    return value === undefined ? missing : reader(value, key);
  };
  return {
    version: read('version', version, 1),
    defaultAction: read('default_action', oneOf('allow', 'deny'), 'deny'),
    deniedCommands: read('denied_commands', commands, []),
    allowedCommands: read('allowed_commands', commands, []),
    envAliases: read('env_aliases', aliases, new Map()),
    sandbox: read('sandbox', oneOf('auto', 'off', 'required'), 'auto'),
    redaction: read('redaction', oneOf('full', 'exact'), 'full'),
    maxOutputBytes: read('max_output_bytes', outputBytes, DEFAULT_OUTPUT),
  };
}

function version(value: YamlValue): 1 {
  if (value.value === 1 && value.source === '1') return 1;
  throw policyRefused('version must be the number 1', value.line);
}

function oneOf<T extends string>(...choices: readonly T[]): (value: YamlValue, key: string) => T {
  return ({ value, line }, key) => {
    const choice = choices.find((each) => each === value);
    if (choice === undefined) throw policyRefused(`${key} must be ${choices.join(' or ')}`, line);
    return choice;
  };
}

function outputBytes({ value, source, line }: YamlValue, key: string): number {
  const plain = typeof value === 'number' && /^\d+$/.test(source);
  if (plain && value >= MIN_OUTPUT && value <= MAX_OUTPUT) return value;
  throw policyRefused(`${key} must be a whole number from ${MIN_OUTPUT} to ${MAX_OUTPUT}`, line);
}

function commands(value: YamlValue, key: string): readonly string[] {
  return list(value, key).map((item) => {
    const entry = text(item, `an entry of ${key}`).trim();
    const [command = ''] = entry.split(/\s+/);
    const say = (rule: string) => policyRefused(`${quoted(entry)} in ${key}: ${rule}`, item.line);
    // Each of these would never match: that is safe in an allow list, but a deny entry would protect nothing.
    if (key !== 'denied_commands') return entry;
    if (/[*?]/.test(command)) throw say('wildcards are not supported, write the command name');
    if (command.startsWith('~')) throw say('write the whole path, ~ is not expanded');
    if (command.endsWith('/')) throw say('a directory is not a command');
    return entry;
  });
}

function aliases(value: YamlValue, key: string): ReadonlyMap<string, readonly AliasEntry[]> {
  if (value.value === null && value.source === '') return new Map();
  const named = new Map<string, readonly AliasEntry[]>();
  for (const [name, entries] of mapping(value, key)) {
    if (name.trim() === '' || /\p{C}/u.test(name))
      throw policyRefused(`an alias of ${key} needs a name`, entries.line);
    named.set(
      name,
      list(entries, `the alias ${quoted(name)}`).map((entry) => aliasEntry(entry, name)),
    );
  }
  return named;
}

function aliasEntry(value: YamlValue, name: string): AliasEntry {
  const what = `an entry of the alias ${quoted(name)}`;
  const parts = mapping(value, what);
  const part = (key: 'pattern' | 'target'): string => {
    const found = parts.get(key);
    if (found === undefined) throw policyRefused(`${what} needs a ${key}`, value.line);
    return text(found, `the ${key} of the alias ${quoted(name)}`);
  };
  for (const [key, { line }] of parts) {
    if (key !== 'pattern' && key !== 'target')
      throw policyRefused(`unknown key ${quoted(key)} in ${what}`, line);
  }
  const entry = { pattern: part('pattern'), target: part('target') };
  try {
    checkAliasEntry(entry);
  } catch (error) {
    if (error instanceof VaultError) throw policyRefused(shortened(error.message), value.line);
    throw error;
  }
  return entry;
}

function mapping({ value, line }: YamlValue, what: string): ReadonlyMap<string, YamlValue> {
  if (value instanceof Map) return value;
  throw policyRefused(`${what} must be a mapping such as "key: value"`, line);
}

/** A list may be left empty: `denied_commands:` and nothing more. */
function list({ value, source, line }: YamlValue, what: string): readonly YamlValue[] {
  if (value === null && source === '') return [];
  if (Array.isArray(value)) return value;
  throw policyRefused(`${what} must be a list such as "- git"`, line);
}

function text({ value, line }: YamlValue, what: string): string {
  if (typeof value === 'string' && value.trim() !== '' && !/\p{C}/u.test(value)) return value;
  throw policyRefused(`${what} must be text, not empty, in quotes if it reads as a number`, line);
}
