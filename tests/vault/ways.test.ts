import * as fs from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createVault } from '../../src/vault/create-vault.ts';
import {
  decodeHeader,
  encodeHeader,
  headerChange,
  readHeader,
  signHeader,
  writeHeader,
  type Slot,
} from '../../src/vault/header.ts';
import { Journal } from '../../src/vault/journal.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { peekVault } from '../../src/vault/peek.ts';
import { openStore } from '../../src/vault/store.ts';
import { unlock, type Opener } from '../../src/vault/unlock.ts';
import { openWays, type Ways } from '../../src/vault/ways.ts';
import type { Place } from '../../src/vault/vault.ts';
import { clock, databaseOf, event, newPlace, password, put, reopen, single, valueOf } from './support.ts';

const FIRST = '0123456789ABCDEFGHJKMNPQRSTVWXYZ01P1FNNF';
const SECOND = '7TD0K6SCZJ5RBYH4QAXG3P9WF2N8VE1M7TCB1TDN';
const NEW = 'another password';
const byPassword = (text = password().toString()): Opener => ({
  kind: 'password',
  password: Buffer.from(text),
});
const byCode = (code: string): Opener => ({ kind: 'recovery', code: Buffer.from(code) });

async function vaultWithCode(): Promise<Place> {
  const place = newPlace();
  await createVault(place, password(), event('init'), clock, Buffer.from(FIRST));
  const vault = await openVault(place, password(), clock);
  put(vault, single('a', 'kept'));
  vault.close();
  return place;
}

async function ways(place: Place, opener: Opener): Promise<Ways> {
  const opened = await openWays(place, opener, clock);
  onTestFinished(() => opened.close());
  return opened;
}

const recovered = { password: Buffer.from(NEW), recoveryCode: Buffer.from(SECOND) };

describe('a vault with a recovery code', () => {
  test('opens by its password as ever, and verifies', async () => {
    const vault = await reopen(await vaultWithCode());
    expect(valueOf(vault, 'a')).toBe('kept');
    expect(vault.verify().faults).toEqual([]);
  });

  test('says so while locked, and since when', async () => {
    const place = await vaultWithCode();
    expect(peekVault(place.directory)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      recoverySince: '2026-11-21T03:30:00Z',
    });
    const without = newPlace();
    await createVault(without, password(), event('init'), clock);
    expect(peekVault(without.directory).recoverySince).toBeNull();
  });

  test('opens its ways by the code and by the password, and by nothing else', async () => {
    const place = await vaultWithCode();
    expect((await ways(place, byCode(FIRST))).hasRecoveryCode).toBe(true);
    await ways(place, byPassword());
    await expect(openWays(place, byCode(SECOND), clock)).rejects.toMatchObject({
      code: 'locked',
      message: 'wrong recovery code',
    });
    await expect(openWays(place, byPassword('wrong'), clock)).rejects.toMatchObject({
      code: 'locked',
      message: 'wrong master password',
      hint: expect.stringContaining('vaultctl recovery use'),
    });
  });

  test('without a code says that it has none', async () => {
    const place = newPlace();
    await createVault(place, password(), event('init'), clock);
    await expect(openWays(place, byCode(FIRST), clock)).rejects.toMatchObject({
      code: 'locked',
      message: 'the vault has no recovery code',
    });
    await expect(openVault(place, Buffer.from('wrong'), clock)).rejects.toMatchObject({
      hint: expect.stringContaining('nobody can recover it'),
    });
  });
});

describe('a change of the ways', () => {
  test('by the code puts a new password and a new code in the place of both, in one record', async () => {
    const place = await vaultWithCode();
    await (await ways(place, byCode(FIRST))).replace(recovered, event('recovery use'));
    await expect(openWays(place, byCode(FIRST), clock)).rejects.toMatchObject({ code: 'locked' });
    await expect(openVault(place, password(), clock)).rejects.toMatchObject({ code: 'locked' });
    await ways(place, byCode(SECOND));
    const vault = await openVault(place, Buffer.from(NEW), clock);
    onTestFinished(() => vault.close());
    expect(valueOf(vault, 'a')).toBe('kept');
    expect([...vault.journal()].map(({ action }) => action)).toEqual(['init', 'set', 'recovery use']);
    expect(vault.verify().faults).toEqual([]);
  });

  test('of the password alone leaves the code as it was', async () => {
    const place = await vaultWithCode();
    await (await ways(place, byPassword())).replace({ password: Buffer.from(NEW) }, event('passwd'));
    await expect(openVault(place, password(), clock)).rejects.toMatchObject({ code: 'locked' });
    await ways(place, byCode(FIRST));
    await ways(place, byPassword(NEW));
  });

  test('of the code alone leaves the password as it was', async () => {
    const place = await vaultWithCode();
    await (
      await ways(place, byPassword())
    ).replace({ recoveryCode: Buffer.from(SECOND) }, event('recovery new'));
    await expect(openWays(place, byCode(FIRST), clock)).rejects.toMatchObject({ code: 'locked' });
    await ways(place, byCode(SECOND));
    expect((await reopen(place)).verify().faults).toEqual([]);
  });

  test('keeps a slot of a kind it does not know, and counts the headers', async () => {
    const place = await vaultWithCode();
    const unknown = { type: 99, id: Buffer.alloc(16, 9), body: Buffer.from('of a later version') };
    await addSlot(place, unknown);
    await (await ways(place, byCode(FIRST))).replace(recovered, event('recovery use'));
    const { revision, epoch, slots } = headerOf(place);
    expect({ revision, epoch, types: slots.map(({ type }) => type) }).toEqual({
      revision: 3,
      epoch: 1,
      types: [1, 2, 99],
    });
    expect(slots[2]).toEqual(unknown);
    const vault = await openVault(place, Buffer.from(NEW), clock);
    onTestFinished(() => vault.close());
    expect(vault.verify().faults).toEqual([]);
  });

  test('leaves the caller its buffers', async () => {
    const place = await vaultWithCode();
    await (await ways(place, byCode(FIRST))).replace(recovered, event('recovery use'));
    expect(recovered.password.toString()).toBe(NEW);
    expect(recovered.recoveryCode.toString()).toBe(SECOND);
  });

  test('is refused when another process changed them meanwhile, and changes nothing', async () => {
    const place = await vaultWithCode();
    const [one, two] = [await ways(place, byPassword()), await ways(place, byPassword())];
    await one.replace({ password: Buffer.from(NEW) }, event('passwd'));
    await expect(two.replace({ password: Buffer.from('a third') }, event('passwd'))).rejects.toMatchObject({
      code: 'failure',
      message: expect.stringContaining('by another process'),
    });
    const vault = await openVault(place, Buffer.from(NEW), clock);
    onTestFinished(() => vault.close());
    expect(vault.verify().faults).toEqual([]);
    expect([...vault.journal()]).toHaveLength(3);
  });

  test('is refused on an older header put back, whose password and code open the ways', async () => {
    const place = await vaultWithCode();
    const store = openStore(databaseOf(place));
    const old = readHeader(store);
    store.close();
    await (await ways(place, byCode(FIRST))).replace(recovered, event('recovery use'));
    putHeader(place, old);
    for (const opener of [byCode(FIRST), byPassword()]) {
      const opened = await ways(place, opener);
      await expect(opened.replace(recovered, event('passwd'))).rejects.toMatchObject({
        code: 'damaged',
        message: "the vault's header is not the one the journal states",
      });
    }
    expect((await reopen(place)).verify().faults).toContain(
      "the vault's header is not the one the journal states",
    );
  });

  test('is refused on a restored older vault, unless that is accepted', async () => {
    const place = await vaultWithCode();
    const backup = `${place.directory}.backup`;
    fs.cpSync(place.directory, backup, { recursive: true });
    put(await reopen(place), single('b', 'later'));
    fs.rmSync(place.directory, { recursive: true });
    fs.cpSync(backup, place.directory, { recursive: true });
    const opened = await ways(place, byCode(FIRST));
    expect(opened.rolledBack).toContain('older than when last used here');
    await expect(opened.replace(recovered, event('recovery use'))).rejects.toMatchObject({ code: 'damaged' });
    await opened.replace(recovered, event('recovery use'), { acceptRollback: true });
    const vault = await openVault(place, Buffer.from(NEW), clock);
    onTestFinished(() => vault.close());
    expect(vault.rolledBack).toBeNull();
    expect(vault.verify().faults).toEqual([]);
  });
});

function headerOf(place: Place): ReturnType<typeof decodeHeader> {
  const store = openStore(databaseOf(place));
  try {
    return decodeHeader(readHeader(store).body);
  } finally {
    store.close();
  }
}

function putHeader(place: Place, header: ReturnType<typeof readHeader>): void {
  const store = openStore(databaseOf(place));
  try {
    writeHeader(store, header);
  } finally {
    store.close();
  }
}

/** Adds a slot as a later version would. */
async function addSlot(place: Place, slot: Slot): Promise<void> {
  const store = openStore(databaseOf(place));
  try {
    const signed = readHeader(store);
    const keys = await unlock(signed, password());
    const { slots, revision, ...rest } = decodeHeader(signed.body);
    const body = encodeHeader({ ...rest, revision: revision + 1, slots: [...slots, slot] });
    store.write(true, () => {
      writeHeader(store, signHeader(keys, body));
      new Journal(store, keys).append(event('later'), [headerChange(body)], '2026-11-21T03:30:00Z');
    });
  } finally {
    store.close();
  }
}
