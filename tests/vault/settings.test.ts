import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Connection } from '../../src/vault/sqlite.ts';
import { databaseOf, newPlace, put, reopen, single, template } from './support.ts';

const oneSecret = template((vault) => {
  put(vault, single('a', '1'));
});

describe('the connection to a vault', () => {
  test.each([
    ['secure_delete', 1],
    ['trusted_schema', 0],
    ['cell_size_check', 1],
    ['foreign_keys', 1],
  ])('has %s set to %i', (name, value) => {
    const connection = new Connection(databaseOf(oneSecret()));
    expect(connection.pragma(name)).toBe(value);
    connection.close();
  });

  test('does not write the schema', () => {
    const connection = new Connection(databaseOf(oneSecret()));
    connection.execute('PRAGMA writable_schema = on');
    expect(() => connection.execute('DELETE FROM sqlite_schema')).toThrow(
      'vault.db is damaged: SQL logic error',
    );
    connection.close();
  });

  test('makes no file', () => {
    const file = join(newPlace().directory, '..', 'vault.db');
    expect(() => new Connection(file)).toThrow('vault.db cannot be opened');
    expect(fs.existsSync(file)).toBe(false);
  });
});

test('damage that no row shows is found', async () => {
  const place = oneSecret();
  const bytes = fs.readFileSync(databaseOf(place));
  // The number of pages that are free.
  bytes.writeUInt32BE(5, 36);
  fs.writeFileSync(databaseOf(place), bytes);
  expect((await reopen(place)).verify().faults).toEqual([
    expect.stringMatching(/^vault\.db is damaged: .*freelist/is),
  ]);
});
