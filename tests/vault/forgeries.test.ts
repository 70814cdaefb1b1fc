/** What only shows where somebody has the keys, or a mistake of ours had written it: every layer checks for itself. */
import { describe, expect, test } from 'vitest';
import { encode } from '../../src/crypto/canonical.ts';
import { hkdf, takeKey } from '../../src/crypto/hkdf.ts';
import { hmac } from '../../src/crypto/hmac.ts';
import { decodeHeader, encodeHeader, readHeader, signHeader, writeHeader } from '../../src/vault/header.ts';
import { decodeBody, encodeBody, type UnhashedRecord } from '../../src/vault/journal-entry.ts';
import { FORMAT, type Keyring } from '../../src/vault/keyring.ts';
import { checkPasswordSlot } from '../../src/vault/password-slot.ts';
import { openPart, sealPart } from '../../src/vault/sealed-part.ts';
import type { Connection } from '../../src/vault/sqlite.ts';
import { openStore } from '../../src/vault/store.ts';
import { unlock } from '../../src/vault/unlock.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { databaseOf, event, newVault, password } from './support.ts';

const record: UnhashedRecord = {
  v: 1,
  seq: 2,
  timestamp: '2026-11-21T03:30:00Z',
  source: 'cli',
  action: 'get',
  outcome: 'success',
  prev_hash: '00'.repeat(32),
};

/** A vault of two records that is open, and edited by who has its keys. */
async function forged(edit: (store: Connection, keys: Keyring) => void): Promise<Vault> {
  const { place, vault } = await newVault();
  vault.record(event('get'));
  const store = openStore(databaseOf(place));
  try {
    edit(store, await unlock(readHeader(store), password()));
  } finally {
    store.close();
  }
  return vault;
}

const rowOf = (store: Connection, sql: string) =>
  store
    .query(sql, (row) => ({ epoch: Number(row['epoch']), sealed: Buffer.from(row['sealed'] as Uint8Array) }))
    .get() ?? { epoch: 0, sealed: Buffer.alloc(0) };

const place = (keys: Keyring, part: string, version: number) =>
  ({ purpose: 'audit', recordId: keys.vaultId, part, version }) as const;

/** Writes a record into the place of the second. */
function writeRecord(store: Connection, keys: Keyring, body: Buffer, hash: Buffer): void {
  const { sealed } = sealPart(keys, place(keys, 'journal', 2), encode(body, hash));
  store.command('UPDATE journal SET sealed = ? WHERE seq = 2')(sealed);
}

function hashOf(store: Connection, keys: Keyring, body: Buffer): Buffer {
  const row = rowOf(store, "SELECT epoch, sealed FROM journal_state WHERE part = 'key'");
  const secret = openPart(keys, place(keys, 'journal key', 0), row);
  if (secret === null) throw new Error('the key of the journal does not open');
  return hmac(takeKey(hkdf(takeKey(secret), keys.vaultId, encode(FORMAT, 'chain'))), body);
}

describe('a record of the journal', () => {
  test('that says another place than its own does not open', async () => {
    const vault = await forged((store, keys) => {
      const body = encodeBody({ ...record, seq: 7 }, []);
      writeRecord(store, keys, body, hashOf(store, keys, body));
    });
    expect(vault.verify().faults).toContain('the journal is damaged: record 2 does not open');
  });

  test('whose hash is not its own does not open', async () => {
    const vault = await forged((store, keys) => {
      writeRecord(store, keys, encodeBody(record, []), Buffer.alloc(32, 7));
    });
    expect(vault.verify().faults).toContain('the journal is damaged: record 2 does not open');
  });

  test('that follows no record before it is found', async () => {
    const vault = await forged((store, keys) => {
      const body = encodeBody(record, []);
      writeRecord(store, keys, body, hashOf(store, keys, body));
    });
    expect(vault.verify().faults).toContain(
      'the journal is damaged: record 2 does not follow the one before it',
    );
  });

  test('that is not the one the head means is found', async () => {
    const vault = await forged((store, keys) => {
      const { sealed } = sealPart(keys, place(keys, 'journal head', 0), encode(2, Buffer.alloc(32, 7)));
      store.command("UPDATE journal_state SET sealed = ? WHERE part = 'head'")(sealed);
    });
    expect(vault.verify().faults).toContain('the journal does not end where its head says');
  });

  test.each([
    ['of another version', encode('v', 2)],
    ['without a source', encodeBody(record, []).subarray(0, encode('v', 1, 'seq', 2).length)],
    ['with a member more', Buffer.concat([encodeBody(record, []), encode('more', 'text')])],
    ['with members in another order', encode('seq', 2, 'v', 1)],
  ])('%s is malformed', (_, body) => {
    expect(() => decodeBody(body, 'aa'.repeat(32))).toThrow('a record of the journal is malformed');
  });

  test('of another version is malformed though all the rest is right', () => {
    const body = encodeBody({ ...record, v: 2 as 1 }, []);
    expect(() => decodeBody(body, 'aa'.repeat(32))).toThrow('a record of the journal is malformed');
  });
});

describe('the header', () => {
  test('of an open vault is checked', async () => {
    const vault = await forged((store) => store.execute('UPDATE header SET mac = zeroblob(32)'));
    expect(vault.verify().faults).toEqual(["the vault's header was altered"]);
  });

  test('that the journal does not state is found', async () => {
    const vault = await forged((store, keys) => {
      const header = decodeHeader(readHeader(store).body);
      writeHeader(store, signHeader(keys, encodeHeader({ ...header, revision: 2 })));
    });
    expect(vault.verify().faults).toEqual(["the vault's header is not the one the journal states"]);
  });

  test('is one', () => {
    const row = { body: Buffer.alloc(1), mac: Buffer.alloc(32) };
    const store = { query: () => ({ all: () => [row, row] }) } as unknown as Connection;
    expect(() => readHeader(store)).toThrow('the vault does not have one header');
  });

  const id = Buffer.alloc(16);
  const whole = ['vaultctl vault', 1, id, id, 1, 1] as const;

  test.each([
    ['of another program', encode('another vault', ...whole.slice(1))],
    ['of another version', encode(whole[0], 2, ...whole.slice(2))],
    ['with a slot that goes on', encode(...whole, Buffer.concat([encode(9, id, id), Buffer.alloc(4)]))],
  ])('%s is malformed', (_, body) => {
    expect(() => decodeHeader(body)).toThrow('is malformed');
  });

  test('without any of these faults is read', () => {
    expect(decodeHeader(encode(...whole, encode(9, id, id))).slots).toHaveLength(1);
  });

  test('does not hold a password slot that goes on', () => {
    const body = encode(65_536, 3, 4, Buffer.alloc(16), Buffer.alloc(32), Buffer.alloc(60));
    expect(() => checkPasswordSlot({ type: 1, id, body })).not.toThrow();
    const longer = Buffer.concat([body, encode('more')]);
    expect(() => checkPasswordSlot({ type: 1, id, body: longer })).toThrow(
      "the vault's password slot is malformed",
    );
  });
});
