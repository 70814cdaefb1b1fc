import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withVault, type Home } from './support/home.ts';

const damages: [string, (file: string) => Promise<void>][] = [
  [
    'overwritten by other bytes',
    async (file) => writeFile(file, Buffer.alloc((await readFile(file)).length, 0x5a)),
  ],
  ['cut in half', async (file) => truncate(file, Math.floor((await readFile(file)).length / 2))],
  [
    'overwritten behind its first 100 bytes',
    async (file) => {
      const bytes = await readFile(file);
      await writeFile(file, bytes.fill(0, 100));
    },
  ],
];

const prepare = async (home: Home): Promise<string> => {
  for (const key of ['a', 'b', 'c']) await home.set(key, `value of ${key}`);
  return join(home.vault, 'vault.db');
};

describe('a damaged vault', () => {
  for (const [what, damage] of damages) {
    test(`[D Places and names] exit code 6: vault.db was ${what}`, () =>
      withVault(async (home) => {
        await damage(await prepare(home));
        for (const args of [['list'], ['get', 'a'], ['export', '--all']]) {
          const result = await home.cli(args);
          expect(result, args.join(' ')).toMatchObject({ code: 6, stdout: '' });
          expect(result.stderr).toMatch(/\S/);
        }
      }));
  }

  test('[D Places and names] a changed byte in a stored secret is never answered with a wrong value', () =>
    withVault(async (home) => {
      const file = await prepare(home);
      const bytes = await readFile(file);
      const step = Math.max(1, Math.floor(bytes.length / 24));
      for (let at = 120; at < bytes.length; at += step) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 0xff;
        await writeFile(file, changed);
        const result = await home.cli(['get', 'a']);
        if (result.code === 0) expect(result.stdout, `byte ${at}`).toBe('value of a\n');
        else expect(result.stdout, `byte ${at}`).toBe('');
        await writeFile(file, bytes);
      }
    }));
});
