/** Ending a child that shares its caller's process group: the child and everything that descends from it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { processTable } from './process-table.ts';

const POLL_MS = 20;

/** Asks a process and its descendants to end, and after `graceMs` makes them. */
export async function endDescendants(root: number, graceMs: number): Promise<void> {
  let family = withDescendants([root]);
  for (const pid of family) signal(pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  // oxlint-disable-next-line no-await-in-loop -- it polls
  while (performance.now() < deadline && family.some((pid) => signal(pid, 0))) await sleep(POLL_MS);
  family = withDescendants(family.filter((pid) => signal(pid, 0)));
  for (const pid of family) signal(pid, 'SIGKILL');
}

/** The processes and all that descend from them. */
function withDescendants(roots: readonly number[]): number[] {
  const family = new Set(roots);
  const table = processTable();
  // A set iterated over also visits what is added meanwhile.
  for (const member of family) {
    for (const { pid, parent } of table) if (parent === member) family.add(pid);
  }
  return [...family];
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
