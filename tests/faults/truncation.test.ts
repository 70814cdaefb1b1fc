import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Place } from '../../src/vault/vault.ts';
import { SeededRandom } from '../fixtures/seeded-random.ts';
import { databaseOf, put, single, template } from '../vault/support.ts';
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
const WAL_FRAME = 24 + 4096;

const state = (...values: [string, string][]): ReadonlyMap<string, ReadonlyMap<string, string>> =>
  new Map(values.map(([key, value]) => [key, new Map([['value', value]])]));
/** What the vault holds after each of its changes; the last two stand in the write-ahead file only. */
const states = [
  state(),
  state(['a', 'one']),
  state(['a', 'one'], ['b', 'two']),
  state(['a', 'three'], ['b', 'two']),
];
const expected: Expected = { values: states[3] ?? state(), earlier: states.slice(0, 3), records: 4 };

/** Copied while open: as a crash or a power cut leaves it. */
let crashed: Place | undefined;
const closed = template((vault, place) => {
  put(vault, single('a', 'one'));
  put(vault, single('b', 'two'));
  put(vault, single('a', 'three'));
  crashed = { ...place, directory: `${place.directory}-crashed` };
  fs.cpSync(place.directory, crashed.directory, { recursive: true });
});

describe('a file cut short', () => {
  test('at any byte of vault.db is refused or found, and not written to', async () => {
    const place = closed();
    const file = databaseOf(place);
    const { size } = fs.statSync(file);
    const step = Math.max(1, Math.round(size / times(size)));
    const outcomes = new Map<Outcome, number>();
    for (let length = size - 1; length >= 0; length -= step) {
      fs.truncateSync(file, length);
      tally(outcomes, await attempt(place, expected, `cut to ${length} bytes`));
      if (fs.statSync(file).size !== length) expect.fail(`cut to ${length}: opening wrote to the file`);
    }
    tell(`vault.db cut at every ${step === 1 ? '' : `${step}th `}byte of ${size}: ${told(outcomes)}`);
    // Within its last page it may open, and the full check names what is lost.
    expect([...outcomes.keys()].filter((outcome) => outcome !== 'damaged' && outcome !== 'found')).toEqual(
      [],
    );
  });

  test('at any byte of the anchor counts as a vault put back', async () => {
    const place = closed();
    const [name = ''] = fs.readdirSync(place.state);
    const file = join(place.state, name);
    const outcomes = new Map<Outcome, number>();
    const { size } = fs.statSync(file);
    for (let length = size - 1; length >= 0; length -= 1) {
      fs.truncateSync(file, length);
      tally(outcomes, await attempt(place, expected, `cut to ${length} bytes`));
    }
    tell(`the anchor cut at every byte of ${size}: ${told(outcomes)}`);
    expect([...outcomes.keys()]).toEqual(['found']);
  });

  test('in the write-ahead file loses changes whole, and the vault says that it is older', async () => {
    const [wal, place] = [walOf(), closed()];
    const random = new SeededRandom(SEED);
    const frames = Math.floor((wal.length - 32) / WAL_FRAME);
    const ends = Array.from({ length: frames }, (_, index) => 32 + (index + 1) * WAL_FRAME);
    const lengths = new Set([0, 1, 31, 32, ...ends.flatMap((end) => [end - 1, end, end + 1])]);
    while (lengths.size < times(300)) lengths.add(random.below(wal.length));
    const outcomes = new Map<Outcome, number>();
    for (const length of lengths) {
      if (length >= wal.length) continue;
      tally(
        outcomes,
        await withWal(place, wal.subarray(0, length), `write-ahead file cut to ${length} bytes`),
      );
    }
    tell(`the write-ahead file (${frames} frames) cut at ${lengths.size} places: ${told(outcomes)}`);
    expect([...outcomes.keys()].toSorted()).toEqual(['found']);
  });

  test('and a write-ahead file with flipped bits loses them whole too', async () => {
    const [wal, place] = [walOf(), closed()];
    const random = new SeededRandom(SEED);
    const outcomes = new Map<Outcome, number>();
    const count = times(500);
    for (let index = 0; index < count; index += 1) {
      const bit = random.below(wal.length * 8);
      const spoilt = Buffer.from(wal);
      spoilt[bit >> 3] = (spoilt[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      tally(
        outcomes,
        await withWal(place, spoilt, `bit ${bit & 7} of byte ${bit >> 3} of the write-ahead file`),
      );
    }
    tell(`${count} bits of the write-ahead file flipped (seed ${SEED}): ${told(outcomes)}`);
    expect(outcomes.get('found')).toBeGreaterThan(0);
    expect([...outcomes.keys()].filter((outcome) => outcome.startsWith('failure'))).toEqual([]);
  });
});

const walOf = (): Buffer => fs.readFileSync(`${databaseOf(crashedPlace())}-wal`);

/** What comes of the crashed vault with this write-ahead file; closing it takes the file into vault.db. */
async function withWal(place: Place, wal: Buffer, what: string): Promise<Outcome> {
  for (const suffix of ['-wal', '-shm']) fs.rmSync(databaseOf(place) + suffix, { force: true });
  fs.copyFileSync(databaseOf(crashedPlace()), databaseOf(place));
  fs.writeFileSync(`${databaseOf(place)}-wal`, wal, { mode: 0o600 });
  return attempt(place, expected, what);
}

function crashedPlace(): Place {
  if (crashed === undefined) throw new Error('the template is not built');
  return crashed;
}
