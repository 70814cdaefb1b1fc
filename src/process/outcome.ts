import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Ended } from './start.ts';

export interface Limits {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * How a started program ends: by itself, or because its time is over or its call was cancelled, when `end`
 * is called. Resolves once the program is gone and `end` has done its work.
 */
export async function outcomeOf(
  child: ChildProcess,
  { timeoutMs, signal }: Limits,
  end: () => Promise<void>,
): Promise<Ended> {
  const exited = exitOf(child);
  const stopped = Promise.withResolvers<'timeout' | 'cancelled'>();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stopped.resolve('timeout'), timeoutMs);
  const cancel = (): void => stopped.resolve('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) cancel();
  try {
    const first = await Promise.race([exited, stopped.promise]);
    if (typeof first === 'number') return { kind: 'exited', exitCode: first };
    await end();
    return { kind: first };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve(codeOf(child.exitCode, child.signalCode));
  }
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(codeOf(code, signal)));
  });
}

/** The exit code as shells give it: the program's own, or 128+N for signal N. */
function codeOf(code: number | null, signal: NodeJS.Signals | null): number {
  return signal === null ? (code ?? 1) : 128 + constants.signals[signal];
}
