import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRecoveryCode } from '../../src/domain/recovery-code.ts';
import { createVault } from '../../src/vault/create-vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { openWays } from '../../src/vault/ways.ts';
import type { Place } from '../../src/vault/vault.ts';
import { clock, event, newPlace, password } from '../vault/support.ts';
import { tell, times } from './support/counts.ts';
import { useMemory } from './support/memory-disk.ts';

const ROUNDS = times(60);

useMemory();

const folder = fs.mkdtempSync(join(tmpdir(), 'vault-faults-'));
const writer = join(folder, 'writer.mjs');
beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, '../fixtures/recovery-writer.ts')],
    outfile: writer,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@node-rs/argon2'],
  });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** The code and the password that open a vault. */
interface Way {
  readonly code: string;
  readonly password: string;
}

const wayAt = (round: number): Way => ({
  code: makeRecoveryCode(Buffer.alloc(34, round + 1)),
  password: round === 0 ? password().toString() : `password of round ${round}`,
});

test(
  `a recovery killed at any time leaves the old ways or the new ones, ${ROUNDS} times`,
  {
    timeout: 600_000,
  },
  async () => {
    const place = newPlace();
    let way = wayAt(0);
    await createVault(place, password(), event('init'), clock, Buffer.from(way.code));
    const seen = { inside: 0, committed: 0, old: 0, new: 0 };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const next = wayAt(round);
      const marks = await killRecovery(place, way, next, round);
      if (marks.endsWith('(')) seen.inside += 1;
      const after = await waysAfter(place, way, next);
      // What was told of as committed is there; what had not begun is not.
      if (marks.endsWith(')')) expect(after).toBe(next);
      else if (!marks.includes('(')) expect(after).toBe(way);
      seen.committed += marks.endsWith(')') ? 1 : 0;
      seen[after === next ? 'new' : 'old'] += 1;
      way = after;
    }
    tell(
      `${ROUNDS} recoveries killed, ${seen.inside} inside the transaction: ${seen.old} old, ${seen.new} new`,
    );
    expect(seen.inside).toBeGreaterThan(ROUNDS / 10);
    expect(seen.old).toBeGreaterThan(0);
    expect(seen.new).toBeGreaterThan(0);
  },
);

async function killRecovery(
  { directory, state }: Place,
  way: Way,
  next: Way,
  round: number,
): Promise<string> {
  const child = spawn(process.execPath, [writer, directory, state, way.code, next.password, next.code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let marks = '';
  let errors = '';
  const end = (): void => void child.kill('SIGKILL');
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    marks += chunk.toString('latin1');
    // In turn: as the transaction begins, a little later, right after the commit, and anywhere before it begins.
    if (round % 4 === 3) setTimeout(end, Math.random() * 60);
    else if (round % 4 === 2 ? marks.includes(')') : marks.includes('('))
      setTimeout(end, round % 4 === 1 ? Math.random() * 4 : 0);
  });
  const [, signal] = (await ended) as [unknown, NodeJS.Signals | null];
  expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: '' });
  expect(marks).toMatch(/^(k(\(\)?)?)?$/);
  return marks;
}

/** The one of two ways that opens the vault: its code and its password, and neither of the other; nothing is amiss. */
async function waysAfter(place: Place, old: Way, next: Way): Promise<Way> {
  const opened = await opens(place, next.code);
  expect(await opens(place, old.code)).toBe(!opened);
  const way = opened ? next : old;
  const vault = await openVault(place, Buffer.from(way.password), clock);
  try {
    expect(vault.rolledBack).toBeNull();
    expect(vault.verify().faults).toEqual([]);
  } finally {
    vault.close();
  }
  return way;
}

async function opens(place: Place, code: string): Promise<boolean> {
  try {
    (await openWays(place, { kind: 'recovery', code: Buffer.from(code) }, clock)).close();
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'locked' });
    return false;
  }
}
