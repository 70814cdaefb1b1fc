import { createSecretKey } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as aead from '../../src/crypto/aead.ts';
import { encode } from '../../src/crypto/canonical.ts';
import { hmac } from '../../src/crypto/hmac.ts';
import { pad } from '../../src/crypto/padding.ts';
import { readAnchor, writeAnchor } from '../../src/vault/anchor.ts';
import { checkHeaderMac, decodeHeader, encodeHeader, signHeader } from '../../src/vault/header.ts';
import { decodeBody, encodeBody } from '../../src/vault/journal-entry.ts';
import { deriveKeyring, type Keyring } from '../../src/vault/keyring.ts';
import { decodeMetadata, encodeMetadata } from '../../src/vault/metadata.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { openPasswordSlot } from '../../src/vault/password-slot.ts';
import { nameMac } from '../../src/vault/records.ts';
import { openPart } from '../../src/vault/sealed-part.ts';
import { unlock } from '../../src/vault/unlock.ts';
import * as reader from '../fixtures/format-1.ts';
import { databaseOf, fields, newPlace, newVault, password, put, single } from './support.ts';

const vectorsAt = resolve(import.meta.dirname, '../vectors');
const vectors = JSON.parse(fs.readFileSync(join(vectorsAt, 'format-1.json'), 'utf8'));
const golden = JSON.parse(fs.readFileSync(join(vectorsAt, 'vault-1.json'), 'utf8'));

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

describe('the vectors of format 1', () => {
  const key = createSecretKey(hex(vectors.vault_key));
  const body = hex(vectors.header.body);
  const keys: Keyring = deriveKeyring(key, decodeHeader(body));

  test('hold for the encoding and the padding', () => {
    for (const { items, encoded } of vectors.canonical)
      expect(encode(...items).toString('hex')).toBe(encoded);
    for (const { length, padded } of vectors.padding) expect(pad(Buffer.alloc(length)).length).toBe(padded);
  });

  test('hold for the header, its slot and the keys', async () => {
    const header = decodeHeader(body);
    expect(header).toMatchObject({ epoch: vectors.epoch, revision: vectors.revision });
    expect([header.vaultId, header.spaceId]).toEqual([hex(vectors.vault_id), hex(vectors.space_id)]);
    expect(encodeHeader(header)).toEqual(body);
    expect(signHeader(keys, body).mac).toEqual(hex(vectors.header.mac));
    expect(() => checkHeaderMac(keys, { body, mac: hex(vectors.header.mac) })).not.toThrow();
    for (const [label, value] of Object.entries(vectors.keys)) {
      expect(keys[label as 'meta'].export().toString('hex')).toBe(value);
    }
    const [slot] = header.slots;
    const given = Buffer.from(vectors.password_slot.password);
    expect(slot && (await openPasswordSlot(slot, given, header.vaultId))?.export()).toEqual(key.export());
    expect((await unlock({ body, mac: hex(vectors.header.mac) }, given)).value.equals(keys.value)).toBe(true);
  });

  const parts = [
    vectors.metadata,
    vectors.value,
    vectors.journal.entry,
    vectors.journal.head,
    vectors.journal.key,
  ];
  test.each(parts)(
    'hold for the sealed part $part',
    ({ purpose, record_id, part, version, plaintext, aad, sealed }) => {
      const name = { purpose, recordId: hex(record_id), part, version };
      expect(openPart(keys, name, { epoch: 1, sealed: hex(sealed) })).toEqual(hex(plaintext));
      const nonce = hex(sealed).subarray(0, 12);
      expect(aead.seal(keys[purpose as 'meta'], pad(hex(plaintext)), hex(aad), nonce)).toEqual(hex(sealed));
      expect(openPart(keys, { ...name, version: version + 1 }, { epoch: 1, sealed: hex(sealed) })).toBeNull();
      expect(openPart(keys, name, { epoch: 2, sealed: hex(sealed) })).toBeNull();
    },
  );

  test('hold for the metadata and the name it is found by', () => {
    const { json, plaintext, record_id, version } = vectors.metadata;
    const metadata = decodeMetadata(hex(plaintext), record_id, version);
    expect(metadata?.secret).toMatchObject({ key: json.key, notes: json.notes, version, id: record_id });
    expect(metadata && encodeMetadata(metadata).toString()).toBe(JSON.stringify(json));
    expect(nameMac(keys, vectors.name.key)).toEqual(hex(vectors.name.mac));
  });

  test('hold for a record of the journal and its hash', () => {
    const { record, body: encoded, hash, chain_key } = vectors.journal;
    const { changes, ...rest } = record;
    expect(encodeBody(rest, changes).toString('hex')).toBe(encoded);
    expect(decodeBody(hex(encoded), hash)).toEqual({ record: { ...rest, hash }, changes });
    expect(hmac(createSecretKey(hex(chain_key)), hex(encoded)).toString('hex')).toBe(hash);
  });

  test('hold for the anchor', () => {
    const file = join(newPlace().state, 'anchor');
    const anchorKey = createSecretKey(hex(vectors.journal.anchor_key));
    const head = { seq: 7, hash: vectors.journal.hash };
    writeAnchor(file, anchorKey, hex(vectors.vault_id), head);
    expect(fs.readFileSync(file).toString('hex')).toBe(vectors.anchor);
    expect(readAnchor(file, anchorKey, hex(vectors.vault_id))).toEqual(head);
  });
});

describe('a vault kept from when format 1 was made', () => {
  test('opens, reads as it did, and verifies', async () => {
    const place = newPlace();
    fs.mkdirSync(place.directory, { mode: 0o700 });
    fs.writeFileSync(databaseOf(place), fs.readFileSync(join(vectorsAt, 'vault-1.db')), { mode: 0o600 });
    const vault = await openVault(place, Buffer.from(golden.password), () => new Date());
    expect(vault.id).toBe(golden.id);
    const secrets = vault.list().map((secret) => {
      const values = [...vault.open(secret)].map(([name, value]) => [name, value.toString()]);
      return Object.assign({}, secret, { bindings: [...secret.bindings], values });
    });
    expect(secrets).toEqual(golden.secrets);
    expect([...vault.journal()]).toEqual(golden.journal);
    expect(vault.verify().faults).toEqual([]);
    put(vault, single('new', 'value'));
    expect(vault.verify().faults).toEqual([]);
    vault.close();
  });

  test('reads the same by the document alone', () => {
    const copy = join(newPlace().directory, '..', 'copy.db');
    fs.copyFileSync(join(vectorsAt, 'vault-1.db'), copy);
    const { secrets, records } = reader.readVault(copy, golden.password);
    const names = new Map(secrets.map(({ metadata, values }) => [metadata.key, values]));
    expect(names).toEqual(
      new Map(golden.secrets.map((secret: { key: string; values: unknown }) => [secret.key, secret.values])),
    );
    expect(records.map(({ hash }) => hash)).toEqual(
      golden.journal.map((record: { hash: string }) => record.hash),
    );
  });
});

test('a vault made now is read by the document alone', async () => {
  const { place, vault } = await newVault();
  put(vault, fields('a/b', { user: 'me', password: 'p\u00e4ss' }));
  put(vault, single('c', 'x'.repeat(5000)));
  put(vault, fields('a/b', { user: 'you', password: undefined }));
  vault.close();
  const { secrets, records } = reader.readVault(databaseOf(place), password().toString());
  expect(new Map(secrets.map(({ metadata, values }) => [metadata.key, Object.fromEntries(values)]))).toEqual(
    new Map([
      ['a/b', { user: 'you', password: 'p\u00e4ss' }],
      ['c', { value: 'x'.repeat(5000) }],
    ]),
  );
  expect(records.map(({ action }) => action)).toEqual(['init', 'set', 'set', 'set']);
  expect(() => reader.readVault(databaseOf(place), 'wrong')).toThrow('wrong password');
});

test('the worked example in the document is the vectors, and the statements in it are the tables', async () => {
  const document = fs.readFileSync(resolve(import.meta.dirname, '../../docs/format.md'), 'utf8');
  const { tables } = await import('../../src/vault/schema.ts');
  for (const table of tables) expect(document).toContain(table);
  const example = document.slice(document.indexOf('## Worked example'));
  const quoted = [...example.matchAll(/\b[0-9a-f]{8,}\b/g)].map(([digits]) => digits);
  expect(quoted.length).toBeGreaterThan(20);
  const recovery = fs.readFileSync(join(vectorsAt, 'recovery-1.json'), 'utf8');
  const known = JSON.stringify(vectors) + recovery;
  for (const digits of quoted) expect(known).toContain(digits);
});
