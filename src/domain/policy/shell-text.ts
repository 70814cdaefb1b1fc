import type * as Unbash from 'unbash';
import type { Command, HereDoc, SyntaxNode, Word } from 'unbash';
import type { World } from './policy.ts';
import { type Dialect, differsBetweenShells, splitsExpansion } from './shell-dialect.ts';
import { MAX_DEPTH, type ShellState, shellState } from './shell-state.ts';
import { fixedText, spell } from './shell-words.ts';
import { type CommandLine, COMPUTED } from './step.ts';

/** A command found in a script. */
export interface ShellCommand {
  readonly line: CommandLine;
  /** What its standard input will hold, when the script says so itself. */
  readonly input: string | undefined;
}

/** What a script text would do, as far as deny rules ask. */
export interface ShellReading {
  readonly commands: readonly ShellCommand[];
  /** Every word of it as it may be spelled when it runs. */
  readonly words: readonly string[];
  readonly directories: readonly string[];
  /** Set when the text cannot be told; completes "always denied: ". */
  readonly refusal?: string;
}

const MAX_TEXT = 32 * 1024;
const NOT_UNDERSTOOD = 'a shell text that is not understood';
const OTHER_LOOKUP = 'a shell text that changes where commands are found';

/** Under what circumstances a text is read. */
export interface ShellPlace {
  readonly parser: Pick<typeof Unbash, 'parse' | 'forEachChild'>;
  readonly dialect: Dialect;
  readonly world: World;
  /** The directories it may start in. */
  readonly directories: readonly string[];
}

/**
 * Finds every command and word in the text of a POSIX or bash script, those in substitutions, functions and
 * here-documents included.
 */
export function readShellText(text: string, place: ShellPlace): ShellReading {
  const notRead = (refusal: string): ShellReading => ({
    commands: [],
    words: [],
    directories: place.directories,
    refusal,
  });
  if (text.includes(COMPUTED)) return notRead('a shell text that is computed');
  if (text.length > MAX_TEXT) return notRead('a shell text that is too long');
  if (splitsExpansion(text)) return notRead(NOT_UNDERSTOOD);
  try {
    return readScript(text, place) ?? notRead(NOT_UNDERSTOOD);
  } catch (error) {
    // Nesting that exhausts the stack.
    if (error instanceof RangeError) return notRead(NOT_UNDERSTOOD);
    throw error;
  }
}

function readScript(text: string, { parser, dialect, world, directories }: ShellPlace): ShellReading | null {
  const { parse, forEachChild } = parser;
  const script = parse(text);
  const state = shellState(script, forEachChild, world, directories);
  if (state === null) return null;
  const commands: ShellCommand[] = [];
  const words: string[] = [];
  let refusal: string | undefined;
  const refuse = (why: string) => {
    refusal ??= why;
  };
  const visit = (node: SyntaxNode, depth: number, late: boolean): void => {
    if (depth > MAX_DEPTH) refuse(NOT_UNDERSTOOD);
    if (!late && (isBroken(node) || differsBetweenShells(node, dialect))) refuse(NOT_UNDERSTOOD);
    if (node.type === 'Assignment' && changesLookup(node.name, dialect)) refuse(OTHER_LOOKUP);
    if (node.type === 'Command') {
      const found = commandsOf(node, state);
      if (found === null) refuse('a command computed by a shell');
      commands.push(...(found ?? []));
    }
    // bash takes quotes inside these away, then expands what they kept apart: `"${x:-'$"(env)'}"`.
    if (node.type === 'ParameterExpansion' && /['"\\]/.test(node.text)) visitLate(node.text, depth);
    if (node.type === 'ArithmeticWord' && /['"\\]/.test(node.value)) visitLate(node.value, depth);
    if (node.type === 'Word') {
      const spellings = spell(node, state.variables);
      if (spellings === null) refuse(NOT_UNDERSTOOD);
      for (const spelling of spellings ?? []) {
        if (changesLookup(spelling, dialect)) refuse(OTHER_LOOKUP);
        words.push(spelling, ...(fixedText(node) === null ? spelling.split(/\s+/) : []));
        visitLate(spelling, depth);
      }
    }
    if (refusal === undefined) forEachChild(node, (child) => visit(child, depth + 1, late));
  };
  // Quoted text with substitutions in it comes to life in arithmetic, prompts, PS4, and wherever else a shell
  // expands a variable again. Most of it never does, so its faults do not count.
  const visitLate = (quoted: string, depth: number): void => {
    const bare = quoted.replaceAll(/['"\\]/g, '');
    if (/\$[({[]|`/.test(bare)) visit(parse(asHereDocument(bare)), depth + 1, true);
  };
  visit(script, 0, false);
  for (const value of [...state.variables.values()].flat()) visitLate(value, 0);
  return { commands, words, directories: state.directories, ...(refusal !== undefined && { refusal }) };
}

/** The command, once for each directory a relative path may start from; null when its name is computed. */
function commandsOf(
  command: Command,
  { variables, directories }: ShellState,
): readonly ShellCommand[] | null {
  if (command.name === undefined) return [];
  const name = fixedText(command.name) ?? homeCommand(command.name, variables);
  // After the keyword `time`, where dash runs the program `time` with these as its options.
  if (name === null || /^-./s.test(name)) return null;
  // A variable may split into several words, so that even a known one is not read as an argument.
  const args = command.args.map((arg) => {
    const value = arg.type === 'Word' ? arg : arg.value;
    const text = (value.type === 'Word' ? fixedText(value) : null) ?? COMPUTED;
    return arg.type === 'Word' ? text : `${arg.name}=${text}`;
  });
  const input = inputOf(command, variables);
  const relative = name.includes('/') && !name.startsWith('/');
  const names = relative ? directories.map((directory) => `${directory}/${name}`) : [name];
  return names.map((each) => ({ line: [each, ...args], input }));
}

function homeCommand(word: Word, variables: ShellState['variables']): string | null {
  const [home, ...others] = word.text.startsWith('~/') ? (variables.get('HOME') ?? []) : [];
  const rest = fixedText({ ...word, text: '' });
  return home === undefined || others.length > 0 || rest === null ? null : home + rest.slice(1);
}

/** The standard input a here-document or here-string gives. */
function inputOf(command: Command, variables: ShellState['variables']): string | undefined {
  const texts = command.redirects.flatMap((redirect) => {
    if (redirect.type === 'HereDoc') return [hereText(redirect)];
    if (redirect.type !== 'HereString' || redirect.target === undefined) return [];
    const spellings = spell(redirect.target, variables);
    return [spellings?.length === 1 ? (spellings[0] ?? COMPUTED) : COMPUTED];
  });
  return texts.length > 0 ? texts.join('\n') : undefined;
}

function hereText({ delimiter, body }: HereDoc): string {
  const parts = delimiter?.quoted ? [] : (body.parts ?? []);
  return parts.every((part) => part.type === 'Literal') ? body.text : COMPUTED;
}

/** Any text, as a script in which only its substitutions are left to find. */
function asHereDocument(text: string): string {
  let end = 'END';
  while (text.includes(end)) end += 'D';
  return `: <<${end}\n${text}\n${end}\n`;
}

function isBroken(node: SyntaxNode): boolean {
  if (node.type === 'Script') return (node.errors?.length ?? 0) > 0;
  return node.type === 'Unknown';
}

/** With another `PATH`, table or hook the names in a script no longer mean what they were judged as. */
function changesLookup(word: string, dialect: Dialect): boolean {
  const [, name = ''] = /^(\w+)(\[.*\])?(\+?=.*)?$/s.exec(word) ?? [];
  if (dialect === 'zsh' && /^(path|fpath|\w*aliases|commands|functions)$/.test(name)) return true;
  return /^(PATH|CDPATH|BASH_ENV|BASH_CMDS|BASH_ALIASES|PROMPT_COMMAND|LD_\w+|DYLD_\w+)$/.test(name);
}
