import assert from 'node:assert/strict';

const TRIES = 3;

/** Fails when `work` takes more of the processor, three times in a row. Other programs that are busy do not count. */
export async function within(limitMs: number, what: string, work: () => unknown): Promise<void> {
  const taken: number[] = [];
  while (taken.length < TRIES) {
    const began = process.cpuUsage();
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    await work();
    const { user, system } = process.cpuUsage(began);
    const ms = (user + system) / 1000;
    if (ms < limitMs) return;
    taken.push(ms);
  }
  assert.fail(`${what} took ${taken.map(Math.round).join(', ')} ms of the processor`);
}
