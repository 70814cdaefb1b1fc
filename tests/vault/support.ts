import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { AuditEvent } from '../../src/domain/audit-record.ts';
import type { Secret } from '../../src/domain/secret.ts';
import { createVault } from '../../src/vault/create-vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import type { FieldDraft, Place, SecretDraft, Vault } from '../../src/vault/vault.ts';

export const password = (): Buffer => Buffer.from('correct horse battery staple');
export const clock = (): Date => new Date('2026-11-21T03:30:00.900Z');

export function event(action: string, key?: string): AuditEvent {
  return { source: 'cli', action, outcome: 'success', ...(key !== undefined && { key }) };
}

/** A place for a vault, gone when the test is. */
export function newPlace(): Place {
  const root = mkdtempSync(join(tmpdir(), 'vault-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return { directory: join(root, '.vault'), state: join(root, 'state') };
}

export function databaseOf(place: Place): string {
  return join(place.directory, 'vault.db');
}

export async function newVault(place: Place = newPlace()): Promise<{ place: Place; vault: Vault }> {
  await createVault(place, password(), event('init'), clock);
  return { place, vault: await reopen(place) };
}

/** A way to many places that start alike: `build` runs once, each call gives a closed copy of what it left. */
export function template(build: (vault: Vault, place: Place) => void): () => Place {
  const root = mkdtempSync(join(tmpdir(), 'vault-test-'));
  const original = { directory: join(root, '.vault'), state: join(root, 'state') };
  beforeAll(async () => {
    await createVault(original, password(), event('init'), clock);
    const vault = await openVault(original, password(), clock);
    build(vault, original);
    vault.close();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return () => {
    const copy = newPlace();
    cpSync(original.directory, copy.directory, { recursive: true });
    cpSync(original.state, copy.state, { recursive: true });
    return copy;
  };
}

export async function reopen(place: Place): Promise<Vault> {
  const vault = await openVault(place, password(), clock);
  onTestFinished(() => vault.close());
  return vault;
}

export function single(key: string, value: string): SecretDraft {
  const field = { name: 'value', sensitive: true, aliases: [], value: Buffer.from(value) };
  return { key, form: 'single', fields: [field], tags: [], bindings: new Map() };
}

export function fields(key: string, values: Readonly<Record<string, string | undefined>>): SecretDraft {
  const drafts = Object.entries(values).map(([name, value]): FieldDraft => {
    const draft = { name, sensitive: false, aliases: [] };
    return value === undefined ? draft : Object.assign(draft, { value: Buffer.from(value) });
  });
  return { key, form: 'fields', fields: drafts, tags: [], bindings: new Map() };
}

export function put(vault: Vault, draft: SecretDraft): Secret {
  return vault.change(
    (transaction) => transaction.put(draft),
    () => event('set', draft.key),
  );
}

export function remove(vault: Vault, secret: Secret): void {
  vault.change(
    (transaction) => transaction.remove(secret),
    () => event('delete', secret.key),
  );
}

/** The value of a single-value secret. */
export function valueOf(vault: Vault, key: string): string | undefined {
  const secret = vault.find(key);
  return secret === null ? undefined : vault.open(secret).get('value')?.toString();
}

/** Edits the database behind the vault's back. The vault must be closed. */
export function tamper(place: Place, edit: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(databaseOf(place), {
    enableForeignKeyConstraints: false,
    defensive: false,
  });
  try {
    edit(database);
  } finally {
    database.close();
  }
}
