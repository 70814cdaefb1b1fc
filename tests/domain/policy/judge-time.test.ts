import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/domain/policy/judge.ts';
import { createWorld } from '../../../src/process/resolve.ts';
import { fakeWorld, policyWith } from './fake-world.ts';

const TOO_MANY = 'always denied: too many commands inside one another';

/** Every name is a program: then every word may be the command of a launcher. */
const everywhere = {
  ...fakeWorld(),
  resolve: (given: string) => ({ given, found: `/usr/bin/${given}`, file: `/usr/bin/${given}`, links: 1 }),
};

describe('judging a command of many words takes no time and no memory that runs out', () => {
  test.each([
    ['strace', ['strace'], 1000, TOO_MANY],
    ['strace', ['strace'], 1999, TOO_MANY],
    ['tmux', ['sh'], 1900, TOO_MANY],
    ['npm', ['npm'], 1900, TOO_MANY],
    ['sudo', ['-x', 'sudo'], 900, TOO_MANY],
    ['find', ['-exec'], 101, TOO_MANY],
    ['find', ['-exec'], 10_000, TOO_MANY],
    ['fd', ['-x'], 101, TOO_MANY],
    ['fd', ['-x'], 10_000, TOO_MANY],
    ['strace', ['a'], 2001, 'always denied: too many arguments to tell which is a command'],
    ['strace', ['a'], 10_000, 'always denied: too many arguments to tell which is a command'],
    ['tar', ['a'], 10_000, 'default_action: allow'],
    ['git', ['strace'], 10_000, 'default_action: allow'],
    ['nice', ['git', 'a'], 5000, 'default_action: allow'],
  ])('%s with %j, %i times', { timeout: 20_000 }, async (command, words, times, rule) => {
    const args = Array.from({ length: times }, () => words).flat();
    const before = process.memoryUsage().heapUsed;
    const verdict = await judge(policyWith(), command, args, everywhere);
    expect(verdict).toEqual({ ok: rule === 'default_action: allow', rule });
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(400 * 1024 * 1024);
  });

  test('a few words of great length', async () => {
    const words = ['strace', 'x'.repeat(2000)];
    const args = Array.from({ length: 40 }, () => words).flat();
    expect((await judge(policyWith(), 'strace', args, everywhere)).rule).toBe(TOO_MANY);
  });

  test('one argument of many pieces, each of which may be a path', { timeout: 20_000 }, async () => {
    const world = createWorld({ cwd: tmpdir(), path: '/usr/bin:/bin' });
    const verdict = await judge(policyWith(), 'ls', ['./a;'.repeat(2000)], world);
    expect(verdict.rule).toBe('default_action: allow');
    const after = await judge(policyWith(), 'ls', [`${'./a;'.repeat(2000)}/proc/self/environ`], world);
    expect(after.rule).toBe('always denied: reading a process environment');
  });
});
