import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { processTable } from '../../src/process/process-table.ts';
import { isAlive, isGoneSoon } from './alive.ts';

interface Guarded {
  readonly guard: number;
  readonly kept: readonly number[];
  readonly removed: readonly number[];
}

const program = join(import.meta.dirname, 'programs/guarded.ts');

/** Those of the group that still run. */
const members = (leader: number): number[] =>
  processTable()
    .filter(({ group, zombie }) => group === leader && !zombie)
    .map(({ pid }) => pid);

async function withGuarded(body: (owner: number, guarded: Guarded) => Promise<void>): Promise<void> {
  const owner = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  const guarded = JSON.parse(line.toString()) as Guarded;
  try {
    await body(owner.pid ?? 0, guarded);
  } finally {
    owner.kill('SIGKILL');
    await sleep(300);
    for (const leader of [...guarded.kept, ...guarded.removed]) {
      try {
        process.kill(-leader, 'SIGKILL');
      } catch {
        // It is gone, as it should be.
      }
    }
  }
}

test.each(['SIGKILL', 'SIGTERM', 'SIGSEGV'] as const)(
  'what a process started ends with it when it gets %s, and what it let go of stays',
  async (signal) => {
    await withGuarded(async (owner, { guard, kept, removed }) => {
      await sleep(200);
      expect([...kept, ...removed].every(isAlive)).toBe(true);
      process.kill(owner, signal);
      expect(await Promise.all(kept.map(isGoneSoon))).toEqual([true, true, true]);
      expect(kept.flatMap(members)).toEqual([]);
      expect(await isGoneSoon(guard)).toBe(true);
      expect(removed.every(isAlive)).toBe(true);
    });
  },
);

test.each(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const)(
  'the guard goes on after %s, and does its work',
  async (signal) => {
    await withGuarded(async (owner, { guard, kept }) => {
      process.kill(guard, signal);
      await sleep(200);
      expect(isAlive(guard)).toBe(true);
      process.kill(owner, 'SIGKILL');
      expect(await Promise.all(kept.map(isGoneSoon))).toEqual([true, true, true]);
    });
  },
);
