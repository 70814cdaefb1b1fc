import { launchers } from './launchers.ts';
import type { World } from './policy.ts';
import { type Identity, identify } from './program-names.ts';
import { shellBuiltins } from './shell-builtins.ts';
import { type Dialect, dialectOf } from './shell-dialect.ts';
import { readShellText } from './shell-text.ts';
import { followOtherShell, followShell, otherShells, posixShells } from './shells.ts';
import { type CommandLine, type Step, isComputed } from './step.ts';

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
  /** Words of shell texts, each with the directories it may be read from. */
  readonly words: readonly { readonly words: readonly string[]; readonly directories: readonly string[] }[];
  /** Set when a part cannot be told; completes "always denied: ". */
  readonly refusal?: string;
}

/** More launchers in a row, or more calls, than any honest command has. */
const MAX_DEPTH = 12;
const MAX_CALLS = 2000;

interface Pending {
  readonly step: Step;
  readonly depth: number;
  readonly dialect: Dialect;
  readonly inShell: boolean;
  readonly directories: readonly string[];
  /** The standard input, when a script gives it as text. */
  readonly input?: string;
}

/** Follows a command through launchers and shell texts to every call it leads to; the command itself comes first. */
export async function reach(line: CommandLine, world: World): Promise<Reach> {
  const calls: Call[] = [];
  const words: Reach['words'][number][] = [];
  const pending: Pending[] = [
    { step: { kind: 'run', line }, depth: 0, dialect: 'posix', inShell: false, directories: [world.cwd] },
  ];
  const found = (refusal?: string): Reach => ({ calls, words, ...(refusal !== undefined && { refusal }) });
  const seen = new Set<string>();

  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (next.depth > MAX_DEPTH || calls.length > MAX_CALLS)
      return found('too many commands inside one another');
    const key = JSON.stringify([next.step, next.dialect, next.inShell, next.directories, next.input]);
    if (seen.has(key)) continue;
    seen.add(key);

    const { step } = next;
    if (step.kind === 'refuse') return found(step.why);
    if (step.kind === 'run') {
      if (isComputed(step.line[0])) return found('a computed command');
      const call = {
        line: step.line,
        identity: identify(step.line[0], world),
        inShell: next.inShell,
        directories: next.directories,
      };
      if (step.guess && call.identity.program === null) continue;
      calls.push(call);
      pending.push(...followCall(call, next));
      continue;
    }
    const text = step.kind === 'text' ? step.text : next.input;
    if (text === undefined) return found('a shell that reads its input');
    const reading = await readShellText(text, next.dialect, world, next.directories);
    words.push({ words: reading.words, directories: reading.directories });
    if (reading.refusal !== undefined) return found(reading.refusal);
    for (const { line: inner, input } of reading.commands) {
      const run: Step = { kind: 'run', line: inner };
      pending.push({
        step: run,
        depth: next.depth + 1,
        dialect: next.dialect,
        inShell: true,
        directories: reading.directories,
        ...(input !== undefined && { input }),
      });
    }
  }
  return found();
}

function followCall({ line, identity, inShell }: Call, at: Pending): readonly Pending[] {
  const [command, ...args] = line;
  const { names } = identity;
  const after = {
    depth: at.depth + 1,
    directories: at.directories,
    ...(at.input !== undefined && { input: at.input }),
  };
  const isShell = posixShells.some((name) => names.has(name));
  const outside = [
    ...launchers
      .filter((launcher) => launcher.names.some((name) => names.has(name)))
      .flatMap(({ follow }) => follow(args)),
    ...(isShell ? followShell(args) : []),
    ...(otherShells.some((name) => names.has(name)) ? followOtherShell(args) : []),
  ].map((step) => ({
    ...after,
    step,
    inShell: false,
    dialect: isShell ? dialectOf(names) : ('posix' as const),
  }));
  const builtin = inShell ? shellBuiltins.get(command) : undefined;
  return [
    ...outside,
    ...(builtin?.(args) ?? []).map((step) => ({ ...after, step, inShell: true, dialect: at.dialect })),
  ];
}
