import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { useVault } from '../spec/support/home.ts';

const home = useVault();

test('of a vault with a damaged secret, list shows what can be read, warns, and ends with 6', async () => {
  await home.set('a', 'one');
  await home.set('b', 'two');
  const database = new DatabaseSync(join(home.vault, 'vault.db'));
  database
    .prepare('UPDATE secret SET meta = ? WHERE id = (SELECT min(id) FROM secret)')
    .run(randomBytes(600));
  database.close();

  const listed = await home.cli(['list']);
  expect(listed.code).toBe(6);
  expect(listed.stdout).toMatch(/^[ab]\n$/);
  expect(listed.stderr).toMatch(/1 of the secrets cannot be read/);

  const readable = listed.stdout.trim();
  expect((await home.ok(['get', readable])).stdout).toBe(readable === 'a' ? 'one\n' : 'two\n');
  expect(await home.cli(['get', readable === 'a' ? 'b' : 'a'])).toMatchObject({ code: 6, stdout: '' });
  expect(await home.cli(['audit', 'verify'])).toMatchObject({ code: 6 });
});
