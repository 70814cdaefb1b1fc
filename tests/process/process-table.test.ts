import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { processTable } from '../../src/process/process-table.ts';

const directory = mkdtempSync(join(tmpdir(), 'vaultctl-processes-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe.each(['linux', 'darwin'] as const)('the process table, read as on %s,', (platform) => {
  const possible = platform === process.platform || (platform === 'darwin' && existsSync('/bin/ps'));

  test.runIf(possible)('holds this process, and a child with an awkward name', async () => {
    const file = join(directory, `a ) Z 1 (b ${platform}`);
    copyFileSync('/bin/sleep', file);
    const child = spawn(file, ['100'], { detached: true });
    await once(child, 'spawn');
    const table = processTable(platform);
    child.kill();
    expect(table.find(({ pid }) => pid === process.pid)).toMatchObject({
      parent: process.ppid,
      zombie: false,
    });
    expect(table.find(({ pid }) => pid === child.pid)).toEqual({
      pid: child.pid,
      parent: process.pid,
      group: child.pid,
      zombie: false,
    });
  });

  test.runIf(possible)('tells what has ended and was not yet reaped', async () => {
    // The shell is replaced by a program that does not know of the child it has.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 100']);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    await expect
      .poll(() => processTable(platform).find(({ pid }) => pid === Number(line.toString()))?.zombie)
      .toBe(true);
    parent.kill();
  });
});
