/** Ending whole process groups: nothing a run started in its group outlives it. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Guard } from './guard.ts';
import { processTable } from './process-table.ts';

const POLL_MS = 50;
/** The killed are gone within milliseconds; what is there longer nothing can end. */
const KILLED_MS = 200;

/** Leaders of the groups that may still have members, and whether the leader is a sandbox. */
const live = new Map<number, boolean>();
/** When a group that is ending gets killed: of several who end it, the most impatient decides. */
const deadlines = new Map<number, number>();

/** Told of every group, where this process has one. */
let guard: Guard | undefined;

/** From now on groups end with this process, however it ends. */
export function guardGroups(by: Guard): void {
  guard = by;
}

/** `sandboxed`: the leader is a sandbox, whose end ends all within at once. */
export function trackGroup(leader: number, sandboxed: boolean): void {
  guard?.add(leader);
  live.set(leader, sandboxed);
}

/** Asks a group to end, and after `graceMs` makes it. Resolves when no member is left, or none can be killed. */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  // Most have ended by themselves; looking through all processes for members would cost more than the run did.
  if (signalGroup(leader, 0)) await endMembers(leader, graceMs);
  if (live.delete(leader)) guard?.remove(leader);
}

async function endMembers(leader: number, graceMs: number): Promise<void> {
  const deadline = performance.now() + graceMs;
  deadlines.set(leader, Math.min(deadline, deadlines.get(leader) ?? deadline));
  // A sandbox is not asked, only those within: its own end would not give them their time.
  const ask = live.get(leader) === true ? signalMembers : signalGroup;
  const asked = ask(leader, 'SIGTERM');
  if (asked && !(await emptied(leader, () => deadlines.get(leader) ?? 0))) {
    signalGroup(leader, 'SIGKILL');
    const killed = performance.now() + KILLED_MS;
    await emptied(leader, () => killed);
  }
  deadlines.delete(leader);
}

/** Ends every group there is. */
export async function endAllGroups(graceMs: number): Promise<void> {
  await Promise.all([...live.keys()].map((leader) => endGroup(leader, graceMs)));
}

/** The last resort of a process that is about to be gone and can wait for nothing. */
export function killAllGroups(): void {
  for (const leader of live.keys()) signalGroup(leader, 'SIGKILL');
  live.clear();
}

/** Sends a signal to all members; false when there are none. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch (error) {
    // Members of another user cannot be signalled, but they are there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** As `signalGroup`, to all but the leader. */
function signalMembers(leader: number, signal: NodeJS.Signals): boolean {
  for (const { pid, group } of processTable()) {
    if (group !== leader || pid === leader) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
  return signalGroup(leader, 0);
}

async function emptied(leader: number, deadline: () => number): Promise<boolean> {
  while (hasLiving(leader)) {
    if (performance.now() >= deadline()) return false;
    // oxlint-disable-next-line no-await-in-loop -- it polls
    await sleep(POLL_MS);
  }
  return true;
}

/** Zombies do not count: in a container without an init nobody ever reaps them. */
function hasLiving(leader: number): boolean {
  if (!signalGroup(leader, 0)) return false;
  return processTable().some(({ group, zombie }) => group === leader && !zombie);
}
