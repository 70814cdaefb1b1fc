import { createSecretKey } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { advanceAnchor, readAnchor, writeAnchor } from '../../src/vault/anchor.ts';
import type { Place, Vault } from '../../src/vault/vault.ts';
import { event, newPlace, newVault, put, reopen, single, template, valueOf } from './support.ts';

const oneSecret = template((vault) => {
  put(vault, single('a', 'old'));
});

/** A vault put back to an older copy of itself. */
async function restored(): Promise<{ place: Place; vault: Vault }> {
  const place = oneSecret();
  fs.cpSync(place.directory, `${place.directory}.bak`, { recursive: true });
  const writer = await reopen(place);
  put(writer, single('a', 'new'));
  writer.close();
  fs.rmSync(place.directory, { recursive: true });
  fs.renameSync(`${place.directory}.bak`, place.directory);
  return { place, vault: await reopen(place) };
}

const anchorOf = (place: Place, vault: Vault): string => join(place.state, `${vault.id}.anchor`);

describe('a vault put back to an older copy', () => {
  test('says so, still reads, and takes no change and no record', async () => {
    const { vault } = await restored();
    expect(vault.rolledBack).toBe(
      'the vault is older than when last used here: record 3 of its journal is missing or another',
    );
    expect(valueOf(vault, 'a')).toBe('old');
    expect(vault.list()).toHaveLength(1);
    expect([...vault.journal()]).toHaveLength(2);
    expect(vault.verify().faults).toEqual([vault.rolledBack]);
    const refusal = expect.objectContaining({
      code: 'damaged',
      hint: expect.stringContaining('vaultctl audit verify --accept'),
    });
    expect(() => put(vault, single('b', '1'))).toThrow(refusal);
    expect(() => vault.record(event('get'))).toThrow(refusal);
    expect(() => vault.record(event('run'), { durable: true })).toThrow(refusal);
    expect(vault.list()).toHaveLength(1);
  });

  test('goes on once the owner has accepted it, in other processes too', async () => {
    const { place, vault } = await restored();
    const other = await reopen(place);
    expect(vault.acceptRollback(event('audit verify'))).toMatchObject({ seq: 3, action: 'audit verify' });
    expect(vault.rolledBack).toBeNull();
    put(vault, single('b', '1'));
    put(other, single('c', '1'));
    expect(other.verify()).toEqual({ secrets: 3, records: 5, faults: [] });
    expect((await reopen(place)).rolledBack).toBeNull();
  });

  test('is noticed after it has been written to elsewhere', async () => {
    const { place, vault } = await restored();
    vault.close();
    const elsewhere = await reopen({ ...place, state: newPlace().state });
    for (const value of ['1', '2', '3']) put(elsewhere, single('a', value));
    elsewhere.close();
    expect((await reopen(place)).rolledBack).toMatch(/record 3 of its journal is missing or another/);
  });
});

describe('the anchor', () => {
  test('is no trouble on a machine that never saw the vault', async () => {
    const place = { ...oneSecret(), state: newPlace().state };
    const vault = await reopen(place);
    expect(vault.rolledBack).toBeNull();
    expect(vault.warnings).toEqual([]);
    put(vault, single('b', '1'));
    expect(fs.existsSync(anchorOf(place, vault))).toBe(true);
  });

  test('moves with every synced record only, and never back', async () => {
    const { place, vault } = await newVault();
    const behind = await reopen(place);
    const read = (): Buffer => fs.readFileSync(anchorOf(place, vault));
    const first = read();
    vault.record(event('get'));
    expect(read()).toEqual(first);
    vault.record(event('run'), { durable: true });
    const second = read();
    expect(second).not.toEqual(first);
    behind.record(event('get'));
    expect(read()).toEqual(second);
    put(behind, single('a', '1'));
    expect(read()).not.toEqual(second);
    expect(fs.readdirSync(place.state)).toEqual([`${vault.id}.anchor`]);
  });

  test('does not move back for a process that comes late', () => {
    const file = join(newPlace().state, 'anchor');
    const [key, id] = [createSecretKey(Buffer.alloc(32)), Buffer.alloc(16)];
    const [third, fourth] = [
      { seq: 3, hash: 'aa'.repeat(32) },
      { seq: 4, hash: 'bb'.repeat(32) },
    ];
    advanceAnchor(file, key, id, fourth);
    advanceAnchor(file, key, id, third);
    expect(readAnchor(file, key, id)).toEqual(fourth);
    writeAnchor(file, key, id, third);
    expect(readAnchor(file, key, id)).toEqual(third);
  });

  test.each([
    ['with a bit flipped', (file: string) => edit(file, (bytes) => void (bytes[60] = (bytes[60] ?? 0) ^ 1))],
    ['emptied', (file: string) => fs.truncateSync(file)],
    ['cut short', (file: string) => fs.truncateSync(file, 100)],
    ['with a byte more', (file: string) => fs.appendFileSync(file, '\0')],
  ])('%s counts as a vault put back', async (_, spoil) => {
    const place = oneSecret();
    const before = await reopen(place);
    spoil(anchorOf(place, before));
    const vault = await reopen(place);
    expect(vault.rolledBack).toMatch(/^the anchor (is malformed|was altered)$/);
    expect(() => put(vault, single('b', '1'))).toThrow(expect.objectContaining({ code: 'damaged' }));
    expect(valueOf(vault, 'a')).toBe('old');
    vault.acceptRollback(event('audit verify'));
    expect((await reopen(place)).rolledBack).toBeNull();
  });

  test('of another vault counts as one put back', async () => {
    const place = oneSecret();
    const stranger = await newVault();
    const vault = await reopen(place);
    fs.copyFileSync(anchorOf(stranger.place, stranger.vault), anchorOf(place, vault));
    expect((await reopen(place)).rolledBack).toBe('the anchor was altered');
  });

  test.each([
    ['is a file', (state: string) => fs.writeFileSync(state, '')],
    [
      'holds a directory in its place',
      (state: string, id: string) => fs.mkdirSync(join(state, `${id}.anchor`), { recursive: true }),
    ],
    [
      'holds a link in its place',
      (state: string, id: string) => {
        fs.mkdirSync(state);
        fs.symlinkSync('nowhere', join(state, `${id}.anchor`));
      },
    ],
  ])('that cannot be kept, as the state directory %s, is a warning and stops nothing', async (_, spoil) => {
    const place = { ...oneSecret(), state: newPlace().state };
    const before = await reopen(oneSecret());
    fs.mkdirSync(join(place.state, '..'), { recursive: true });
    spoil(place.state, before.id);
    const vault = await reopen(place);
    put(vault, single('b', '1'));
    expect(vault.rolledBack).toBeNull();
    expect(vault.warnings).toEqual([
      expect.stringMatching(/cannot be used \([A-Z]+\): a restored older copy/),
    ]);
  });
});

function edit(file: string, change: (bytes: Buffer) => void): void {
  const bytes = fs.readFileSync(file);
  change(bytes);
  fs.writeFileSync(file, bytes);
}
