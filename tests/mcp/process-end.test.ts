import { afterEach, expect, test } from 'vitest';
import { type ProcessEnd, watchProcess } from '../../src/mcp/process-end.ts';

let watch: ProcessEnd | undefined;
const warnings: string[] = [];

afterEach(() => {
  watch?.release();
  warnings.length = 0;
});

/** What the process would call, without making the test runner hear of it. */
function raise(event: 'uncaughtException' | 'unhandledRejection' | 'SIGTERM', ...args: unknown[]): void {
  const listener = process.listeners(event as 'SIGTERM').at(-1);
  Reflect.apply(listener ?? raise, process, args);
}

test.each(['uncaughtException', 'unhandledRejection'] as const)(
  '%s ends the server, showing the class alone',
  async (event) => {
    watch = watchProcess((message) => warnings.push(message));
    raise(event, new RangeError('hunter2'));
    expect(await watch.asked).toBe(1);
    expect(warnings).toEqual(['internal error: RangeError']);
  },
);

test('a rejection with something that is no error shows its type alone', async () => {
  watch = watchProcess((message) => warnings.push(message));
  raise('unhandledRejection', 'hunter2');
  expect(await watch.asked).toBe(1);
  expect(warnings).toEqual(['internal error: string']);
});

test('a signal is an exit code of 128 and its number', async () => {
  watch = watchProcess(() => undefined);
  raise('SIGTERM', 'SIGTERM');
  expect(await watch.asked).toBe(143);
});

test('released, it listens no more', () => {
  const before = process.listenerCount('SIGHUP');
  watch = watchProcess(() => undefined);
  expect(process.listenerCount('SIGHUP')).toBe(before + 1);
  watch.release();
  expect(process.listenerCount('SIGHUP')).toBe(before);
});
