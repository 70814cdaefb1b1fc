import {
  type BigIntStats,
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';

export interface LookupPlace {
  /** The working directory of the run, absolute. */
  readonly cwd: string;
  /** A `PATH`; its relative and empty entries are left out, since a look-alike could wait there. */
  readonly path: string;
}

export interface ResolvedProgram {
  /** The command as the caller gave it. */
  readonly given: string;
  /** The absolute path found for it, links not followed. */
  readonly found: string;
  /** The file that runs: absolute, links followed. */
  readonly file: string;
  /** How many names (hard links) the file has. */
  readonly links: number;
}

export type Resolution =
  | { readonly ok: true; readonly program: ResolvedProgram }
  | { readonly ok: false; readonly reason: 'not-found' | 'not-executable' };

/**
 * Looks a command up as `execvp` does: a name in the absolute entries of `path`, anything with a slash from `cwd`.
 * Never throws; a directory or a file without execute permission is `not-executable`.
 */
export function resolveProgram(command: string, { cwd, path }: LookupPlace): Resolution {
  const withSlash = command.includes('/');
  let reason: 'not-found' | 'not-executable' = 'not-found';
  for (const found of withSlash ? [fromDirectory(cwd, command)] : onPath(path, command)) {
    const stat = statOf(found);
    if (stat === null) continue;
    if (stat.isFile() && mayExecute(found)) {
      const file = orNull(() => realpathSync.native(found));
      if (file !== null)
        return { ok: true, program: { given: command, found, file, links: Number(stat.nlink) } };
    }
    // A directory that happens to carry the name is passed over on the PATH, as shells do.
    if (withSlash || !stat.isDirectory()) reason = 'not-executable';
  }
  return { ok: false, reason };
}

/** The view of the system that judging one command needs. It remembers look-ups, so make a new one each time. */
export function createWorld(place: LookupPlace) {
  const resolved = new Map<string, ResolvedProgram | null>();
  return {
    cwd: place.cwd,
    home: homedir(),
    resolve(command: string): ResolvedProgram | null {
      const known = resolved.get(command);
      if (known !== undefined) return known;
      const resolution = resolveProgram(command, place);
      const program = resolution.ok ? resolution.program : null;
      resolved.set(command, program);
      return program;
    },
    realpath: (path: string) => realpathFrom(place.cwd, path),
    list: (path: string): readonly string[] =>
      orNull(() => readdirSync(fromDirectory(place.cwd, path))) ?? [],
    sameFile,
  };
}

/** As many links as the kernel follows before it gives up. */
const MAX_LINKS = 40;

/**
 * The absolute path with every link followed, `..` taken after following as the kernel does. Unlike `realpath(3)`
 * it also answers for what does not exist yet: those parts stay as spelled, so a link to a process that is about
 * to start shows where it leads.
 */
export function realpathFrom(cwd: string, path: string): string {
  const rest = fromDirectory(cwd, path).split('/').toReversed();
  const real: string[] = [];
  /** How many parts at the end of `real` do not exist: nothing behind one is a link. */
  let unseen = 0;
  let links = 0;
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      real.pop();
      unseen = Math.max(0, unseen - 1);
      continue;
    }
    real.push(part);
    if (links >= MAX_LINKS || unseen > 0) {
      unseen += 1;
      continue;
    }
    const found = `/${real.join('/')}`;
    const stat = orNull(() => lstatSync(found, { throwIfNoEntry: false }) ?? null);
    if (stat === null) unseen = 1;
    const target = stat?.isSymbolicLink() ? orNull(() => readlinkSync(found)) : null;
    if (target === null) continue;
    links += 1;
    real.pop();
    if (target.startsWith('/')) real.length = 0;
    rest.push(...target.split('/').toReversed());
  }
  return `/${real.join('/')}`;
}

/** Whether two absolute paths lead to one existing file, through symbolic or hard links. */
export function sameFile(a: string, b: string): boolean {
  const [first, second] = [statOf(a), statOf(b)];
  return first !== null && second !== null && first.ino === second.ino && first.dev === second.dev;
}

function onPath(path: string, name: string): string[] {
  if (name === '') return [];
  return path.split(':').flatMap((directory) => (directory.startsWith('/') ? [`${directory}/${name}`] : []));
}

function fromDirectory(directory: string, path: string): string {
  return path.startsWith('/') ? path : `${directory}/${path}`;
}

function statOf(path: string): BigIntStats | null {
  return orNull(() => statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null);
}

function mayExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The file system's answer, or null for any failure: a missing file, a NUL in the name, no permission. */
function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null;
  }
}
