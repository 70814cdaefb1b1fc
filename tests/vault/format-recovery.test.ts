import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encode } from '../../src/crypto/canonical.ts';
import { createVault } from '../../src/vault/create-vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { openRecoverySlot, recoverySlotTime } from '../../src/vault/recovery-slot.ts';
import { openWays } from '../../src/vault/ways.ts';
import * as reader from '../fixtures/format-1.ts';
import { clock, databaseOf, event, newPlace, password, reopen } from './support.ts';

const vectorsAt = resolve(import.meta.dirname, '../vectors');
const { slot, vault: golden } = JSON.parse(fs.readFileSync(join(vectorsAt, 'recovery-1.json'), 'utf8'));
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const NEXT = '0123456789ABCDEFGHJKMNPQRSTVWXYZ01P1FNNF';

describe('the vectors of the recovery slot', () => {
  test('hold for the slot and the key in it', () => {
    const given = { type: 2, id: hex(slot.id), body: hex(slot.body) };
    expect(openRecoverySlot(given, Buffer.from(slot.code), hex(slot.vault_id))?.export()).toEqual(
      hex(slot.vault_key),
    );
    expect(recoverySlotTime(given)).toBe(slot.created);
    expect(encode(given.type, given.id, given.body)).toEqual(hex(slot.slot));
  });

  test('hold for a vault kept from when they were made: by its password, by its code, by the document alone', async () => {
    const place = newPlace();
    fs.mkdirSync(place.directory, { mode: 0o700 });
    fs.writeFileSync(databaseOf(place), fs.readFileSync(join(vectorsAt, 'recovery-1.db')), { mode: 0o600 });
    for (const opener of [golden.password, { code: golden.code }]) {
      const { secrets } = reader.readVault(databaseOf(place), opener);
      expect(secrets.map(({ values }) => values)).toEqual([[['value', golden.value]]]);
    }
    const ways = await openWays(place, { kind: 'recovery', code: Buffer.from(golden.code) }, clock);
    const change = { password: Buffer.from('new password'), recoveryCode: Buffer.from(NEXT) };
    await ways.replace(change, event('recovery use'));
    ways.close();
    const vault = await openVault(place, Buffer.from('new password'), clock);
    expect(vault.verify().faults).toEqual([]);
    vault.close();
    expect(() => reader.readVault(databaseOf(place), { code: golden.code })).toThrow('wrong password');
    expect(reader.readVault(databaseOf(place), { code: NEXT }).records.map(({ action }) => action)).toEqual([
      'init',
      'set',
      'recovery use',
    ]);
  });
});

test('a vault made now with a code is read by the document alone, by the code as by the password', async () => {
  const place = newPlace();
  await createVault(place, password(), event('init'), clock, Buffer.from(NEXT));
  (await reopen(place)).close();
  for (const opener of [password().toString(), { code: NEXT }]) {
    expect(reader.readVault(databaseOf(place), opener).records.map(({ action }) => action)).toEqual(['init']);
  }
  expect(() => reader.readVault(databaseOf(place), { code: golden.code })).toThrow('wrong password');
});
