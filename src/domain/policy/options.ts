import { type Follow, type Step, isComputed, refuse, run, text } from './step.ts';

/** The options a launcher takes before its command. Letters stand together, long names apart: `fpv --verbose`. */
export interface OptionTable {
  /** Options without a value. */
  readonly flags?: string;
  /** Options with a value, glued or in the next argument. */
  readonly values?: string;
  /** Options whose value is text for a shell. */
  readonly texts?: string;
  /** Arguments between the options and the command, such as the duration of `timeout`. */
  readonly operands?: number;
  /** `NAME=value` arguments may stand before the command. */
  readonly assignments?: true;
}

/**
 * The command that stands after the options. Options that are not in the table, abbreviated ones, or computed
 * ones leave open where the command begins; then every later argument is tried as one.
 */
export function commandAfter(table: OptionTable): Follow {
  const kinds = kindsOf(table);
  return (args) => {
    const read = readOptions(args, kinds);
    const found = read.texts.map(text);
    if (!read.understood) return [...found, ...anyArgument(args)];
    let start = read.end + (table.operands ?? 0);
    while (table.assignments && /^\w+=/.test(args[start] ?? '')) start += 1;
    // What is computed may vanish or turn into several words, and so move the place of the command.
    if (isComputed(...args.slice(0, start))) return [...found, ...anyArgument(args)];
    return [...found, ...run(args.slice(start))];
  };
}

/** Each guess is a list of all the arguments after it, so their number counts twice. */
const MAX_GUESSED = 2000;

/** Every argument may be the command, and so may what is glued to an option with `=`. */
export const anyArgument: Follow = (args) => {
  if (args.length > MAX_GUESSED) return [refuse('too many arguments to tell which is a command')];
  return args.flatMap((arg, index) => {
    const rest = args.slice(index + 1);
    const glued = /^-[^=]*=(.+)$/s.exec(arg)?.[1];
    return [...run([arg, ...rest], true), ...(glued ? run([glued, ...rest], true) : [])];
  });
};

/** Every argument may be text for a shell, whole or after the option it is glued to. */
export const anyText: Follow = (args) =>
  args.flatMap((arg): Step[] => {
    const glued = /^-[^=\s]*=(.+)$/s.exec(arg)?.[1];
    return glued === undefined ? [text(arg)] : [text(glued)];
  });

/** The values of some options are commands (`--pager=less -R`), each read as shell text. */
export function commandOptions(table: { readonly texts: string }): Follow {
  const kinds = kindsOf(table);
  return (args) =>
    args.flatMap((arg, index) => {
      const [name, glued] = splitOption(arg, kinds);
      const value = name === null ? undefined : (glued ?? args[index + 1]);
      return value === undefined ? [] : [text(value)];
    });
}

type Kind = 'flag' | 'value' | 'text';

function kindsOf(table: OptionTable): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>();
  const add = (spec: string | undefined, kind: Kind) => {
    for (const word of spec?.split(' ') ?? []) {
      for (const name of word.startsWith('--') ? [word] : word) kinds.set(name, kind);
    }
  };
  add(table.flags, 'flag');
  add(table.values, 'value');
  add(table.texts, 'text');
  return kinds;
}

interface ReadOptions {
  /** Where the options end. */
  readonly end: number;
  readonly understood: boolean;
  readonly texts: readonly string[];
}

function readOptions(args: readonly string[], kinds: ReadonlyMap<string, Kind>): ReadOptions {
  const texts: string[] = [];
  let end = 0;
  let understood = true;
  while (understood && end < args.length) {
    const arg = args[end] ?? '';
    if (!arg.startsWith('-') || arg === '-') break;
    end += 1;
    if (arg === '--') break;
    const option = arg.startsWith('--') ? longOption(arg, kinds) : shortOptions(arg, kinds);
    understood = option !== null;
    if (option === null || option.kind === 'flag') continue;
    const value = option.glued ?? args[end];
    if (option.glued === undefined) end += 1;
    if (option.kind === 'text' && value !== undefined) texts.push(value);
  }
  return { end, understood, texts };
}

interface Option {
  readonly kind: Kind;
  readonly glued?: string;
}

function longOption(arg: string, kinds: ReadonlyMap<string, Kind>): Option | null {
  const [, name = '', , glued] = /^(--[^=]*)(=(.*))?$/s.exec(arg) ?? [];
  const kind = kinds.get(name);
  if (kind === undefined) return null;
  return glued === undefined ? { kind } : { kind: kind === 'text' ? 'text' : 'value', glued };
}

/** A cluster such as `-fk5`: flags, then at most one option that takes the rest or the next argument. */
function shortOptions(arg: string, kinds: ReadonlyMap<string, Kind>): Option | null {
  for (let at = 1; at < arg.length; at += 1) {
    const kind = kinds.get(arg[at] ?? '');
    if (kind === undefined) return null;
    const glued = arg.slice(at + 1);
    if (kind !== 'flag') return glued === '' ? { kind } : { kind, glued };
  }
  return { kind: 'flag' };
}

/** The option's name when it is in the table, alone or behind other letters, and its glued value. */
function splitOption(arg: string, kinds: ReadonlyMap<string, Kind>): [string | null, string | undefined] {
  const [, long, , value] = /^(--[^=]+)(=(.*))?$/s.exec(arg) ?? [];
  // Long options may be abbreviated.
  if (long !== undefined) return [[...kinds.keys()].find((name) => name.startsWith(long)) ?? null, value];
  const letters = /^-(\w+)/.exec(arg)?.[1] ?? '';
  const at = letters.split('').findIndex((letter) => kinds.has(letter));
  return [letters[at] ?? null, arg.slice(at + 2) || undefined];
}
