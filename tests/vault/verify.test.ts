import { expect, test } from 'vitest';
import { newVault, put, reopen, single, tamper } from './support.ts';

const KEYS = Array.from('abcdefghijkl');

test('the faults of several secrets are told in the order of their keys', async () => {
  const { place, vault } = await newVault();
  for (const key of KEYS.toReversed()) put(vault, single(key, `value of ${key}`));
  vault.close();
  tamper(place, (database) => database.exec('UPDATE secret SET name_mac = id'));
  const { faults } = (await reopen(place)).verify();
  const filed = faults.filter((fault) => fault.endsWith('it is filed under another name'));
  expect(filed.map((fault) => fault.split(' ')[1])).toEqual(KEYS);
});
