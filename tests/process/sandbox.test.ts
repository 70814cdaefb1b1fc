import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCappedOutput } from '../../src/process/output.ts';
import { type Masks, probeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { runCaptured } from '../../src/process/spawn.ts';

const probe = await probeSandbox();

let dir: string;
beforeEach(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'vaultctl-sandbox-')));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

interface Inside {
  readonly masks?: Partial<Masks>;
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly found?: string;
  readonly argv0?: string;
}

async function inside(text: string, { masks, cwd, timeoutMs = 10_000, found, argv0 }: Inside = {}) {
  if (!probe.ok) throw new Error(probe.reason);
  const program = found ?? '/bin/sh';
  const child = {
    file: await realpath(program),
    argv0: argv0 ?? 'sh',
    args: ['-c', text],
    cwd: cwd ?? dir,
    env: { PATH: '/usr/bin:/bin', TOKEN: 'in the environment' },
  };
  const stdout = createCappedOutput(65536);
  const stderr = createCappedOutput(65536);
  const wrapped = probe.sandbox.wrap(child, program, { directories: [], files: [], ...masks });
  const ended = await runCaptured({ ...wrapped, timeoutMs, stdout, stderr });
  return { ended, stdout: stdout.text(), stderr: stderr.text() };
}

describe.skipIf(!probe.ok)('inside the sandbox, a child', () => {
  test('has its environment, its directory and its exit code', async () => {
    const { ended, stdout } = await inside('echo "$TOKEN"; pwd; exit 7');
    expect(ended).toEqual({ kind: 'exited', exitCode: 7 });
    expect(stdout).toBe(`in the environment\n${dir}\n`);
  });

  test('reports the signal that ended it', async () => {
    expect((await inside('kill -9 $$')).ended).toEqual({ kind: 'exited', exitCode: 137 });
  });

  test('writes to files as outside', async () => {
    await inside('echo words > note.txt');
    expect(await readFile(join(dir, 'note.txt'), 'utf8')).toBe('words\n');
  });

  test('sees none of the processes outside', async () => {
    const { stdout } = await inside(
      `ls /proc; cat /proc/${process.pid}/environ; kill -0 ${process.pid} && echo reached`,
    );
    expect(stdout).not.toContain(String(process.pid));
    expect(stdout).not.toContain('reached');
  });

  test.each([
    ['by its path', (path: string) => `cat ${path}/file`],
    ['by a link', (path: string) => `cat ${path}-link/file`],
    ['through the root of its first process', (path: string) => `cat /proc/1/root${path}/file`],
    ['after taking the mask off', (path: string) => `umount ${path}; cat ${path}/file`],
    [
      'in a namespace of its own without the mask',
      (path: string) => `unshare -Urm sh -c 'umount ${path}; cat ${path}/file'`,
    ],
  ])('cannot read a masked directory %s', async (_, command) => {
    const masked = join(dir, 'masked');
    await mkdir(masked);
    await writeFile(join(masked, 'file'), 'hidden words');
    await symlink(masked, `${masked}-link`);
    const { stdout } = await inside(command(masked), { masks: { directories: [masked] } });
    expect(stdout).not.toContain('hidden words');
  });

  test('changes nothing below a masked directory', async () => {
    const masked = join(dir, 'masked');
    await mkdir(masked);
    await writeFile(join(masked, 'file'), 'as it was');
    await inside(`echo gone > ${masked}/file; rm -rf ${masked}/file; echo new > ${masked}/other`, {
      masks: { directories: [masked] },
    });
    expect(await readFile(join(masked, 'file'), 'utf8')).toBe('as it was');
    expect(existsSync(join(masked, 'other'))).toBe(false);
  });

  test('finds a masked file empty, and cannot write it', async () => {
    const file = join(dir, 'password');
    await writeFile(file, 'hidden words');
    const { stdout } = await inside(`cat ${file}; echo x > ${file}`, { masks: { files: [file] } });
    expect(stdout).toBe('');
    expect(await readFile(file, 'utf8')).toBe('hidden words');
  });

  test('cannot put another directory in the place of one above a mask', async () => {
    const masked = join(dir, 'above', 'deep', 'masked');
    await mkdir(masked, { recursive: true });
    await writeFile(join(masked, 'file'), 'as it was');
    const text =
      'mv above/deep above/moved; mv above moved; mkdir -p above/deep/masked; echo new > above/deep/masked/file';
    await inside(text, { masks: { directories: [masked, join(dir, 'above')] } });
    expect(await readFile(join(masked, 'file'), 'utf8')).toBe('as it was');
    await inside(text, { masks: { directories: [masked] } });
    expect(await readFile(join(masked, 'file'), 'utf8')).toBe('as it was');
  });

  test('changes no setting of the kernel, as root neither', async () => {
    const { stdout } = await inside(': >> /proc/sys/kernel/core_pattern && echo open');
    expect(stdout).toBe('');
  });

  test('runs also when its working directory is masked', async () => {
    const { ended, stdout } = await inside('pwd; ls', { masks: { directories: [dir] } });
    expect(ended).toEqual({ kind: 'exited', exitCode: 0 });
    expect(stdout).toBe(`${dir}\n`);
  });

  test('leaves no one behind who started a session of its own', async () => {
    const alive = join(dir, 'alive');
    await inside(`setsid sh -c 'while :; do echo x >> ${alive}; sleep 0.05; done' & sleep 0.3`);
    const { length } = await readFile(alive);
    await sleep(300);
    expect((await readFile(alive)).length).toBeLessThanOrEqual(length + 2);
  });

  test('has its time between TERM and KILL', async () => {
    const text = 'trap "sleep 0.3; echo bye; exit" TERM; echo hi; while :; do sleep 0.1; done';
    const { ended, stdout } = await inside(text, { timeoutMs: 500 });
    expect(ended).toEqual({ kind: 'timeout' });
    expect(stdout).toBe('hi\nbye\n');
  });

  test('is killed when it ignores TERM', async () => {
    expect((await inside('trap "" TERM; while :; do sleep 1; done', { timeoutMs: 300 })).ended).toEqual({
      kind: 'timeout',
    });
  });

  test('goes by the name of the link it was found by', async () => {
    const link = join(dir, 'other-name');
    await symlink('/bin/sh', link);
    const { stdout } = await inside('echo "$0"', { found: link, argv0: 'other-name' });
    expect(stdout.trim().split('/').at(-1)).toBe('other-name');
  });
});
