import { expect, test } from 'vitest';
import { createRunLimit } from '../../src/app/run-limit.ts';

/** Work that ends when told, and says how many are going on. */
function controlled(): { work: () => Promise<number>; finishOne: () => void; active: () => number } {
  const ends: (() => void)[] = [];
  let active = 0;
  return {
    work: async () => {
      active += 1;
      await new Promise<void>((resolve) => ends.push(resolve));
      active -= 1;
      return 1;
    },
    finishOne: () => ends.shift()?.(),
    active: () => active,
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('no more than the limit go on at once, and the next starts when one ends', async () => {
  const limit = createRunLimit(2, 10);
  const { work, finishOne, active } = controlled();
  const runs = [limit.run(work), limit.run(work), limit.run(work)];
  await settled();
  expect(active()).toBe(2);
  finishOne();
  await settled();
  expect(active()).toBe(2);
  finishOne();
  finishOne();
  expect(await Promise.all(runs)).toEqual([1, 1, 1]);
});

test('one more than may wait is refused', async () => {
  const limit = createRunLimit(1, 1);
  const { work, finishOne } = controlled();
  const runs = [limit.run(work), limit.run(work)];
  await expect(limit.run(work)).rejects.toThrow('too many concurrent runs');
  await settled();
  finishOne();
  await settled();
  finishOne();
  await Promise.all(runs);
});

test('a run cancelled while it waits never starts and gives up its place', async () => {
  const limit = createRunLimit(1, 1);
  const { work, finishOne, active } = controlled();
  const first = limit.run(work);
  const cancel = new AbortController();
  const waiting = limit.run(work, cancel.signal);
  cancel.abort();
  await expect(waiting).rejects.toThrow('cancelled');
  const next = limit.run(work);
  await settled();
  finishOne();
  await first;
  await settled();
  expect(active()).toBe(1);
  finishOne();
  await next;
});

test('work that fails frees its place', async () => {
  const limit = createRunLimit(1, 0);
  await expect(limit.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await limit.run(() => Promise.resolve(2))).toBe(2);
});
