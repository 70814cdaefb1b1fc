import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parentsByPid } from '../../src/process/parents.ts';

const directory = mkdtempSync(join(tmpdir(), 'vaultctl-parents-'));
afterAll(() => rmSync(directory, { recursive: true }));

describe.each(['linux', 'darwin'] as const)('the parents of all processes, as on %s,', (platform) => {
  const possible = platform === process.platform || (platform === 'darwin' && existsSync('/bin/ps'));

  test.runIf(possible)('hold this process and a child with an awkward name', async () => {
    const file = join(directory, `a ) S 1 (b ${platform}`);
    copyFileSync('/bin/sleep', file);
    const child = spawn(file, ['100']);
    await once(child, 'spawn');
    const parents = parentsByPid(platform);
    child.kill();
    expect(parents.get(process.pid)).toBe(process.ppid);
    expect(parents.get(child.pid ?? NaN)).toBe(process.pid);
  });
});
