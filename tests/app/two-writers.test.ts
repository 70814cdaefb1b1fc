import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newVault, password, reopen } from '../vault/support.ts';

const writer = resolve(import.meta.dirname, '../fixtures/secret-writer.ts');
const start = promisify(execFile);

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

async function write(what: 'secrets' | 'tags', count: number): Promise<ReturnType<typeof reopen>> {
  const { place, vault } = await newVault();
  if (what === 'tags') {
    const field = { name: 'value', sensitive: true, aliases: [], value: Buffer.from('v') };
    const draft = { key: 'shared', form: 'single', fields: [field], tags: [], bindings: new Map() } as const;
    vault.change(
      (transaction) => transaction.put(draft),
      () => ({ source: 'cli', action: 'set', outcome: 'success', key: 'shared' }),
    );
  }
  const args = [place.directory, place.state, password().toString(), what];
  await Promise.all(
    ['a', 'b'].map((name) => start(process.execPath, [writer, ...args, name, '1', String(count)])),
  );
  return reopen(place);
}

test('two processes writing 500 secrets each lose none', async () => {
  const vault = await write('secrets', 500);
  const keys = ['a', 'b'].flatMap((name) => numbers(500).map((n) => `${name}/k${n}`));
  expect(vault.list().map(({ key }) => key)).toEqual(keys.toSorted());
  for (const secret of vault.list()) {
    expect(vault.open(secret).get('value')?.toString()).toBe(secret.key.replace(/^.*k/, 'v'));
  }
  expect(vault.verify()).toMatchObject({ secrets: 1000, faults: [] });
});

test('two processes adding 100 different tags each to one secret lose none', async () => {
  const vault = await write('tags', 100);
  const tags = ['a', 'b'].flatMap((name) => numbers(100).map((n) => `${name}${n}`));
  expect(vault.find('shared')?.tags.toSorted()).toEqual(tags.toSorted());
  expect(vault.find('shared')?.version).toBe(201);
  expect(vault.verify().faults).toEqual([]);
});
