import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { frameKinds } from '../../src/session/frames.ts';
import { InputTo } from '../../src/session/input-to.ts';
import { SeededRandom } from '../fixtures/seeded-random.ts';
import { RecordingLink } from './support/recording-link.ts';

test('nothing is sent before it is wanted', async () => {
  const link = new RecordingLink();
  const input = new InputTo(link);
  input.write('typed');
  await tick();
  expect(link.sent).toEqual([]);
});

test('never more is sent than was wanted, and all of it in the end', async () => {
  const chance = new SeededRandom(7);
  const link = new RecordingLink();
  const input = new InputTo(link);
  const all = chance.bytes(20_000);
  for (let at = 0; at < all.length;) {
    const length = 1 + chance.below(700);
    input.write(all.subarray(at, at + length));
    at += length;
  }
  input.end();
  let wanted = 0;
  while (wanted < all.length + 500) {
    const more = chance.below(300);
    input.welcome(more);
    wanted += more;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await tick();
    expect(link.bytesOf(frameKinds.input).length).toBe(Math.min(wanted, all.length));
  }
  expect(link.bytesOf(frameKinds.input).equals(all)).toBe(true);
  expect([link.count(frameKinds.inputEnd), link.sent.at(-1)?.kind]).toEqual([1, frameKinds.inputEnd]);
});
