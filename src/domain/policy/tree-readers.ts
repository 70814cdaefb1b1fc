import { pathsIn } from './environment-files.ts';
import type { World } from './policy.ts';

/**
 * Whether a command reads every file below the root directory, and the environments in `/proc` with them. It names
 * the root, or is in it and starts where it is.
 */
export function readsWholeSystem(
  names: ReadonlySet<string>,
  args: readonly string[],
  world: World,
  directories: readonly string[],
): boolean {
  const reader = treeReaders.find(
    (each) => each.names.some((name) => names.has(name)) && args.some(each.reads),
  );
  if (reader === undefined) return false;
  const starts = reader.startsHere ? [...args, '.'] : args;
  return starts.some((arg) => pathsIn(arg, world, directories).some((path) => /^\/\**$/.test(path)));
}

interface TreeReader {
  readonly names: readonly string[];
  /** An argument that makes it read the files of a tree. */
  readonly reads: (arg: string) => boolean;
  /** Without a path it starts in the working directory. */
  readonly startsHere: boolean;
}

const treeReaders: readonly TreeReader[] = [
  row('grep egrep fgrep zgrep ugrep', /^-\w*[rR]|^--(dereference-)?recursive$|=recurse$/, true),
  row('rgrep rg ag ack', /^/, true),
  row('find bfs fd fdfind', /^-{1,2}(exec|ok|files0|fprint|[a-z]*[xX]$)/, true),
  row('diff', /^-\w*r|^--recursive$/, false),
  row('cp scp', /^-\w*[rRa]|^--(recursive|archive)$/, false),
  row('tar bsdtar rsync zip pax cpio 7z 7za 7zz', /^/, false),
];

function row(names: string, reads: RegExp, startsHere: boolean): TreeReader {
  return { names: names.split(' '), reads: (arg) => reads.test(arg), startsHere };
}
