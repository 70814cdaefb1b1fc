import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import type { Environment } from './environment.ts';

/** What runs: a file, without a shell. */
export interface Child {
  /** Absolute path of the file that runs. */
  readonly file: string;
  /** `argv[0]`, which some programs go by. */
  readonly argv0: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** The file is a sandbox that runs the program. */
  readonly sandboxed?: boolean;
  /** What the child makes files with; none: as this process does. */
  readonly umask?: number;
}

/** How a run ended. */
export type Ended =
  /** 128+N for a program that signal N ended. */
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: StartFailure };

export type StartFailure = 'not-found' | 'not-executable' | 'other';

export interface Running {
  readonly ok: true;
  readonly process: ChildProcess;
  readonly pid: number;
}

export type Started = Running | { readonly ok: false; readonly reason: StartFailure };

/** Starts a child; a failure is a value, since Node's errors quote the arguments. */
export function start(child: Child, stdio: StdioOptions, ownGroup: boolean): Promise<Started> {
  const { promise, resolve } = Promise.withResolvers<Started>();
  try {
    const started = spawnWithUmask(child, stdio, ownGroup);
    // A listener that stays: an error nobody listens to ends this process.
    started.on('error', (error) => resolve({ ok: false, reason: reasonOf(error) }));
    started.once('spawn', () => {
      if (started.pid !== undefined) resolve({ ok: true, process: started, pid: started.pid });
    });
  } catch (error) {
    resolve({ ok: false, reason: reasonOf(error) });
  }
  return promise;
}

function spawnWithUmask(child: Child, stdio: StdioOptions, detached: boolean): ChildProcess {
  const { file, argv0, args, cwd, env, umask } = child;
  const own = umask === undefined ? undefined : process.umask(umask);
  try {
    return spawn(file, args, { argv0, cwd, env, stdio, detached });
  } finally {
    if (own !== undefined) process.umask(own);
  }
}

function reasonOf(error: unknown): StartFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'not-found';
  return code === 'EACCES' || code === 'ENOEXEC' || code === 'EPERM' ? 'not-executable' : 'other';
}
