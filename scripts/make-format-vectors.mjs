/**
 * Writes the vectors of format 1 into tests/vectors: `format-1.json`, byte for byte from fixed inputs, and the vault
 * `vault-1.db` with what it holds in `vault-1.json`. They say what format 1 is and are never made anew: a vault
 * of theirs must open with every later version. The script shows how they came to be.
 */

import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as format from '../tests/fixtures/format-1.ts';
import { createVault } from '../src/vault/create-vault.ts';
import { openVault } from '../src/vault/open-vault.ts';

const { encode } = format;
const target = resolve(import.meta.dirname, '../tests/vectors');
const bytes = (length, first) => Buffer.from(Array.from({ length }, (_, index) => (first + index) & 0xff));
const hex = (value) => value.toString('hex');

const event = (action, key) => ({ source: 'cli', action, outcome: 'success', ...(key && { key }) });
const field = (name, value, more) => ({
  name,
  sensitive: true,
  aliases: [],
  value: Buffer.from(value),
  ...more,
});

if (fs.existsSync(join(target, 'format-1.json'))) throw new Error('the vectors of format 1 are made already');
fs.mkdirSync(target, { recursive: true });
fs.writeFileSync(join(target, 'format-1.json'), `${JSON.stringify(vectors(), null, 2)}\n`);
await makeVault();

function vectors() {
  const password = 'correct horse battery staple';
  const [vaultKey, vaultId, spaceId] = [bytes(32, 0), bytes(16, 0x10), bytes(16, 0x20)];
  const [slotId, salt, recordId, fieldId] = [
    bytes(16, 0x30),
    bytes(16, 0x40),
    bytes(16, 0x50),
    bytes(16, 0x60),
  ];
  const [epoch, revision, parameters] = [1, 1, [65536, 3, 4]];
  const root = format.argon2id(password, salt, parameters);
  const [wrap, commit] = [format.subkey(root, vaultId, 'wrap'), format.subkey(root, vaultId, 'commit')];
  const wrapAad = format.wrapAad(vaultId, slotId, parameters, salt, commit);
  const wrapped = format.seal(wrap, vaultKey, wrapAad, bytes(12, 0x70));
  const slotBody = encode(...parameters, salt, commit, wrapped);
  const header = encode('vaultctl vault', 1, vaultId, spaceId, epoch, revision, encode(1, slotId, slotBody));
  const labels = ['header', 'meta', 'value', 'name', 'audit'];
  const keys = Object.fromEntries(
    labels.map((label) => [label, format.subkey(vaultKey, vaultId, label, epoch)]),
  );
  const part = (purpose, id, name, version, plaintext, nonce) => {
    const aad = format.partAad(epoch, spaceId, id, name, version);
    const sealed = format.seal(keys[purpose], format.pad(plaintext), aad, nonce);
    return {
      purpose,
      record_id: hex(id),
      part: name,
      version,
      plaintext: hex(plaintext),
      aad: hex(aad),
      sealed: hex(sealed),
    };
  };
  const metadata = {
    key: 'db/prod',
    form: 'fields',
    fields: [
      {
        id: hex(fieldId),
        version: 1,
        name: 'password',
        sensitive: true,
        hint: 'rotates',
        kind: 'password',
        aliases: ['pw'],
      },
    ],
    tags: ['prod'],
    notes: 'ask the owner',
    url: 'https://db.example.com',
    expiresAt: '2027-01-01T00:00:00Z',
    createdAt: '2026-11-21T03:30:00Z',
    updatedAt: '2026-11-21T03:30:01Z',
    bindings: [['PGPASSWORD', 'password']],
  };
  const nameMac = format.hmac(keys.name, 'db/prod');
  const sealedMetadata = part(
    'meta',
    recordId,
    'meta',
    2,
    Buffer.from(JSON.stringify(metadata)),
    bytes(12, 0x80),
  );
  const sealedValue = part(
    'value',
    recordId,
    `value:${hex(fieldId)}`,
    1,
    Buffer.from('p\u00e4ss'),
    bytes(12, 0x90),
  );
  const digest = format.sha256(
    encode(
      recordId,
      nameMac,
      Buffer.from(sealedMetadata.sealed, 'hex'),
      fieldId,
      Buffer.from(sealedValue.sealed, 'hex'),
    ),
  );
  const secret = bytes(32, 0xa0);
  const chain = {
    secret,
    entry: format.subkey(secret, vaultId, 'chain'),
    anchor: format.subkey(secret, vaultId, 'anchor'),
  };
  const record = {
    v: 1,
    seq: 7,
    timestamp: '2026-11-21T03:30:01Z',
    source: 'cli',
    action: 'set',
    outcome: 'success',
    keys: ['db/prod', ''],
    exit_code: 0,
    unlock: 'prompt',
    changes: [
      { id: hex(recordId), version: 2, digest: hex(digest) },
      { id: hex(slotId), version: 5, digest: null },
    ],
    prev_hash: hex(bytes(32, 0xb0)),
  };
  const members = [
    ['v', 1],
    ['seq', 7],
    ['timestamp', record.timestamp],
    ['source', 'cli'],
    ['action', 'set'],
    ['outcome', 'success'],
    ['keys', encode('db/prod', '')],
    ['exit_code', 0],
    ['unlock', 'prompt'],
    ['changes', encode(encode(recordId, 2, digest), encode(slotId, 5, 'removed'))],
    ['prev_hash', bytes(32, 0xb0)],
  ];
  const body = encode(...members.flat());
  const hash = format.hmac(chain.entry, body);
  const anchor = encode('vaultctl anchor', 1, vaultId, 7, hash);
  return {
    canonical: [
      { items: [], encoded: '' },
      {
        items: ['', 0, 'a\u00e9\u{1f511}', 1234567890123],
        encoded: hex(encode('', 0, 'a\u00e9\u{1f511}', 1234567890123)),
      },
    ],
    padding: [0, 1, 508, 509, 1000, 70000].map((length) => ({
      length,
      padded: format.paddedSize(4 + length),
    })),
    vault_key: hex(vaultKey),
    vault_id: hex(vaultId),
    space_id: hex(spaceId),
    epoch,
    revision,
    password_slot: {
      password,
      id: hex(slotId),
      memory: 65536,
      passes: 3,
      lanes: 4,
      salt: hex(salt),
      argon2id: hex(root),
      wrap: hex(wrap),
      commit: hex(commit),
      aad: hex(wrapAad),
      wrapped: hex(wrapped),
      body: hex(slotBody),
    },
    header: { body: hex(header), mac: hex(format.hmac(keys.header, header)) },
    keys: Object.fromEntries(labels.map((label) => [label, hex(keys[label])])),
    name: { key: 'db/prod', mac: hex(nameMac) },
    metadata: { json: metadata, ...sealedMetadata },
    value: sealedValue,
    record_digest: hex(digest),
    journal: {
      secret: hex(chain.secret),
      chain_key: hex(chain.entry),
      anchor_key: hex(chain.anchor),
      record,
      body: hex(body),
      hash: hex(hash),
      entry: part('audit', vaultId, 'journal', 7, encode(body, hash), bytes(12, 0xc0)),
      head: part('audit', vaultId, 'journal head', 0, encode(7, hash), bytes(12, 0xd0)),
      key: part('audit', vaultId, 'journal key', 0, secret, bytes(12, 0xe0)),
    },
    anchor: hex(encode(anchor, format.hmac(chain.anchor, anchor))),
  };
}

async function makeVault() {
  const root = fs.mkdtempSync(join(tmpdir(), 'format-vectors-'));
  const place = { directory: join(root, 'vault'), state: join(root, 'state') };
  const password = 'p\u00e4sswort \u2460';
  let seconds = 0;
  const clock = () => new Date(Date.UTC(2026, 10, 21, 3, 30, seconds++));
  const drafts = [
    { key: 'aws/prod', form: 'single', fields: [field('value', 'first')], tags: [], bindings: new Map() },
    { key: 'gone', form: 'single', fields: [field('value', '')], tags: [], bindings: new Map() },
    {
      key: 'db/prod',
      form: 'fields',
      fields: [
        field('user', 'me', { sensitive: false, kind: 'username', aliases: ['login'] }),
        field('password', 'p\u00e4\nss'),
      ],
      tags: ['prod', 'db'],
      notes: 'notes',
      url: 'https://db.example.com',
      expiresAt: '2027-01-01T00:00:00Z',
      bindings: new Map([
        ['PGUSER', 'user'],
        ['PGPASSWORD', 'password'],
      ]),
    },
    { key: 'aws/prod', form: 'single', fields: [field('value', 'second')], tags: [], bindings: new Map() },
  ];
  try {
    await createVault(place, Buffer.from(password), event('init'), clock);
    const vault = await openVault(place, Buffer.from(password), clock);
    for (const draft of drafts)
      vault.change(
        (transaction) => transaction.put(draft),
        () => event('set', draft.key),
      );
    vault.change(
      (transaction) => transaction.remove(transaction.find('gone')),
      () => event('delete', 'gone'),
    );
    vault.record({
      ...event('secret_run'),
      source: 'mcp',
      phase: 'start',
      keys: ['aws/prod'],
      command: 'env',
      args: ['x'],
    });
    const secrets = vault.list().map((secret) => {
      const values = [...vault.open(secret)].map(([name, value]) => [name, value.toString()]);
      return Object.assign({}, secret, { bindings: [...secret.bindings], values });
    });
    const expected = { password, id: vault.id, secrets, journal: [...vault.journal()] };
    vault.close();
    fs.copyFileSync(join(place.directory, 'vault.db'), join(target, 'vault-1.db'));
    fs.writeFileSync(join(target, 'vault-1.json'), `${JSON.stringify(expected, null, 2)}\n`);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}
