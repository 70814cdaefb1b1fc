/** A program run on a disk that fails: the shim compiled once, and how it is told what to do. */

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';

/** Kinds of calls, as `fault-shim.c` has them. */
export const kinds = { w: 'write', s: 'sync', n: 'rename or unlink', c: 'create' } as const;
export type Kind = keyof typeof kinds;

/** `short`: the write takes half of its bytes and says so. */
export const errors = { EIO: 5, ENOSPC: 28, short: 0 } as const;

export interface DiskFault {
  readonly kind: Kind;
  /** The first call that fails, from 1. */
  readonly at: number;
  readonly error: keyof typeof errors;
  /** How many calls fail from there. */
  readonly times: number;
}

const source = join(import.meta.dirname, '../../fixtures/fault-shim.c');

/** Compiles the shim into `folder`; null, with the reason in `why`, where it cannot be. */
export function compileShim(folder: string): { shim: string } | { why: string } {
  if (process.platform !== 'linux') return { why: 'the disk is made to fail on Linux only' };
  const shim = join(folder, 'fault-shim.so');
  const { error, status, stderr } = spawnSync(
    'cc',
    ['-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-O1', '-o', shim, source, '-ldl'],
    { encoding: 'utf8' },
  );
  if (error || /^.*fatal error: .*No such file/m.test(stderr)) {
    return { why: 'there is no C compiler with its headers (Debian: gcc and libc6-dev)' };
  }
  if (status !== 0) throw new Error(`the shim does not compile:\n${stderr}`);
  return { shim };
}

export function diskEnvironment(
  shim: string,
  below: readonly string[],
  { kind, at, error, times }: DiskFault,
  log: string,
): Record<string, string> {
  return {
    LD_PRELOAD: shim,
    FAULT_BELOW: below.join(':'),
    FAULT_KIND: kind,
    FAULT_AT: String(at),
    FAULT_TIMES: String(times),
    FAULT_ERRNO: String(errors[error]),
    FAULT_LOG: log,
  };
}

/** How many calls failed, by the shim's log. */
export function failedCalls(log: string): number {
  if (!fs.existsSync(log)) return 0;
  return fs.readFileSync(log, 'latin1').replaceAll(/[a-z]/g, '').length;
}
