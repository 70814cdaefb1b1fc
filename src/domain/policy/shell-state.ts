import type { Assignment, Command, ParsedScript, SyntaxNode, Word, forEachChild } from 'unbash';
import type { World } from './policy.ts';
import { type Variables, spell } from './shell-words.ts';
import { COMPUTED } from './step.ts';

/** What a script may have set by the time any of its commands runs, whatever the order it runs in. */
export interface ShellState {
  readonly variables: Variables;
  /** The directories it may be in: where it starts, and each one it changes to. */
  readonly directories: readonly string[];
}

/** More than any script by hand has; past it the script counts as not understood. */
const MAX_STATES = 64;

/** Deeper than any script by hand goes, in nodes of the tree. */
export const MAX_DEPTH = 200;

/** Collects the assignments and changes of directory of a script, or null when there are too many to follow. */
export function shellState(
  script: ParsedScript,
  children: typeof forEachChild,
  world: World,
  start: readonly string[],
): ShellState | null {
  const variables = new Map<string, readonly string[]>([
    ['HOME', [world.home]],
    ['PWD', start],
  ]);
  let directories = start;
  let small = true;
  const visit = (node: SyntaxNode, depth: number): void => {
    if (node.type === 'Assignment') assign(variables, node);
    if (node.type === 'For' || node.type === 'Select') loop(variables, node.name.value, node.wordlist ?? []);
    if (node.type === 'Command')
      directories = [...new Set([...directories, ...targetsOf(node, variables, directories)])];
    small &&=
      depth < MAX_DEPTH &&
      directories.length <= MAX_STATES &&
      [...variables.values()].every((values) => values.length <= MAX_STATES);
    if (small) children(node, (child) => visit(child, depth + 1));
  };
  visit(script, 0);
  return small ? { variables, directories } : null;
}

function assign(variables: Map<string, readonly string[]>, { name, value, append }: Assignment): void {
  const before = variables.get(name) ?? [];
  const texts = value.type === 'Word' ? (spell(value, variables) ?? [COMPUTED]) : [COMPUTED];
  const after = append
    ? (before.length > 0 ? before : ['']).flatMap((start) => texts.map((end) => start + end))
    : texts;
  variables.set(name, [...new Set([...before, ...after])]);
}

function loop(variables: Map<string, readonly string[]>, name: string, words: readonly Word[]): void {
  const texts = words.flatMap((word) => spell(word, variables) ?? [COMPUTED]);
  variables.set(name, [...new Set([...(variables.get(name) ?? []), ...texts])]);
}

/** Where `cd` and kin lead from each of the directories. */
function targetsOf(
  { name, args }: Command,
  variables: Variables,
  directories: readonly string[],
): readonly string[] {
  const words = [...(name ? [name] : []), ...args.filter((arg) => arg.type === 'Word')];
  while (/^(command|builtin)$/.test(words[0]?.value ?? '')) words.shift();
  if (!/^(cd|chdir|pushd)$/.test(words.shift()?.value ?? '')) return [];
  const operands = words.filter((word) => !/^-./.test(word.value));
  if (operands.length === 0) return variables.get('HOME') ?? [COMPUTED];
  return operands
    .flatMap((word) => spell(word, variables) ?? [COMPUTED])
    .flatMap((target) =>
      target.startsWith('/') || target.startsWith(COMPUTED)
        ? [target]
        : directories.map((directory) => `${directory}/${target}`),
    );
}
