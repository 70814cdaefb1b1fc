import { createSecretKey } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readAnchor, writeAnchor } from '../../src/vault/anchor.ts';
import { newPlace } from './support.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const vaultId = Buffer.alloc(16, 2);
const head = { seq: 3, hash: 'aa'.repeat(32) };

/** An anchor whose directory is made with it. */
function newAnchor(): string {
  const path = join(newPlace().state, 'x.anchor');
  const umask = process.umask(0);
  try {
    writeAnchor(path, key, vaultId, head);
  } finally {
    process.umask(umask);
  }
  return path;
}

test('an anchor and its directory are the owner’s alone whatever the umask', () => {
  const path = newAnchor();
  expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  expect(fs.statSync(dirname(path)).mode & 0o777).toBe(0o700);
});

test('an anchor is of one vault, also where another has its key', () => {
  const path = newAnchor();
  expect(readAnchor(path, key, vaultId)).toEqual(head);
  expect(() => readAnchor(path, key, Buffer.alloc(16, 3))).toThrow('the anchor is malformed');
});

test('an anchor is not read through a link', () => {
  const path = newAnchor();
  fs.symlinkSync(path, `${path}-link`);
  expect(() => readAnchor(`${path}-link`, key, vaultId)).toThrow('ELOOP');
});
