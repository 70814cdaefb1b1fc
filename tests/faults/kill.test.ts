import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Place, Vault } from '../../src/vault/vault.ts';
import { newVault, password } from '../vault/support.ts';
import { tell, times } from './support/counts.ts';
import { openByKey, vaultKeyOf } from './support/keys.ts';
import { useMemory } from './support/memory-disk.ts';

const ROUNDS = times(1000);
/** A vault is left for a new one after so many, before checking its journal takes longer than the round. */
const ROUNDS_A_VAULT = 50;
const LEAST_INSIDE = 0.3;

// What a killed process wrote is kept by the system, on a disk or not.
useMemory();

const folder = fs.mkdtempSync(join(tmpdir(), 'vault-faults-'));
const writer = join(folder, 'writer.mjs');
beforeAll(async () => {
  const entry = join(import.meta.dirname, '../fixtures/fault-writer.ts');
  await build({
    entryPoints: [entry],
    outfile: writer,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@node-rs/argon2'],
  });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('a writer killed at any time', () => {
  test(`leaves all of a change or nothing of it, ${ROUNDS} times`, { timeout: 600_000 }, async () => {
    const began = performance.now();
    const inside = { transaction: 0, elsewhere: 0, changes: 0 };
    let rounds = 0;
    const lane = async (): Promise<void> => {
      while (rounds < ROUNDS) {
        const { place, vault } = await newVault();
        vault.close();
        const key = await vaultKeyOf(place, password());
        let last = 0;
        for (let round = 0; round < ROUNDS_A_VAULT && rounds < ROUNDS; round += 1) {
          rounds += 1;
          const told = await killWriter(place, key, rounds);
          const committed = last + told.commits;
          last = check(place, key, committed, told.open ? committed + 1 : committed);
          inside[told.open ? 'transaction' : 'elsewhere'] += 1;
          inside.changes += told.commits;
        }
        fs.rmSync(join(place.directory, '..'), { recursive: true });
      }
    };
    await Promise.all([lane(), lane()]);

    const share = inside.transaction / ROUNDS;
    tell(
      `${ROUNDS} kills, ${inside.transaction} inside a transaction (${Math.round(share * 100)} %), ` +
        `${inside.changes} changes, ${Math.round((performance.now() - began) / 1000)} s`,
    );
    expect(inside.transaction + inside.elsewhere).toBe(ROUNDS);
    expect(share).toBeGreaterThanOrEqual(LEAST_INSIDE);
  });
});

interface Told {
  /** How many changes the writer has said are committed. */
  readonly commits: number;
  /** Whether it had begun another. */
  readonly open: boolean;
}

async function killWriter({ directory, state }: Place, key: string, round: number): Promise<Told> {
  const checkpoint = round % 2 === 0 ? '1000' : '25';
  const child = spawn(process.execPath, [writer, directory, state, key, checkpoint], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let marks = '';
  let errors = '';
  const ended = once(child, 'close');
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  // Every third right after a commit, when the anchor moves; the others anywhere in the first few changes.
  const commits = 1 + Math.floor(Math.random() * 6);
  const delay = Math.random() * 25;
  child.stdout.on('data', (chunk: Buffer) => {
    if (marks === '' && round % 3 !== 0) setTimeout(() => child.kill('SIGKILL'), delay);
    marks += chunk.toString('latin1');
    if (round % 3 === 0 && marks.split(')').length > commits) child.kill('SIGKILL');
  });
  const [, signal] = (await ended) as [unknown, NodeJS.Signals | null];
  expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: '' });
  expect(marks).toMatch(/^(\(\))*\(?$/);
  return { commits: marks.split(')').length - 1, open: marks.endsWith('(') };
}

/** The change the vault holds: `old` or `next`, whole, and nothing in it amiss. */
function check(place: Place, key: string, old: number, next: number): number {
  const vault = openByKey(place, key);
  try {
    expect(vault.rolledBack).toBeNull();
    expect(vault.warnings).toEqual([]);
    expect(vault.verify().faults).toEqual([]);
    const change = Number(valueOf(vault, 'left') ?? 0);
    expect([old, next]).toContain(change);
    if (change === 0) expect(vault.list()).toEqual([]);
    else expectChange(vault, change);
    expect([...vault.journal()]).toHaveLength(change + 1);
    return change;
  } finally {
    vault.close();
  }
}

function expectChange(vault: Vault, change: number): void {
  expect(valueOf(vault, 'right')).toBe(String(change));
  expect(valueOf(vault, 'odd')).toBe(change % 2 === 1 ? String(change) : undefined);
  const large = valueOf(vault, 'large') ?? '';
  expect(large === `${change},`.repeat(1 + ((change * 7919) % 12_000))).toBe(true);
}

function valueOf(vault: Vault, key: string): string | undefined {
  const secret = vault.find(key);
  return secret === null ? undefined : vault.open(secret).get('value')?.toString();
}
