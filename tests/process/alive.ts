import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process runs; one that has ended and only waits to be reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

export async function isGoneSoon(pid: number): Promise<boolean> {
  const deadline = performance.now() + 1000;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    // oxlint-disable-next-line no-await-in-loop -- it polls
    await sleep(10);
  }
  return true;
}
