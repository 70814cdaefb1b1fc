import type { Command, HereDoc, ParsedScript, SyntaxNode, Word } from 'unbash';
import type { World } from './policy.ts';
import { type Dialect, differsBetweenShells } from './shell-dialect.ts';
import { type ShellState, shellState } from './shell-state.ts';
import { fixedText, spell } from './shell-words.ts';
import { type CommandLine, COMPUTED } from './step.ts';

/** A command found in a script. */
export interface ShellCommand {
  readonly line: CommandLine;
  /** What its standard input will hold, when the script says so itself. */
  readonly input?: string;
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

const MAX_TEXT = 64 * 1024;

/**
 * Finds every command and word in the text of a POSIX or bash script, those in substitutions, functions and
 * here-documents included. `start` are the directories it may start in.
 */
export async function readShellText(
  text: string,
  dialect: Dialect,
  world: World,
  start: readonly string[],
): Promise<ShellReading> {
  const nothing = { commands: [], words: [], directories: start };
  if (text.includes(COMPUTED)) return { ...nothing, refusal: 'a shell text that is computed' };
  if (text.length > MAX_TEXT) return { ...nothing, refusal: 'a shell text that is too long' };
  const { parse, forEachChild } = await import('unbash');
  const script = parse(text);
  const state = shellState(script, forEachChild, world, start);
  if (state === null) return { ...nothing, refusal: 'a shell text that is not understood' };

  const commands: ShellCommand[] = [];
  const words: string[] = [];
  let refusal: string | undefined;
  const refuse = (why: string) => {
    refusal ??= why;
  };
  const visit = (node: SyntaxNode): void => {
    if (isBroken(node) || differsBetweenShells(node, dialect)) refuse('a shell text that is not understood');
    if (node.type === 'Command') {
      const found = commandsOf(node, state);
      if (found === null) refuse('a command computed by a shell');
      commands.push(...(found ?? []));
    }
    if (node.type === 'Assignment' && changesLookup(node.name))
      refuse('a shell text that changes where commands are found');
    if (node.type === 'Word') visitWord(node);
    forEachChild(node, visit);
  };
  const visitWord = (word: Word): void => {
    const spellings = spell(word, state.variables);
    if (spellings === null || spellings.some(changesLookup)) refuse('a shell text that is not understood');
    words.push(...(spellings ?? []));
    for (const spelling of spellings ?? []) {
      if (/\$[({[]|`/.test(spelling)) visitLate(parse(asHereDocument(spelling)));
    }
  };
  // Quoted text with substitutions in it comes to life in arithmetic, prompts, PS4, and wherever else a shell
  // expands a variable again. Most of it never does, so only the commands count, not its faults.
  const visitLate = (late: ParsedScript): void => {
    const each = (node: SyntaxNode): void => {
      if (node.type === 'Command' && node.name?.value !== ':')
        commands.push(...(commandsOf(node, state) ?? []));
      if (node.type === 'Command' && commandsOf(node, state) === null)
        refuse('a command computed by a shell');
      forEachChild(node, each);
    };
    each(late);
  };
  visit(script);
  return { commands, words, directories: state.directories, ...(refusal !== undefined && { refusal }) };
}

/** The command, once for each directory a relative path may start from; null when its name is computed. */
function commandsOf(
  command: Command,
  { variables, directories }: ShellState,
): readonly ShellCommand[] | null {
  if (command.name === undefined) return [];
  const name = fixedText(command.name) ?? homeCommand(command.name, variables);
  if (name === null) return null;
  const args = command.args.map((arg) => {
    const value = arg.type === 'Word' ? arg : arg.value;
    const texts = value.type === 'Word' ? spell(value, variables) : null;
    const text = texts?.length === 1 ? (texts[0] ?? '') : COMPUTED;
    return arg.type === 'Word' ? text : `${arg.name}=${text}`;
  });
  const input = inputOf(command, variables);
  const relative = name.includes('/') && !name.startsWith('/');
  if (relative && directories.some((directory) => directory.includes(COMPUTED))) return null;
  const names = relative ? directories.map((directory) => `${directory}/${name}`) : [name];
  return names.map((each) => ({ line: [each, ...args], ...(input !== undefined && { input }) }));
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

function asHereDocument(text: string): string {
  let end = 'END';
  while (text.includes(end)) end += 'D';
  return `: <<${end}\n${text}\n${end}\n`;
}

function isBroken(node: SyntaxNode): boolean {
  if (node.type === 'Script') return (node.errors?.length ?? 0) > 0;
  return node.type === 'Unknown';
}

/** With another `PATH` or hook the names in a script no longer mean what they were judged as. */
function changesLookup(word: string): boolean {
  return /^(PATH|BASH_ENV|PROMPT_COMMAND|LD_\w+|DYLD_\w+)(\+?=.*)?$/s.test(word);
}
