/**
 * Writes the vectors of recovery codes and their slots, which came to format 1 later, into tests/vectors: `recovery-1.json`,
 * byte for byte from fixed inputs, and the vault `recovery-1.db` that opens by the code in it. As those of
 * make-format-vectors.mjs they are never made anew.
 */

import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as format from '../tests/fixtures/format-1.ts';
import { createVault } from '../src/vault/create-vault.ts';
import { openVault } from '../src/vault/open-vault.ts';

const target = resolve(import.meta.dirname, '../tests/vectors');
const bytes = (length, first) => Buffer.from(Array.from({ length }, (_, index) => (first + index) & 0xff));
const clock = () => new Date(Date.UTC(2026, 10, 21, 16));
const hex = (value) => value.toString('hex');

if (fs.existsSync(join(target, 'recovery-1.json')))
  throw new Error('the vectors of recovery codes are made already');
const slot = slotVector();
const vault = await makeVault();
fs.writeFileSync(
  join(target, 'recovery-1.json'),
  `${JSON.stringify({ codes: codes(), slot, vault }, null, 2)}\n`,
);

function codes() {
  return [
    Array.from({ length: 34 }, () => 0),
    Array.from({ length: 34 }, () => 31),
    Array.from({ length: 34 }, (_, index) => index % 32),
    Array.from({ length: 34 }, (_, index) => (index * 19 + 7) % 32),
  ].map((values) => ({ values, code: format.recoveryCode(values) }));
}

/** The slot of the worked example's vault. */
function slotVector() {
  const [vaultKey, vaultId, slotId] = [bytes(32, 0), bytes(16, 0x10), bytes(16, 0xf0)];
  const code = format.recoveryCode(Array.from({ length: 34 }, (_, index) => index % 32));
  const created = '2026-11-21T16:00:00Z';
  const root = Buffer.from(code);
  const wrap = format.subkey(root, vaultId, 'recovery wrap');
  const commit = format.subkey(root, vaultId, 'recovery commit');
  const aad = format.recoveryAad(vaultId, slotId, created, commit);
  const wrapped = format.seal(wrap, vaultKey, aad, bytes(12, 0x70));
  return {
    code,
    vault_key: hex(vaultKey),
    vault_id: hex(vaultId),
    id: hex(slotId),
    created,
    wrap: hex(wrap),
    commit: hex(commit),
    aad: hex(aad),
    wrapped: hex(wrapped),
    body: hex(format.encode(created, commit, wrapped)),
    slot: hex(format.encode(2, slotId, format.encode(created, commit, wrapped))),
  };
}

async function makeVault() {
  const root = fs.mkdtempSync(join(tmpdir(), 'recovery-vectors-'));
  const place = { directory: join(root, 'vault'), state: join(root, 'state') };
  const password = 'correct horse battery staple';
  const code = format.recoveryCode(Array.from({ length: 34 }, (_, index) => (index * 19 + 7) % 32));
  const event = { source: 'cli', action: 'init', outcome: 'success' };
  const field = { name: 'value', sensitive: true, aliases: [], value: Buffer.from('kept') };
  try {
    await createVault(place, Buffer.from(password), event, clock, Buffer.from(code));
    const opened = await openVault(place, Buffer.from(password), clock);
    opened.change(
      (transaction) =>
        transaction.put({ key: 'a', form: 'single', fields: [field], tags: [], bindings: new Map() }),
      () => ({ ...event, action: 'set', key: 'a' }),
    );
    opened.close();
    fs.copyFileSync(join(place.directory, 'vault.db'), join(target, 'recovery-1.db'));
    return { password, code, key: 'a', value: 'kept', since: '2026-11-21T16:00:00Z' };
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}
