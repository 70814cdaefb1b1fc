import type { World } from './policy.ts';
import { type Identity, isMultiCall, isSameProgram, plainName } from './program-names.ts';
import { type CommandLine, isComputed } from './step.ts';

/**
 * Whether an entry of `denied_commands` covers a command. It matches broadly: the name as given, a name of the
 * resolved program, or the program the entry itself resolves to.
 */
export function denies(
  entry: string,
  [command, ...args]: CommandLine,
  identity: Identity,
  world: World,
): boolean {
  const [word, firstArgs] = splitEntry(entry);
  if (!firstArgs.every((expected, index) => mayBe(args, index, expected))) return false;
  const denied = world.resolve(word);
  if (denied !== null && identity.program !== null && isSameProgram(identity.program, denied, world))
    return true;
  if (!word.includes('/')) return identity.names.has(plainName(word));
  return command.includes('/') && world.realpath(command) === world.realpath(word) && denied === null;
}

/**
 * Whether an entry of `allowed_commands` covers a command. It matches narrowly: only what the entry itself
 * resolves to, under its own name, since a link's name can change what a program does (`reboot` is `systemctl`).
 * Another link to the same file counts where the entry names the file itself. What cannot be found cannot run,
 * so there the text decides.
 */
export function allows(entry: string, [command, ...args]: CommandLine, world: World): boolean {
  const [word, firstArgs] = splitEntry(entry);
  if (!firstArgs.every((expected, index) => args[index] === expected)) return false;
  const [allowed, given] = [world.resolve(word), world.resolve(command)];
  if (allowed === null) return command === word;
  if (given === null || given.file !== allowed.file) return false;
  const [name, file] = [lastPart(allowed.given), lastPart(allowed.file)];
  return lastPart(given.given) === name || (name === file && !isMultiCall(allowed, world));
}

function splitEntry(entry: string): [word: string, firstArgs: readonly string[]] {
  const [word = '', ...firstArgs] = entry.trim().split(/\s+/);
  return [word, firstArgs];
}

/** A computed argument may turn into the expected one, or into several. */
function mayBe(args: readonly string[], index: number, expected: string): boolean {
  return args[index] === expected || isComputed(...args.slice(0, index + 1));
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
