import { launchers } from './launchers.ts';
import type { World } from './policy.ts';
import { type Identity, identify } from './program-names.ts';
import { shellBuiltins } from './shell-builtins.ts';
import { type Dialect, dialectOf } from './shell-dialect.ts';
import { type ShellReading, readShellText } from './shell-text.ts';
import { followOtherShell, followShell, otherShells, posixShells } from './shells.ts';
import { type CommandLine, type Step, isComputed, refuse, run } from './step.ts';

/** A program call that a command leads to. */
export interface Call {
  readonly line: CommandLine;
  readonly identity: Identity;
  /** A shell runs it, so that its builtins and keywords count. */
  readonly inShell: boolean;
  /** Where relative paths may start from. */
  readonly directories: readonly string[];
}

/** Everything a command leads to. */
export interface Reach {
  readonly calls: readonly Call[];
  /** What the shell texts on the way hold. */
  readonly readings: readonly ShellReading[];
  /** Set when a part cannot be told; completes "always denied: ". */
  readonly refusal?: string;
}

/** More launchers in a row, or more calls, than any honest command has. */
const MAX_DEPTH = 12;
const MAX_CALLS = 2000;

/**
 * More characters in all commands and texts on the way than honest ones have, beside so many times those of the first:
 * every guess at a command is a list of all the arguments behind it.
 */
const MAX_CHARACTERS = 1024 * 1024;
const MAX_TIMES = 8;

const TOO_MANY = 'too many commands inside one another';

/** Follows a command through launchers and shell texts to every call it leads to; the command itself comes first. */
export async function reach(line: CommandLine, world: World): Promise<Reach> {
  const withoutShell = follow(line, world, null);
  if (withoutShell !== null) return withoutShell;
  const parser = await import('unbash');
  const read: ReadText = (text, { dialect, directories }) =>
    readShellText(text, { parser, dialect, world, directories });
  return (
    follow(line, world, read) ?? { calls: [], readings: [], refusal: 'a shell text that is not understood' }
  );
}

type ReadText = (text: string, at: Place) => ShellReading;

/** Under what circumstances a step happens. */
interface Place {
  readonly depth: number;
  readonly dialect: Dialect;
  readonly inShell: boolean;
  readonly directories: readonly string[];
  /** The standard input, when a script gives it as text. */
  readonly input: string | undefined;
}

interface Pending {
  readonly step: Step;
  readonly at: Place;
}

/** Null when there is a shell text to read and no reader for it. */
function follow(line: CommandLine, world: World, read: ReadText | null): Reach | null {
  const calls: Call[] = [];
  const readings: ShellReading[] = [];
  const start: Place = {
    depth: 0,
    dialect: 'posix',
    inShell: false,
    directories: [world.cwd],
    input: undefined,
  };
  const pending: Pending[] = [{ step: { kind: 'run', line }, at: start }];
  const seen = new Set<string>();
  let characters = -MAX_TIMES * lengthOf({ kind: 'run', line });
  const add = (more: readonly Pending[]): void => {
    for (const { step } of more) characters += lengthOf(step);
    pending.push(...(characters > MAX_CHARACTERS ? [{ step: refuse(TOO_MANY), at: start }] : more));
  };
  const refused = (refusal: string): Reach => ({ calls, readings, refusal });

  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { step, at } = next;
    if (at.depth > MAX_DEPTH || calls.length > MAX_CALLS) return refused(TOO_MANY);
    const key = JSON.stringify([step, { ...at, depth: 0 }]);
    if (seen.has(key)) continue;
    seen.add(key);
    if (step.kind === 'refuse') return refused(step.why);
    if (step.kind === 'run') {
      if (isComputed(step.line[0])) return refused('a computed command');
      const call = callOf(step.line, at, world);
      calls.push(call);
      add(insideCall(call, at, world));
      continue;
    }
    const text = step.kind === 'text' ? step.text : at.input;
    if (text === undefined) return refused('a shell that reads its input');
    if (read === null) return null;
    const reading = read(text, at);
    readings.push(reading);
    if (reading.refusal !== undefined) return refused(reading.refusal);
    add(insideText(reading, at));
  }
  return { calls, readings };
}

function lengthOf(step: Step): number {
  if (step.kind === 'text') return step.text.length;
  return step.kind === 'run' ? step.line.reduce((sum, word) => sum + word.length + 1, 0) : 0;
}

function callOf(line: CommandLine, { inShell, directories }: Place, world: World): Call {
  return { line, identity: identify(line[0], world), inShell, directories };
}

/** What a launcher, a shell, or a shell's own word goes on to do. */
function insideCall({ line, identity, inShell }: Call, at: Place, world: World): readonly Pending[] {
  const [command, ...args] = line;
  const inside: Place = { ...at, depth: at.depth + 1 };
  const builtin = inShell ? shellBuiltins.get(command) : undefined;
  if (builtin !== undefined) return sureGuesses(builtin(args), world).map((step) => ({ step, at: inside }));

  const isOneOf = (list: readonly string[]) => list.some((name) => identity.names.has(name));
  const isShell = isOneOf(posixShells);
  const steps = [
    ...launchers.filter(({ names }) => isOneOf(names)).flatMap((launcher) => launcher.follow(args)),
    ...(isShell ? followShell(args) : []),
    ...(isOneOf(otherShells) ? followOtherShell(args) : []),
  ];
  const outside: Place = {
    ...inside,
    inShell: false,
    dialect: isShell ? dialectOf(identity.names) : 'posix',
  };
  return sureGuesses(steps, world).map((step) => ({ step, at: outside }));
}

/**
 * Guesses that name no program fall away. A computed word before the first that does may itself be the command;
 * one after it is an argument.
 */
function sureGuesses(steps: readonly Step[], world: World): readonly Step[] {
  let found = false;
  return steps.filter((step) => {
    if (step.kind !== 'run' || step.guess === undefined) return true;
    if (isComputed(step.line[0])) return !found;
    const real = world.resolve(step.line[0]) !== null;
    found ||= real;
    return real;
  });
}

function insideText({ commands, directories }: ShellReading, at: Place): readonly Pending[] {
  return commands.flatMap(({ line, input }) => {
    const place: Place = { ...at, depth: at.depth + 1, inShell: true, directories, input };
    return run(line).map((step) => ({ step, at: place }));
  });
}
