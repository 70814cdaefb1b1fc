/**
 * The operating system's keychain as a place for the master password. Only what uses secrets without showing them may
 * take it from there; whatever shows or changes them asks a person.
 */

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditText } from '../domain/audit-text.ts';
import { VaultError } from '../errors.ts';
import { askKeychain } from '../process/keychain.ts';
import { peekVault } from '../vault/peek.ts';
import { messageOf } from './audited.ts';
import type { MasterPassword } from './master-password.ts';
import type { Places } from './places.ts';
import type { WaysContext } from './ways-context.ts';

/** Long enough to type the keychain's own password into a dialog, and less than clients wait for a tool. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 10_000;

export interface KeychainStatus {
  readonly status: 'enabled' | 'disabled' | 'unavailable';
  /** Why, where that needs a word. */
  readonly reason?: string;
}

/** Whether the keychain opens this vault. Throws `locked` without a vault. */
export async function keychainStatus(places: Places, env: NodeJS.ProcessEnv): Promise<KeychainStatus> {
  const { id } = peekVault(places.directory);
  const answer = await askKeychain({ operation: 'get', account: id }, env, LOOK_MS);
  if (answer.kind === 'failed') return { status: 'unavailable', reason: answer.reason };
  if (answer.kind === 'done') answer.secret.fill(0);
  const found = answer.kind === 'done';
  if (isEnabled(places, id) === found) return { status: found ? 'enabled' : 'disabled' };
  const reason = found
    ? 'the keychain has a password for this vault, which is not used'
    : 'its entry is gone from the keychain';
  return { status: 'disabled', reason };
}

/** Stores the master password, which opened these ways, and records that. Throws `failure` when it cannot. */
export async function enableKeychain(
  { ways, places, env, unlock }: WaysContext,
  password: Buffer,
): Promise<void> {
  const event = { source: 'cli', action: 'keychain enable', unlock } as const;
  try {
    await store(ways.id, password, env);
    mkdirSync(places.state, { recursive: true, mode: 0o700 });
    writeFileSync(marker(places, ways.id), '', { mode: 0o600 });
  } catch (error) {
    ways.record({ ...event, outcome: 'error', reason: auditText(messageOf(error)) });
    throw error;
  }
  ways.record({ ...event, outcome: 'success' });
}

/** Takes the password out of the keychain; whether there was one. Throws `failure` when the keychain cannot be asked. */
export async function disableKeychain(places: Places, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { id } = peekVault(places.directory);
  const wasEnabled = isEnabled(places, id);
  // First, so that it is not used any more even where the entry cannot be taken away.
  rmSync(marker(places, id), { force: true });
  const answer = await askKeychain({ operation: 'delete', account: id }, env, PATIENCE_MS);
  if (answer.kind !== 'failed') return answer.kind === 'done' || wasEnabled;
  throw new VaultError(
    'failure',
    `the password could not be taken out of the keychain: ${answer.reason}`,
    'vaultctl does not use it any more; run this again when the keychain can be reached',
  );
}

/** Keeps the keychain right when the master password has changed. Throws `failure` when it cannot. */
export async function updateKeychain(
  places: Places,
  id: string,
  password: Buffer,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  if (isEnabled(places, id)) await store(id, password, env);
}

/**
 * The master password from the keychain; null where it is not enabled for this vault, which costs next to nothing.
 * For commands that use secrets and never show them. Throws `locked` when it is enabled and cannot be had.
 */
export async function passwordFromKeychain(
  places: Places,
  env: NodeJS.ProcessEnv,
): Promise<MasterPassword | null> {
  if (!isKeychainEnabled(places)) return null;
  const { id } = peekVault(places.directory);
  if (!isEnabled(places, id)) return null;
  const answer = await askKeychain({ operation: 'get', account: id }, env, PATIENCE_MS);
  if (answer.kind === 'done') return { password: answer.secret, unlock: 'keychain' };
  throw new VaultError(
    'locked',
    answer.kind === 'absent'
      ? 'the keychain has no password for this vault any more'
      : `the keychain cannot be asked for the master password: ${answer.reason}`,
    'store it anew with `vaultctl keychain enable`, or give it by VAULT_PASSWORD_FILE',
  );
}

/**
 * Opens a vault with the keychain's password, where that is enabled; null where it is not. Throws `locked` when the
 * password cannot be had or, having changed since, does not open the vault.
 */
export async function openByKeychain<T>(
  places: Places,
  env: NodeJS.ProcessEnv,
  open: (master: MasterPassword) => Promise<T>,
): Promise<T | null> {
  const master = await passwordFromKeychain(places, env);
  if (master === null) return null;
  try {
    return await open(master);
  } catch (error) {
    master.password.fill(0);
    if (!(error instanceof VaultError) || error.code !== 'locked') throw error;
    throw new VaultError(
      'locked',
      'the password in the keychain does not open this vault: the master password was changed since',
      'run `vaultctl keychain enable` to store the new one',
    );
  }
}

/** Whether the keychain is switched on for a vault on this machine. */
export function isEnabled(places: Places, id: string): boolean {
  return existsSync(marker(places, id));
}

/** Whether it is switched on for any vault of this user; costs a look at the state directory. */
export function isKeychainEnabled({ state }: Places): boolean {
  return existsSync(state) && readdirSync(state).some((name) => name.endsWith(SUFFIX));
}

/** A file that says so: where it is off, the library is never loaded. */
function marker({ state }: Places, id: string): string {
  return join(state, `${id}${SUFFIX}`);
}

const SUFFIX = '.keychain';

async function store(account: string, secret: Buffer, env: NodeJS.ProcessEnv): Promise<void> {
  const answer = await askKeychain({ operation: 'set', account, secret }, env, PATIENCE_MS);
  if (answer.kind === 'done') return;
  throw new VaultError(
    'failure',
    `the keychain cannot be used: ${answer.kind === 'failed' ? answer.reason : 'it kept nothing'}`,
    'without one, VAULT_PASSWORD_FILE names a file (mode 0600) with the password',
  );
}
