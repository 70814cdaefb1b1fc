import { chmodSync, readFileSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { damaged } from '../../src/vault/damaged.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { Connection } from '../../src/vault/sqlite.ts';
import { openStore, preferWriteAhead } from '../../src/vault/store.ts';
import type { Place } from '../../src/vault/vault.ts';
import {
  clock,
  databaseOf,
  event,
  password,
  put,
  reopen,
  single,
  tamper,
  template,
  valueOf,
} from './support.ts';

const made = template((vault) => {
  put(vault, single('a', 'one'));
});

/** As SQLite writes it into the file: 1 for a rollback journal, 2 for a write-ahead file. */
function modeOf(place: Place): number {
  return readFileSync(databaseOf(place)).readUInt8(19);
}

function leaveWriteAhead(place: Place): void {
  tamper(place, (database) => database.exec('PRAGMA journal_mode = delete'));
  expect(modeOf(place)).toBe(1);
}

describe('a vault that is not in write-ahead mode', () => {
  test('opens, and is put into it', async () => {
    const place = made();
    leaveWriteAhead(place);
    const vault = await reopen(place);
    expect(valueOf(vault, 'a')).toBe('one');
    expect(vault.verify().faults).toEqual([]);
    put(vault, single('a', 'two'));
    vault.close();
    expect(modeOf(place)).toBe(2);
  });

  test('because it is a copy that VACUUM made is as good', async () => {
    const place = made();
    const copy = `${databaseOf(place)}-copy`;
    tamper(place, (database) => database.exec(`VACUUM INTO '${copy}'`));
    chmodSync(copy, 0o600);
    renameSync(copy, databaseOf(place));
    expect(modeOf(place)).toBe(1);
    const vault = await reopen(place);
    expect(valueOf(vault, 'a')).toBe('one');
    expect(vault.verify().faults).toEqual([]);
  });

  test('and cannot be put into it works all the same, and does not wait', async () => {
    const place = made();
    leaveWriteAhead(place);
    const reader = new DatabaseSync(databaseOf(place));
    try {
      reader.exec('BEGIN; SELECT * FROM header');
      const began = performance.now();
      const vault = await reopen(place);
      expect(valueOf(vault, 'a')).toBe('one');
      expect(performance.now() - began).toBeLessThan(10_000);
      reader.exec('COMMIT');
      vault.record(event('list'));
      put(vault, single('a', 'two'));
      expect(valueOf(vault, 'a')).toBe('two');
      expect(vault.verify().faults).toEqual([]);
      vault.close();
    } finally {
      reader.close();
    }
    expect(modeOf(place)).toBe(1);
    expect(valueOf(await reopen(place), 'a')).toBe('two');
  });

  test('and is damaged is not passed over', () => {
    const place = made();
    leaveWriteAhead(place);
    const store = openStore(databaseOf(place));
    try {
      vi.spyOn(store, 'withoutWaiting').mockImplementation(() => {
        throw damaged('vault.db is damaged: a page');
      });
      expect(() => preferWriteAhead(store)).toThrow('vault.db is damaged: a page');
    } finally {
      store.close();
    }
  });

  test('has each change on the disk, asked for or not', () => {
    const place = made();
    const synced = (): number => {
      const connection = new Connection(databaseOf(place));
      try {
        return connection.write(false, () => connection.pragma('synchronous'));
      } finally {
        connection.close();
      }
    };
    const [NORMAL, FULL] = [1, 2];
    expect(synced()).toBe(NORMAL);
    leaveWriteAhead(place);
    expect(synced()).toBe(FULL);
  });

  test.each([
    ['with the wrong password', 'locked', () => {}],
    [
      'with a header that was altered',
      'damaged',
      (place: Place) => tamper(place, (database) => database.exec("UPDATE header SET mac = x'00'")),
    ],
  ] as const)('%s is not written to', async (_, code, spoil) => {
    const place = made();
    leaveWriteAhead(place);
    spoil(place);
    const before = readFileSync(databaseOf(place));
    const attempt = openVault(place, code === 'locked' ? Buffer.from('another') : password(), clock);
    await expect(attempt).rejects.toMatchObject({ code });
    expect(readFileSync(databaseOf(place)).equals(before)).toBe(true);
  });
});
