import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { whoElseWrites } from '../../src/app/who-else-writes.ts';

let folder: string;
let file: string;

beforeAll(() => {
  const root = mkdtempSync(join(tmpdir(), 'vaultctl-writes-'));
  folder = join(root, 'bin');
  file = join(folder, 'tool');
  mkdirSync(folder);
  writeFileSync(file, '');
});
afterAll(() => rmSync(join(folder, '..'), { recursive: true }));

test.each([
  [0o755, 0o755, null],
  [0o755, 0o775, 'the group can write to FILE'],
  [0o755, 0o757, 'every user can write to FILE'],
  [0o775, 0o755, 'the group can write to DIRECTORY'],
  [0o777, 0o755, 'every user can write to DIRECTORY'],
  [0o1777, 0o755, null],
  [0o1777, 0o1757, 'every user can write to FILE'],
])('a directory of mode %o with a file of mode %o: %s', (directoryMode, fileMode, expected) => {
  chmodSync(folder, directoryMode);
  chmodSync(file, fileMode);
  const said = whoElseWrites(file)?.replace(file, 'FILE').replace(folder, 'DIRECTORY') ?? null;
  expect(said).toBe(expected);
});

test('what is not there is judged by what is above it', () => {
  chmodSync(folder, 0o777);
  expect(whoElseWrites(join(folder, 'later'))).toBe(`every user can write to ${folder}`);
});
