import {
  canNameEnvironment,
  canNameProcess,
  mentionsEnvironment,
  namesLike,
  partsOf,
} from './environment-path.ts';
import type { World } from './policy.ts';
import { COMPUTED, isComputed } from './step.ts';

/**
 * Whether an argument leads to the environment of a process, for any program and in any spelling: through links,
 * glued to an option, after `=`, `@`, `<` or `file:`, percent-encoded, as a pattern, or inside longer text.
 * `directories` are those that a relative path may start from.
 */
export function leadsToEnvironment(arg: string, world: World, directories: readonly string[]): boolean {
  return spellings(arg).some(
    (text) =>
      mentionsEnvironment(text) ||
      piecesOf(text).some((piece) =>
        readings(piece, world, directories).some((path) => canNameEnvironment(path) || canNameProcess(path)),
      ),
  );
}

/** The absolute path patterns that an argument may mean to a program: whole, or a piece that it may split off. */
export function pathsIn(arg: string, world: World, directories: readonly string[]): readonly string[] {
  return piecesOf(arg).flatMap((piece) => readings(piece, world, directories));
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

/** Longer paths and names are none that the kernel takes. */
const MAX_PATH = 4096;
const longName = /^[^/]{256}/;

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
function piecesOf(arg: string): readonly string[] {
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
  // What stands before the first mark: `-v /proc:/inside`. A `/` alone is more often text.
  paths.push(...paths.flatMap((path) => /^([^@<>:,;]{2,})[@<>:,;]/.exec(path)?.[1] ?? []));
  return [...new Set(paths)].filter((path) => path !== '' && path.length <= MAX_PATH && !longName.test(path));
}

/** The absolute patterns a piece stands for: as text, and with links followed. */
function readings(piece: string, world: World, directories: readonly string[]): readonly string[] {
  if (piece.startsWith(COMPUTED)) return [piece];
  if (piece.startsWith('/')) return readingsOf(piece, world);
  return directories.flatMap((directory) => readingsOf(`${directory}/${piece}`, world));
}

function readingsOf(path: string, world: World): readonly string[] {
  if (path.startsWith(COMPUTED)) return [path];
  const real = world.realpath(path);
  const unknown = path.search(/[\0*?[{]/);
  if (unknown < 0) return [path, real];
  const sure = path.slice(0, path.lastIndexOf('/', unknown));
  const behindLinks = `${world.realpath(sure || '/').replace(/\/$/, '')}${path.slice(sure.length)}`;
  return [path, real, behindLinks, ...linksMatching(path, world)];
}

/** A glob that matches more than this is not followed to every link. */
const MAX_MATCHES = 10_000;

/** Where the links lead that a shell would put in the place of a glob. */
function linksMatching(pattern: string, world: World): readonly string[] {
  if (isComputed(pattern)) return [];
  let paths: readonly string[] = [''];
  for (const part of partsOf(pattern)) {
    if (!/[*?[]/.test(part)) paths = paths.map((path) => `${path}/${part}`);
    else {
      const like = namesLike(part);
      const inside = (directory: string) => world.list(directory || '/').filter((name) => like.test(name));
      paths = paths.flatMap((path) => inside(path).map((name) => `${path}/${name}`)).slice(0, MAX_MATCHES);
    }
  }
  return paths.flatMap((path) => {
    const real = world.realpath(path);
    return real === path ? [] : [real];
  });
}
