import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../spec/support/cli.ts';
import { useVault } from '../spec/support/home.ts';

const MEBIBYTE = 1024 * 1024;

const home = useVault(async (fresh) => {
  await fresh.set('big', 'x'.repeat(MEBIBYTE));
  await fresh.set('small', 'a small value');
});

/** A line of shell in which `vaultctl` is the program. */
function shell(line: string): { status: number | null; stdout: string; stderr: string } {
  const script = `vaultctl() { '${process.execPath}' '${PROGRAM}' "$@"; }; ${line}`;
  return spawnSync('sh', ['-c', script], {
    env: home.env,
    cwd: home.dir,
    encoding: 'utf8',
    maxBuffer: 4 * MEBIBYTE,
  });
}

describe('standard output', () => {
  test('a large answer is whole when it goes through a slow pipe', () => {
    expect(shell('vaultctl get big | (sleep 1; wc -c)').stdout.trim()).toBe(String(MEBIBYTE + 1));
  });

  test('a reader that has read enough ends the command quietly', () => {
    const { status, stderr } = shell('vaultctl get big | head -c 1 >/dev/null; vaultctl list | true');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.skipIf(process.platform !== 'linux')('an answer that cannot be written is a failure', () => {
    const { status, stderr } = shell('vaultctl get big > /dev/full');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'vaultctl: the output cannot be written (ENOSPC)\n',
    });
  });

  test('redacted output of an endless command ends with its reader', () => {
    const { status } = shell('vaultctl run -k small --redact -- yes | head -1 >/dev/null');
    expect(status).toBe(0);
  });

  test('redacted output of a command waits for a slow reader, and is whole', () => {
    const { stdout } = shell(
      'vaultctl run -k small --redact -- head -c 30000000 /dev/zero | (sleep 1; wc -c)',
    );
    expect(stdout.trim()).toBe('30000000');
  });
});

describe('standard input', () => {
  test('that is a directory gives no value', () => {
    const { status, stderr } = shell('vaultctl set from/directory < /');
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'vaultctl: standard input is a directory\n' });
  });
});

describe('messages', () => {
  test('control characters of an argument do not reach the terminal', () => {
    const { status, stderr } = shell(`vaultctl get "$(printf 'a\\033[31mb\\nvaultctl: forged')"`);
    expect(status).toBe(3);
    expect(stderr.split('\n')[0]).toBe(
      String.raw`vaultctl: secret not found: a\x1b[31mb\x0avaultctl: forged`,
    );
  });

  test('a working directory that is gone is said', () => {
    const { status, stderr } = shell('mkdir gone && cd gone && rmdir ../gone && vaultctl list');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'vaultctl: the working directory does not exist any more\n',
    });
  });
});

describe('the umask', () => {
  test('of a command run is the caller’s', () => {
    expect(shell('umask 022; vaultctl run -k small -- sh -c umask').stdout).toBe('0022\n');
  });
});
