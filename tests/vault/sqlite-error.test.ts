import { describe, expect, test } from 'vitest';
import { translate } from '../../src/vault/sqlite-error.ts';

function thrown(error: unknown): unknown {
  try {
    return translate(() => {
      throw error;
    });
  } catch (translated) {
    return translated;
  }
}

const sqlite = (errcode: number): Error =>
  Object.assign(new Error('near "value": SQL text'), {
    code: 'ERR_SQLITE_ERROR',
    errcode,
    errstr: 'a fault',
  });

describe('an error of SQLite', () => {
  test.each([
    [11, 'damaged', 'vault.db is damaged: a fault'],
    [26, 'damaged', 'vault.db is damaged: a fault'],
    [2067, 'damaged', 'vault.db is damaged: a fault'],
    [522, 'damaged', 'vault.db is damaged: it has been cut short'],
    [5, 'failure', 'the vault is busy: another process is writing to it'],
    [261, 'failure', 'the vault is busy: another process is writing to it'],
    [13, 'failure', 'the disk is full; nothing was changed'],
    [8, 'failure', 'the vault is read-only'],
    [14, 'failure', 'vault.db cannot be opened'],
    [
      5386,
      'failure',
      'reading or writing vault.db failed: its file system cannot share memory between processes',
    ],
    [778, 'failure', 'reading or writing vault.db failed'],
    [1, 'damaged', 'vault.db is damaged: a fault'],
    [7, 'failure', 'vault.db cannot be used: a fault'],
  ])('with code %i is %s: %s', (errcode, code, message) => {
    expect(thrown(sqlite(errcode))).toMatchObject({ name: 'VaultError', code, message });
  });

  test('keeps its SQL to itself', () => {
    for (let errcode = 0; errcode < 3000; errcode += 1) {
      expect(String(thrown(sqlite(errcode)))).not.toContain('SQL text');
    }
  });
});

test('a number too large to be ours is damage', () => {
  expect(thrown(Object.assign(new RangeError('x'), { code: 'ERR_OUT_OF_RANGE' }))).toMatchObject({
    code: 'damaged',
  });
});

test('what is no error of SQLite passes as it is', () => {
  const error = new Error('mine');
  expect(thrown(error)).toBe(error);
});
