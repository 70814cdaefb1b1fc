import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createVault } from '../../src/vault/create-vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import type { Place } from '../../src/vault/vault.ts';
import { clock, databaseOf, event, newPlace, newVault, password, put, reopen, single } from './support.ts';

describe('a new vault', () => {
  test('is empty but for the record of its making', async () => {
    const { vault } = await newVault();
    expect(vault.list()).toEqual([]);
    expect([...vault.journal()]).toMatchObject([
      { v: 1, seq: 1, timestamp: '2026-11-21T03:30:00Z', action: 'init', prev_hash: '0'.repeat(64) },
    ]);
    expect(vault.verify()).toEqual({ secrets: 0, records: 1, faults: [] });
    expect(vault.id).toMatch(/^[0-9a-f]{32}$/);
  });

  test("is the owner's alone whatever the umask, the files beside it too", async () => {
    const before = process.umask(0);
    try {
      const { place, vault } = await newVault();
      put(vault, single('a', 'b'));
      expect(modes(place.directory)).toEqual({
        '.': 0o700,
        'vault.db': 0o600,
        'vault.db-shm': 0o600,
        'vault.db-wal': 0o600,
      });
      expect(modes(place.state)).toEqual({ '.': 0o700, [`${vault.id}.anchor`]: 0o600 });
    } finally {
      process.umask(before);
    }
  });

  test('tightens a directory that was there', async () => {
    const place = newPlace();
    fs.mkdirSync(place.directory, { mode: 0o777 });
    fs.chmodSync(place.directory, 0o777);
    await newVault(place);
    expect(modes(place.directory)['.']).toBe(0o700);
  });

  test('leaves nothing beside itself', async () => {
    const place = newPlace();
    await createVault(place, password(), event('init'), clock);
    expect(fs.readdirSync(place.directory)).toEqual(['vault.db']);
  });

  test('is never made over another', async () => {
    const { place, vault } = await newVault();
    put(vault, single('a', 'kept'));
    fs.chmodSync(place.directory, 0o755);
    await expect(createVault(place, password(), event('init'), clock)).rejects.toMatchObject({
      message: `a vault already exists at ${place.directory}`,
    });
    expect(vault.verify().faults).toEqual([]);
    expect(modes(place.directory)).toMatchObject({ '.': 0o755 });
    expect(fs.readdirSync(place.directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('is made by one of many at once', async () => {
    const place = newPlace();
    const attempts = Array.from({ length: 5 }, () => createVault(place, password(), event('init'), clock));
    const results = await Promise.allSettled(attempts);
    const failures = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason.message);
    expect(failures).toEqual(Array.from({ length: 4 }, () => `a vault already exists at ${place.directory}`));
    expect((await reopen(place)).verify().faults).toEqual([]);
    expect(fs.readdirSync(place.directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('is not made where it cannot be', async () => {
    const place = newPlace();
    fs.writeFileSync(place.directory, 'a file');
    await expect(createVault(place, password(), event('init'), clock)).rejects.toMatchObject({
      message: `${place.directory} is a file, not a vault directory`,
    });
    const below = { ...place, directory: join(place.directory, 'below') };
    await expect(createVault(below, password(), event('init'), clock)).rejects.toMatchObject({
      code: 'failure',
      message: `no vault can be made at ${below.directory} (ENOTDIR)`,
    });
  });
});

describe('opening', () => {
  test('is refused with the wrong password', async () => {
    const { place } = await newVault();
    await expect(openVault(place, Buffer.from('wrong'), clock)).rejects.toMatchObject({
      code: 'locked',
      message: 'wrong master password',
      hint: expect.stringContaining('VAULT_PASSWORD'),
    });
  });

  test('takes the password in any composition of its letters', async () => {
    const place = newPlace();
    await createVault(place, Buffer.from('pässwörd'.normalize('NFC')), event('init'), clock);
    const vault = await openVault(place, Buffer.from('pässwörd'.normalize('NFD')), clock);
    vault.close();
  });

  test('leaves the password buffer to its owner', async () => {
    const { place } = await newVault();
    const given = password();
    (await openVault(place, given, clock)).close();
    expect(given).toEqual(password());
  });

  test('says where there is no vault', async () => {
    const place = newPlace();
    const refusal = {
      code: 'locked',
      message: `no vault found at ${place.directory}`,
      hint: expect.any(String),
    };
    await expect(openVault(place, password(), clock)).rejects.toMatchObject(refusal);
    fs.mkdirSync(place.directory);
    await expect(openVault(place, password(), clock)).rejects.toMatchObject(refusal);
    expect(fs.readdirSync(place.directory)).toEqual([]);
  });

  test.each([
    [
      'a file where the directory should be',
      (directory: string) => {
        fs.rmSync(directory, { recursive: true });
        fs.writeFileSync(directory, '');
      },
      'is a file',
    ],
    [
      'a link to the directory',
      (directory: string) => {
        fs.renameSync(directory, `${directory}2`);
        fs.symlinkSync(`${directory}2`, directory);
      },
      'is a symbolic link',
    ],
    [
      'a directory others may write to',
      (directory: string) => fs.chmodSync(directory, 0o770),
      'written by other users',
    ],
    [
      'a database others may read',
      (directory: string) => fs.chmodSync(join(directory, 'vault.db'), 0o640),
      'has mode 0640, must be 0600',
    ],
    [
      'a link to the database',
      (directory: string) => {
        fs.renameSync(join(directory, 'vault.db'), join(directory, 'other.db'));
        fs.symlinkSync('other.db', join(directory, 'vault.db'));
      },
      'is not a regular file',
    ],
    [
      'a directory in place of the database',
      (directory: string) => {
        fs.rmSync(join(directory, 'vault.db'));
        fs.mkdirSync(join(directory, 'vault.db'));
      },
      'is not a regular file',
    ],
    [
      'a write-ahead file that is a link',
      (directory: string) => fs.symlinkSync('/dev/null', join(directory, 'vault.db-wal')),
      'is not a regular file',
    ],
    [
      'a link where SQLite would keep a rollback journal',
      (directory: string) => fs.symlinkSync('/dev/null', join(directory, 'vault.db-journal')),
      'is not a regular file',
    ],
    [
      'a FIFO where SQLite would keep a rollback journal',
      (directory: string) => execFileSync('mkfifo', ['-m', '600', join(directory, 'vault.db-journal')]),
      'is not a regular file',
    ],
    [
      'a shared-memory file others may read',
      (directory: string) => fs.writeFileSync(join(directory, 'vault.db-shm'), '', { mode: 0o644 }),
      'has mode 0644, must be 0600',
    ],
  ])('is refused with %s', async (_, spoil, message) => {
    const place = newPlace();
    await createVault(place, password(), event('init'), clock);
    spoil(place.directory);
    await expect(openVault(place, password(), clock)).rejects.toMatchObject({
      code: 'failure',
      message: expect.stringContaining(message),
    });
  });

  test.runIf(process.getuid?.() === 0).each([
    ['file', databaseOf],
    ['directory', ({ directory }: Place) => directory],
  ])("is refused with another user's %s", async (_, pathOf) => {
    const place = newPlace();
    await createVault(place, password(), event('init'), clock);
    fs.chownSync(pathOf(place), 12_345, 12_345);
    await expect(openVault(place, password(), clock)).rejects.toMatchObject({
      message: expect.stringContaining('belongs to another user'),
    });
  });

  test('after closing, everything says that the vault is closed', async () => {
    const { vault } = await newVault();
    vault.close();
    vault.close();
    expect(() => vault.list()).toThrow('the vault is closed');
  });
});

function modes(directory: string): Record<string, number> {
  const names = ['.', ...fs.readdirSync(directory).toSorted()];
  return Object.fromEntries(names.map((name) => [name, fs.statSync(join(directory, name)).mode & 0o777]));
}
