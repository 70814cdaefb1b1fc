/** Starts programs in groups of their own with a guard over them, prints their numbers, and waits to be killed. */
import { spawn } from 'node:child_process';
import { startGuard } from '../../../src/process/guard.ts';

const SCRIPT = "trap '' HUP INT TERM; sleep 60 & while :; do sleep 1; done";
const guard = startGuard();
const start = (): number => {
  const child = spawn('/bin/sh', ['-c', SCRIPT], { stdio: 'ignore', detached: true });
  if (child.pid === undefined) throw new Error('nothing was started');
  guard.add(child.pid);
  return child.pid;
};
const kept = [start(), start(), start()];
const removed = [start(), start()];
for (const leader of removed) guard.remove(leader);
process.stdout.write(`${JSON.stringify({ guard: guard.pid, kept, removed })}\n`);
setInterval(() => undefined, 1000);
