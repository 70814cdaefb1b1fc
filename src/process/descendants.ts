/** Ending a child that shares its caller's process group: the child and everything that descends from it. */

import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/** Asks a process and its descendants to end, and after `graceMs` makes them. */
export async function endDescendants(root: number, graceMs: number): Promise<void> {
  const family = new Set(familyOf(root));
  for (const pid of family) signal(pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (performance.now() < deadline && [...family].some((pid) => signal(pid, 0))) await sleep(POLL_MS);
  for (const pid of familyOf(root)) family.add(pid);
  for (const pid of family) signal(pid, 'SIGKILL');
}

/** A process and all that descend from it, parents first. */
function familyOf(root: number): number[] {
  const parents = parentsByPid();
  const family = [root];
  for (const parent of family) {
    for (const [pid, itsParent] of parents) if (itsParent === parent) family.push(pid);
  }
  return family;
}

/** Every process's parent, from `ps`, which Linux and macOS have alike. */
function parentsByPid(): Map<number, number> {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return new Map(
    lines.map((line): [number, number] => {
      const [pid = NaN, parent = NaN] = line.trim().split(/\s+/).map(Number);
      return [pid, parent];
    }),
  );
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
