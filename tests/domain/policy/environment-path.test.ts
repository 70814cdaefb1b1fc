import { describe, expect, test } from 'vitest';
import { canNameEnvironment, canNameProcess } from '../../../src/domain/policy/environment-path.ts';

// Also where links cannot be followed, as those of /proc are not on every system.
describe('as text alone', () => {
  test.each([
    '/proc',
    '/proc/self',
    '/proc/thread-self',
    '/proc/1',
    '/proc/self/task/7',
    '/tmp/../proc/self',
  ])('%s is a place of processes', (path) => {
    expect(canNameProcess(path)).toBe(true);
  });

  test.each(['/', '/process', '/proc/sys', '/proc/self/status', '/srv/proc'])('%s is none', (path) => {
    expect(canNameProcess(path)).toBe(false);
  });

  test.each(['/proc/1/environ', '/tmp/../proc/self/environ', '/proc/self/mem', '/proc/self/task/7/environ'])(
    '%s is an environment',
    (path) => {
      expect(canNameEnvironment(path)).toBe(true);
    },
  );
});
