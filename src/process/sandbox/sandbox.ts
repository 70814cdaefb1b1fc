/** Isolation of a child by bubblewrap (Linux): what it must not see is not there for it. */

import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Child } from '../start.ts';

/** What no child may see. Paths; those that do not exist are left out. */
export interface Masks {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

export interface Sandbox {
  /** The same child, inside. `found` is the path the program was found by. */
  wrap(child: Child, found: string, masks: Masks): Child;
}

export type SandboxProbe =
  | { readonly ok: true; readonly sandbox: Sandbox }
  | {
      readonly ok: false;
      readonly cause: 'platform' | 'absent' | 'blocked';
      /** The rest of a sentence. */
      readonly reason: string;
    };

/** Not from the PATH, which may lead to a look-alike. */
const PLACES = ['/usr/bin', '/bin', '/usr/local/bin', '/run/wrappers/bin', '/run/current-system/sw/bin'];
const PROBE_MS = 5000;
/**
 * Without capabilities, so that root cannot take the masks off; root could still set by the kernel's settings what
 * runs at a crash, outside.
 */
const ISOLATED = (
  '--dev-bind / / --unshare-pid --unshare-ipc --die-with-parent --proc /proc --cap-drop ALL ' +
  '--ro-bind-try /proc/sys /proc/sys --ro-bind-try /proc/sysrq-trigger /proc/sysrq-trigger'
).split(' ');

let probed: Promise<SandboxProbe> | undefined;

/**
 * Tells by running it whether bubblewrap works here. The answer is kept, unless bubblewrap was too slow to give
 * one: what a busy moment prevents must not be missing ever after. Never rejects.
 */
export function probeSandbox(): Promise<SandboxProbe> {
  return (probed ??= probe());
}

async function probe(): Promise<SandboxProbe> {
  if (process.platform !== 'linux')
    return { ok: false, cause: 'platform', reason: 'there is one on Linux only' };
  const bwrap = PLACES.map((place) => `${place}/bwrap`).find((place) => can(place, constants.X_OK));
  if (bwrap === undefined) return { ok: false, cause: 'absent', reason: 'bubblewrap is not installed' };
  const run = (args: readonly string[]): Promise<{ stdout: string }> =>
    promisify(execFile)(bwrap, args, { env: {}, timeout: PROBE_MS, encoding: 'utf8' });
  try {
    const [{ stdout: help }] = await Promise.all([
      run(['--help']),
      run([...isolation({ directories: [], files: [] }), '--', '/bin/sh', '-c', ':']),
    ]);
    const named = /^\s*--argv0 /m.test(help);
    return {
      ok: true,
      sandbox: { wrap: (child, found, masks) => wrap(child, { bwrap, named, found, masks }) },
    };
  } catch (error) {
    if (error instanceof Error && 'killed' in error && error.killed === true) {
      probed = undefined;
      return { ok: false, cause: 'blocked', reason: 'bubblewrap did not answer in time' };
    }
    return {
      ok: false,
      cause: 'blocked',
      reason: 'bubblewrap is installed, but the system does not let it work',
    };
  }
}

function wrap(
  child: Child,
  { bwrap, named, found, masks }: { bwrap: string; named: boolean; found: string; masks: Masks },
): Child {
  // Before 0.9 bubblewrap gives the program the path it runs as its name: that of the link then, whose last part is
  // what multi-call programs and virtual environments go by.
  const program = named ? ['--argv0', child.argv0, '--', child.file] : ['--', found];
  const args = [...isolation(masks), ...workingDirectory(child.cwd, masks), ...program, ...child.args];
  return { ...child, file: bwrap, argv0: 'bwrap', args, cwd: '/', sandboxed: true };
}

/** Everything as it is, except for other processes, their shared memory, and what is masked. */
function isolation(masks: Masks): string[] {
  return [
    ...ISOLATED,
    ...held(masks.directories.filter(isDirectory)),
    // Last, so that nothing mounted before shows through.
    ...masks.directories.filter(isDirectory).flatMap((path) => ['--tmpfs', realpathSync(path)]),
    ...masks.files.filter(existsSync).flatMap((path) => ['--ro-bind', '/dev/null', realpathSync(path)]),
  ];
}

/**
 * Keeps the directories above the masks in their place: one that is renamed leaves room for another vault and policy.
 * What something is mounted on cannot be renamed. The system's own, which the user cannot rename, need no care.
 */
function held(paths: readonly string[]): string[] {
  const above = new Set<string>();
  for (const path of paths) {
    for (let at = dirname(realpathSync(path)); at !== '/'; at = dirname(at)) {
      if (can(dirname(at), constants.W_OK)) above.add(at);
    }
  }
  // From the top down, so that none covers one below it.
  const ordered = [...above].toSorted((a, b) => a.length - b.length);
  return ordered.flatMap((directory) => ['--dev-bind', directory, directory]);
}

/** A working directory below a mask is there, and empty. */
function workingDirectory(cwd: string, { directories }: Masks): string[] {
  if (!isDirectory(cwd)) return ['--chdir', cwd];
  const real = realpathSync(cwd);
  const masked = directories
    .filter(isDirectory)
    .some((path) => `${real}/`.startsWith(`${realpathSync(path)}/`));
  return [...(masked ? ['--dir', real] : []), '--chdir', cwd];
}

function can(path: string, what: number): boolean {
  try {
    accessSync(path, what);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
