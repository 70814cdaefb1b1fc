import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/domain/policy/judge.ts';
import { fakeWorld, policyWith } from './fake-world.ts';

type Row = readonly [denied: string, allowed: string, command: string, verdict: 'allow' | 'deny'];

/** Entries and arguments are separated by spaces, several entries by commas; the default action is to deny. */
const rows: readonly Row[] = [
  // Allowing is narrow.
  ['', 'git', 'git status', 'allow'],
  ['', 'git', '/usr/bin/git status', 'allow'],
  ['', 'git', '/bin/git status', 'allow'],
  ['', 'git', '/usr//bin/../bin/git status', 'allow'],
  ['', 'git', './git status', 'deny'],
  ['', 'git', '/work/git status', 'deny'],
  ['', 'git', 'git/ status', 'deny'],
  ['', 'git', 'GIT status', 'deny'],
  ['', 'git', 'git\n status', 'deny'],
  ['', 'git', 'ｇit status', 'deny'],
  ['', 'git', 'curl x', 'deny'],
  ['', 'git', './git-link status', 'allow'],
  ['', 'vi', 'vi x', 'allow'],
  ['', 'vi', 'vim.basic x', 'deny'],
  ['', 'vim.basic', 'vi x', 'allow'],
  ['', 'systemctl', 'reboot', 'deny'],
  ['', 'reboot', 'systemctl stop x', 'deny'],
  ['', 'reboot', 'reboot', 'allow'],
  ['', 'wget', 'wget x', 'allow'],
  ['', 'wget', 'ls', 'deny'],
  ['', 'busybox', 'ls', 'deny'],
  ['', 'busybox', 'busybox ls', 'allow'],
  ['', './tool', './tool', 'allow'],
  ['', './tool', '/work/tool', 'allow'],
  ['', '/work/tool', './tool-link', 'allow'],
  ['', '/work/tool', 'tool', 'deny'],
  ['', 'tool', './tool', 'deny'],
  ['', 'python3', './venv/python3 x.py', 'allow'],
  ['', 'git push', 'git push origin', 'allow'],
  ['', 'git push', 'git pull', 'deny'],
  ['', 'git push', 'git -C x push', 'deny'],
  ['', 'git push', 'git', 'deny'],
  ['', 'git push', 'git push-x', 'deny'],
  ['', 'missing', 'missing', 'allow'],
  ['', '/opt/missing', '/opt/missing', 'allow'],
  ['', '/opt/missing', '/opt//missing', 'deny'],
  // An allowed launcher or shell carries what it runs: allow rules see the command alone.
  ['', 'timeout', 'timeout 5 curl x', 'allow'],
  ['', 'curl', 'timeout 5 curl x', 'deny'],
  // Denying is broad.
  ['git', 'git', 'git status', 'deny'],
  ['git', '/usr/bin/git', '/usr/bin/git status', 'deny'],
  ['git', './git-link', './git-link status', 'deny'],
  ['git', './git', './git status', 'deny'],
  ['/usr/bin/git', 'git', 'git status', 'deny'],
  ['/usr/bin/git', './git', './git status', 'allow'],
  ['/bin/git', './git-link', './git-link x', 'deny'],
  ['vi', 'vim.basic', 'vim.basic x', 'deny'],
  ['vim.basic', 'vi', 'vi x', 'deny'],
  ['ls', 'wget', 'wget x', 'allow'],
  ['wget', 'ls,busybox', 'ls', 'allow'],
  ['wget', 'ls,busybox', 'busybox wget x', 'deny'],
  ['busybox', 'ls', 'ls', 'allow'],
  ['reboot', 'systemctl', 'systemctl status', 'allow'],
  ['git push', 'git', 'git push', 'deny'],
  ['git push', 'git', 'git pull', 'allow'],
  ['git push', 'git', '/bin/git push -f', 'deny'],
  ['git push', 'timeout', 'timeout 5 git push', 'deny'],
  ['git push', 'timeout', 'timeout 5 git pull', 'allow'],
  ['git', 'nice', 'nice nice timeout 5 git pull', 'deny'],
  ['GIT', 'git', 'git pull', 'deny'],
  ['missing', 'missing', 'missing', 'deny'],
  ['/opt/missing', '/opt/missing', '/opt/missing', 'deny'],
  ['/opt/missing', '/opt/./missing', '/opt/./missing', 'deny'],
  ['./tool', './tool-link', './tool-link', 'deny'],
  // Lists cannot lift what is always denied.
  ['', 'env', 'env', 'deny'],
  ['', 'printenv', 'printenv HOME', 'deny'],
  ['', 'set', 'set', 'deny'],
  ['', 'export', 'export', 'deny'],
  ['', './env-link', './env-link', 'deny'],
  ['', 'hardenv', 'hardenv', 'deny'],
];

describe('under default_action: deny', () => {
  test.each(rows)('denied [%s], allowed [%s]: %s is %s', async (denied, allowed, command, verdict) => {
    const policy = policyWith({
      defaultAction: 'deny',
      deniedCommands: list(denied),
      allowedCommands: list(allowed),
    });
    const [name = '', ...args] = command.split(' ');
    const { ok } = await judge(policy, name, args, fakeWorld());
    expect(ok ? 'allow' : 'deny').toBe(verdict);
  });
});

describe('the rule that decided', () => {
  test.each([
    ['env', 'always denied: env'],
    ['git push', 'denied_commands: git push'],
    ['git pull', 'allowed_commands: git'],
    ['curl', 'default_action: deny'],
    ['sh -c git\tpush', 'denied_commands: git push'],
  ])('%s: %s', async (command, rule) => {
    const policy = policyWith({
      defaultAction: 'deny',
      deniedCommands: ['git push'],
      allowedCommands: ['git'],
    });
    const [name = '', ...args] = command.split(' ');
    expect((await judge(policy, name, args, fakeWorld())).rule).toBe(rule);
  });

  test('a command without a rule takes the default action', async () => {
    expect(await judge(policyWith(), 'curl', [], fakeWorld())).toEqual({
      ok: true,
      rule: 'default_action: allow',
    });
  });
});

function list(entries: string): string[] {
  return entries === '' ? [] : entries.split(',');
}
