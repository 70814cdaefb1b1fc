import { canNameEnvironment, canNameProcess, mentionsEnvironment } from './environment-path.ts';
import type { World } from './policy.ts';
import { COMPUTED } from './step.ts';

/**
 * Whether an argument leads to the environment of a process, for any program and in any spelling: through links,
 * glued to an option, after `=`, `@`, `<` or `file:`, percent-encoded, as a pattern, or inside longer text.
 * `directories` are those that a relative path may start from.
 */
export function leadsToEnvironment(arg: string, world: World, directories: readonly string[]): boolean {
  return spellings(arg).some(
    (text) =>
      mentionsEnvironment(text) ||
      pathsIn(text).some((path) =>
        readings(path, world, directories).some((real) => canNameEnvironment(real) || canNameProcess(real)),
      ),
  );
}

/** Whether a command reads whole directory trees from the root, and `/proc` with them. */
export function readsWholeSystem(
  names: ReadonlySet<string>,
  args: readonly string[],
  world: World,
  directories: readonly string[],
): boolean {
  if (
    !treeReaders.some(
      ([programs, readsTree]) => programs.some((name) => names.has(name)) && args.some(readsTree),
    )
  )
    return false;
  return [...args, '.'].some((arg) =>
    pathsIn(arg).some((path) => readings(path, world, directories).some((real) => /^\/\**$/.test(real))),
  );
}

/** Whether this is `ps` asked for environments: the BSD option `e`, macOS's `-E`, or the column. */
export function listsEnvironments(names: ReadonlySet<string>, args: readonly string[]): boolean {
  if (!names.has('ps')) return false;
  return args.some((arg, index) => {
    if (/environ/i.test(arg) || /^-\w*E/.test(arg)) return true;
    return (
      /^[A-Za-z]*e[A-Za-z]*$/.test(arg) && !/^-(-\w[\w-]*|\w*[CpuUgGtsoOqnkNw])$/.test(args[index - 1] ?? '')
    );
  });
}

/** Programs that read every file below a directory, and the argument that makes them. */
const treeReaders: readonly (readonly [programs: readonly string[], readsTree: (arg: string) => boolean])[] =
  [
    [
      ['grep', 'egrep', 'fgrep', 'zgrep', 'ugrep', 'diff'],
      (arg) => /^-\w*[rR]|^--(dereference-)?recursive$|=recurse$/.test(arg),
    ],
    [['cp'], (arg) => /^-\w*[rRa]|^--(recursive|archive)$/.test(arg)],
    [
      ['rgrep', 'rg', 'ag', 'ack', 'tar', 'bsdtar', 'rsync', 'zip', 'pax', 'cpio', '7z', '7za', '7zz'],
      () => true,
    ],
    [['scp'], (arg) => /^-\w*r/.test(arg)],
    [['find', 'bfs', 'fd', 'fdfind'], (arg) => /^-{1,2}(exec|ok|files0|fprint|[a-z]*[xX]$)/.test(arg)],
  ];

/** Longer ones are no path that the kernel takes. */
const MAX_PATH = 4096;

function spellings(arg: string): readonly string[] {
  const once = decodePercent(arg);
  const twice = decodePercent(once);
  return [...new Set([arg, once, twice])];
}

function decodePercent(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The pieces of an argument that a program may take as a path. */
function pathsIn(arg: string): readonly string[] {
  const paths = [arg];
  if (/^-[^-]/.test(arg)) {
    paths.push(arg.slice(2));
    const slash = arg.search(/[./~]/);
    if (slash > 2) paths.push(arg.slice(slash));
  }
  for (const mark of arg.matchAll(/[=@<>:,;]/g)) {
    const after = arg.slice(mark.index + 1, mark.index + 1 + MAX_PATH);
    const end = after.search(/[@<>:,;]/);
    paths.push(after, ...(end >= 0 ? [after.slice(0, end)] : []));
  }
  return paths.filter((path) => path !== '' && path.length <= MAX_PATH);
}

/** The absolute patterns a path stands for: as text, and with the links in its sure part followed. */
function readings(path: string, world: World, directories: readonly string[]): readonly string[] {
  const starts =
    path.startsWith('/') || path.startsWith(COMPUTED)
      ? ['']
      : directories.map((directory) => `${directory}/`);
  return starts.flatMap((start) => {
    const whole = `${start}${path}`;
    if (whole.startsWith(COMPUTED)) return [whole];
    const unknown = whole.search(/[\0*?[{]/);
    if (unknown < 0) return [whole, world.realpath(whole)];
    const sure = whole.slice(0, whole.lastIndexOf('/', unknown));
    return [whole, `${world.realpath(sure || '/').replace(/\/$/, '')}${whole.slice(sure.length)}`];
  });
}
