import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type * as realKdf from '../../src/crypto/kdf.ts';
import type { Place, Vault } from '../../src/vault/vault.ts';
import { fields, newPlace, password, put, reopen, template } from './support.ts';

// This process opens one vault many times; deriving its key once is enough.
vi.mock('../../src/crypto/kdf.ts', async (original) => {
  const kdf = await original<typeof realKdf>();
  const derived = new Map<string, Promise<Buffer>>();
  return {
    ...kdf,
    deriveFromPassword: async (...given: Parameters<typeof kdf.deriveFromPassword>) => {
      const name = JSON.stringify(given);
      derived.set(name, derived.get(name) ?? kdf.deriveFromPassword(...given));
      return Buffer.from((await derived.get(name)) ?? '');
    },
  };
});

const writer = resolve(import.meta.dirname, '../fixtures/vault-writer.ts');

const counters = template((vault) => {
  put(vault, fields('counters', { both: '0', one: '0', two: '0' }));
});

describe('two processes', () => {
  test('lose no update of one secret, neither of the field both write nor of those each writes alone', async () => {
    const place = counters();
    const ends = await Promise.all([run(place, 100, 'one').ended, run(place, 100, 'two').ended]);
    expect(ends).toEqual([
      { code: 0, errors: '' },
      { code: 0, errors: '' },
    ]);
    const vault = await reopen(place);
    expect(counts(vault)).toEqual({ both: 200, one: 100, two: 100 });
    expect(vault.find('counters')?.version).toBe(201);
    expect(vault.verify()).toEqual({ secrets: 1, records: 202, faults: [] });
    expect(vault.rolledBack).toBeNull();
  });
});

describe('a process killed while it writes', () => {
  test('leaves the old value or the new one, and a vault that verifies, over 200 writes and 40 kills', async () => {
    const place = counters();
    let told = 0;
    for (let round = 0; round < 40; round += 1) {
      const child = run(place, 1_000_000, 'one');
      // oxlint-disable no-await-in-loop -- one round after the other on one vault
      await child.toldOf(2 + (round % 8));
      await new Promise((done) => setTimeout(done, Math.random() * 3));
      child.kill();
      await child.ended;
      told += child.told();
      const vault = await reopen(place);
      // oxlint-enable no-await-in-loop
      const { both, one } = counts(vault);
      expect(both).toBe(one);
      // A change that was on the disk may not have been told yet.
      expect(both === told || both === told + 1).toBe(true);
      told = both ?? 0;
      expect(vault.verify().faults).toEqual([]);
      expect(vault.rolledBack).toBeNull();
      vault.close();
    }
    expect(told).toBeGreaterThanOrEqual(200);
  }, 180_000);

  test('and its write-ahead file then removed leaves a vault that says it is older', async () => {
    const place = counters();
    const child = run(place, 1_000_000, 'one');
    await child.toldOf(3);
    child.kill();
    await child.ended;
    fs.rmSync(`${place.directory}/vault.db-wal`);
    const vault = await reopen(place);
    expect(counts(vault)).toMatchObject({ both: 0 });
    expect(vault.rolledBack).toMatch(/^the vault is older than when last used here/);
    expect(() => put(vault, fields('x', { a: '1' }))).toThrow(expect.objectContaining({ code: 'damaged' }));
  });
});

test('a disk that takes no more stops a change whole, and the vault goes on', async () => {
  const place = newPlace();
  fs.cpSync(counters().directory, place.directory, { recursive: true });
  // No file may grow past 40 blocks of 512 bytes: the write-ahead file is full after a few changes.
  const child = run(place, 1000, 'one', ['sh', '-c', 'ulimit -f 128; trap "" XFSZ; exec "$0" "$@"']);
  const { code, errors } = await child.ended;
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(
      /^failure: VaultError: (the disk is full|reading or writing vault.db failed)/,
    ),
  });
  const vault = await reopen(place);
  expect(counts(vault)).toMatchObject({ both: child.told(), one: child.told() });
  put(vault, fields('x', { a: '1' }));
  expect(vault.verify().faults).toEqual([]);
});

interface Writer {
  readonly ended: Promise<{ code: number | null; errors: string }>;
  /** How many changes the child has said are made. */
  told(): number;
  /** Settles once it has said so of `count`. */
  toldOf(count: number): Promise<void>;
  kill(): void;
}

function run(
  { directory, state }: Place,
  times: number,
  own: string,
  launcher: readonly string[] = [],
): Writer {
  const command = [process.execPath, writer, directory, state, password().toString(), String(times), own];
  const [program = '', ...args] = [...launcher, ...command];
  const child = spawn(program, args);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => void (output += String(chunk)));
  child.stderr.on('data', (chunk) => void (errors += String(chunk)));
  const lines = (): number => output.split('\n').length - 1;
  const linesOf = async (count: number): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- each line is waited for
    while (lines() < count) await once(child.stdout, 'data');
  };
  return {
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, errors })),
    told: () => Math.max(lines() - 1, 0),
    toldOf: (count) => linesOf(count + 1),
    kill: () => void child.kill('SIGKILL'),
  };
}

function counts(vault: Vault): Record<string, number> {
  const secret = vault.find('counters');
  if (secret === null) throw new Error('the counters are gone');
  return Object.fromEntries([...vault.open(secret)].map(([name, value]) => [name, Number(value.toString())]));
}
