import * as fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import type { Place } from '../../src/vault/vault.ts';
import { SeededRandom } from '../fixtures/seeded-random.ts';
import { databaseOf, event, fields, put, single, template } from '../vault/support.ts';
import { attempt, tally, told, type Expected, type Outcome } from './support/attempt.ts';
import { tell, times } from './support/counts.ts';
import { useMemory } from './support/memory-disk.ts';

vi.mock(import('../../src/crypto/kdf.ts'), async (original) => {
  const { rememberKdf } = await import('./support/remember-kdf.ts');
  return rememberKdf(await original());
});
vi.setConfig({ testTimeout: 600_000 });
useMemory();

const SEED = Number(process.env['FAULT_SEED'] ?? 20_261_121);

const expected: Expected = {
  values: new Map([
    ['a', new Map([['value', 'value of a']])],
    ['b', new Map(Object.entries({ user: 'me', password: 'value of b', url: 'https://b.example' }))],
    ['c', new Map([['value', 'c'.repeat(9000)]])],
  ]),
  earlier: [],
  records: 12,
};

const closed = template((vault) => {
  put(vault, single('a', 'first value of a'));
  put(vault, single('a', 'value of a'));
  put(vault, fields('b', { user: 'me', password: 'value of b', url: 'https://b.example' }));
  put(vault, single('c', 'c'.repeat(9000)));
  for (let index = 0; index < 7; index += 1) vault.record(event('get', 'a'));
});

/** Refusals that are not damage: a version that this program does not know. */
const LATER_FORMAT = /^failure: the vault has format /;

describe('a flipped bit', () => {
  test('anywhere in the header is refused, and opening changes nothing on the disk', async () => {
    const place = closed();
    const whole = fs.readFileSync(databaseOf(place));
    const { start, end } = headerIn(place, whole);
    const outcomes = await flipEach(place, databaseOf(place), range(start * 8, end * 8));
    tell(`${(end - start) * 8} bits of the header flipped: ${told(outcomes)}`);
    expect([...outcomes.keys()].toSorted()).toEqual(['damaged', 'locked']);
  });

  test("anywhere in SQLite's own header is refused or harmless", async () => {
    const place = closed();
    const outcomes = await flipEach(place, databaseOf(place), range(0, 100 * 8));
    tell(`800 bits of SQLite's header flipped: ${told(outcomes)}`);
    const failures = [...outcomes.keys()].filter((outcome) => outcome.startsWith('failure'));
    expect(failures.filter((failure) => !LATER_FORMAT.test(failure))).toEqual([]);
    expect(outcomes.get('damaged')).toBeGreaterThan(0);
  });

  test('anywhere else in vault.db is found or harmless, and no value is wrong', async () => {
    const place = closed();
    const whole = fs.readFileSync(databaseOf(place));
    const { start, end } = headerIn(place, whole);
    const random = new SeededRandom(SEED);
    const outside = (bit: number): boolean => bit >= 800 && (bit < start * 8 || bit >= end * 8);
    // With those of SQLite's header, the anchor and the write-ahead file these are more than 10,000.
    const bits = sample(times(7600), () => random.below(whole.length * 8), outside);
    const outcomes = await flipEach(place, databaseOf(place), bits);
    tell(`${bits.length} other bits of vault.db flipped (seed ${SEED}): ${told(outcomes)}`);
    expect(outcomes.get('found')).toBeGreaterThan(0);
    expect([...outcomes.keys()].filter((outcome) => outcome.startsWith('failure'))).toEqual([]);
  });

  test('anywhere in the anchor counts as a vault put back', async () => {
    const place = closed();
    const [name = ''] = fs.readdirSync(place.state);
    const file = join(place.state, name);
    const outcomes = await flipEach(place, file, range(0, fs.statSync(file).size * 8));
    tell(`every bit of the anchor flipped: ${told(outcomes)}`);
    expect([...outcomes.keys()]).toEqual(['found']);
  });
});

/** Takes the file out of write-ahead mode. A vault that is whole but for this is put back into it. */
const MODE_BIT = 19 * 8 + 1;

/** What comes of each bit flipped in `file`, alone; the file is as it was flipped when the vault is closed again. */
async function flipEach(place: Place, file: string, bits: readonly number[]): Promise<Map<Outcome, number>> {
  const outcomes = new Map<Outcome, number>();
  const spoilt = fs.readFileSync(file);
  const descriptor = fs.openSync(file, 'r+');
  const flip = (bit: number): void => {
    spoilt[bit >> 3] = (spoilt[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    fs.writeSync(descriptor, spoilt, bit >> 3, 1, bit >> 3);
  };
  for (const bit of bits) {
    flip(bit);
    tally(outcomes, await attempt(place, expected, `bit ${bit & 7} of byte ${bit >> 3}`));
    if (bit === MODE_BIT && file === databaseOf(place)) {
      expect(fs.readFileSync(file).readUInt8(19)).toBe(2);
      fs.writeFileSync(file, spoilt);
    }
    if (!fs.readFileSync(file).equals(spoilt)) expect.fail(`byte ${bit >> 3}: opening wrote to the file`);
    if (fs.readdirSync(place.directory).length > 1)
      expect.fail(`byte ${bit >> 3}: opening left a file behind`);
    flip(bit);
  }
  fs.closeSync(descriptor);
  return outcomes;
}

function headerIn(place: Place, whole: Buffer): { start: number; end: number } {
  const database = new DatabaseSync(databaseOf(place), { readOnly: true });
  const row = database.prepare('SELECT CAST(body || mac AS BLOB) AS bytes FROM header').get();
  database.close();
  const bytes = Buffer.from(row?.['bytes'] as Uint8Array);
  const start = whole.indexOf(bytes);
  expect([start > 0, whole.lastIndexOf(bytes)]).toEqual([true, start]);
  return { start, end: start + bytes.length };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

function sample(count: number, draw: () => number, wanted: (drawn: number) => boolean): number[] {
  const drawn = new Set<number>();
  while (drawn.size < count) {
    const next = draw();
    if (wanted(next)) drawn.add(next);
  }
  return [...drawn];
}
