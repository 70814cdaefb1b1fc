import { cp, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useVault } from '../spec/support/home.ts';

const home = useVault(async (fresh) => {
  await fresh.set('before', 'x');
  await cp(fresh.vault, fresh.file('backup'), { recursive: true });
  await fresh.set('after', 'y');
  await rm(fresh.vault, { recursive: true });
  await cp(fresh.file('backup'), fresh.vault, { recursive: true });
});

test('a vault put back from a backup is read with a warning, refused for writing, and accepted on demand', async () => {
  const listed = await home.ok(['list']);
  expect(listed.stdout).toBe('before\n');
  expect(listed.stderr).toMatch(/warning: the vault is older than when last used here/);
  const refused = await home.cli(['set', 'new'], { stdin: 'z' });
  expect(refused.code).toBe(6);
  expect(refused.stderr).toContain('audit verify --accept');

  const faults = await home.cli(['audit', 'verify']);
  expect(faults).toMatchObject({ code: 6, stdout: '' });
  expect(faults.stderr).toMatch(/older/);

  await home.ok(['audit', 'verify', '--accept']);
  expect((await home.ok(['set', 'new'], { stdin: 'zq8fK2nXw5Tb7LdR3vHs' })).stderr).not.toMatch(/warning/);
  const records = JSON.stringify(await home.json(['audit', 'export']));
  expect(records).toContain('rollback accepted');
});
