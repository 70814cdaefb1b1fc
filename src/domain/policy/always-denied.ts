import { partsOf } from './environment-path.ts';
import { leadsToEnvironment, listsEnvironments } from './environment-files.ts';
import type { Call } from './reach.ts';
import type { World } from './policy.ts';
import { environmentPrinters } from './program-names.ts';
import { printsVariables } from './shell-builtins.ts';
import { readsWholeSystem } from './tree-readers.ts';

/** The names that no list can allow (service.md 5.2). The last two are words of the shell. */
const deniedNames = [...environmentPrinters, 'set', 'export'];

/** Why a call is denied whatever the policy says, or null. */
export function alwaysDenied(call: Call, world: World): string | null {
  const { line, identity, directories } = call;
  const [command, ...args] = line;
  const builtin = call.inShell && !command.includes('/');
  if (builtin && printsVariables(command, args)) return `${command} prints every variable`;
  const shellWord = builtin && (command === 'set' || command === 'export');
  const name = deniedNames.find((denied) => identity.names.has(denied));
  if (name !== undefined && !shellWord) return name;
  if (isUnderProcess(command, world)) return 'a program reached through /proc';
  if (readsWholeSystem(identity.names, args, world, directories))
    return 'reading /proc with the whole system';
  return listsEnvironments(identity.names, args) ? 'ps with environments' : null;
}

/** Why words that some program will see are denied, or null. */
export function alwaysDeniedWords(
  words: readonly string[],
  world: World,
  directories: readonly string[],
): string | null {
  return [...new Set(words)].some((word) => leadsToEnvironment(word, world, directories))
    ? 'reading a process environment'
    : null;
}

/** `/proc/self/exe` is whatever program reads the link, which is not the one that was judged. */
function isUnderProcess(command: string, world: World): boolean {
  const directory = command.slice(0, command.lastIndexOf('/') + 1);
  return (
    directory !== '' && [directory, world.realpath(directory)].some((path) => partsOf(path)[0] === 'proc')
  );
}
