import { mkdir, mkdtemp, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCappedOutput } from '../../src/process/output.ts';
import { type Masks, probeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { runCaptured } from '../../src/process/spawn.ts';

const probe = await probeSandbox();
const NO_MASKS: Masks = { directories: [], files: [] };

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'vaultctl-sandbox-')));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function shell(text: string) {
  return { file: '/bin/sh', argv0: 'sh', args: ['-c', text], cwd: dir, env: { PATH: '/usr/bin:/bin' } };
}

/** What a shell text prints inside the sandbox. */
async function inside(text: string, masks = NO_MASKS): Promise<string> {
  if (!probe.ok) throw new Error(probe.reason);
  const [stdout, stderr] = [createCappedOutput(65536), createCappedOutput(65536)];
  const child = probe.sandbox.wrap(shell(text), '/bin/sh', masks);
  await runCaptured({ ...child, timeoutMs: 10_000, stdout, stderr });
  return stdout.text().trim();
}

describe.skipIf(!probe.ok)('the sandbox', () => {
  test('has shared memory of its own', async () => {
    const outside = await readlink('/proc/self/ns/ipc');
    expect(await inside('readlink /proc/self/ns/ipc')).toMatch(/^ipc:\[\d+\]$/);
    expect(await inside('readlink /proc/self/ns/ipc')).not.toBe(outside);
  });

  test('has processes of its own, and a /proc that shows no others', async () => {
    expect(await inside('readlink /proc/self/ns/pid')).not.toBe(await readlink('/proc/self/ns/pid'));
    expect(Number(await inside('ls -d /proc/[0-9]* | wc -l'))).toBeLessThan(8);
  });

  test('gives no capability, to root neither', async () => {
    const lines = (await inside('grep ^Cap /proc/self/status')).split('\n');
    const held = lines.filter((line) => /^Cap(Inh|Prm|Eff|Amb):/.test(line) && !/\t0+$/.test(line));
    expect(lines).toHaveLength(5);
    expect(held).toEqual([]);
  });

  test('masks a directory where its link leads', async () => {
    await mkdir(join(dir, 'real'));
    await writeFile(join(dir, 'real', 'secret'), 'hunter2');
    await symlink('real', join(dir, 'link'));
    const masks = { directories: [join(dir, 'link')], files: [] };
    expect(await inside(`cat real/secret link/secret; ls real link | grep secret`, masks)).toBe('');
  });

  test('masks a file where its link leads', async () => {
    await writeFile(join(dir, 'real'), 'hunter2');
    await symlink('real', join(dir, 'link'));
    expect(await inside('cat real link', { directories: [], files: [join(dir, 'link')] })).toBe('');
  });

  test('is not made by a look-alike on the PATH', async () => {
    await writeFile(join(dir, 'bwrap'), '#!/bin/sh\necho "  --argv0 "\n', { mode: 0o755 });
    vi.stubEnv('PATH', dir);
    vi.resetModules();
    try {
      const fresh = await import('../../src/process/sandbox/sandbox.ts');
      const again = await fresh.probeSandbox();
      expect(again.ok && again.sandbox.wrap(shell(':'), '/bin/sh', NO_MASKS).file).toMatch(
        /^\/usr|^\/bin|^\/run/,
      );
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
