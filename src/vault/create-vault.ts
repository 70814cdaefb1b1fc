import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import type { AuditEvent } from '../domain/audit-record.ts';
import { formatTime } from '../domain/time.ts';
import { takeKey } from '../crypto/hkdf.ts';
import { VaultError } from '../errors.ts';
import { errorCode, fileError } from './file-error.ts';
import { checkDirectory, databaseFile } from './files.ts';
import { encodeHeader, headerChange, ID_BYTES, signHeader, writeHeader } from './header.ts';
import { Journal, type Head } from './journal.ts';
import { deriveKeyring, type Keyring } from './keyring.ts';
import { makePasswordSlot } from './password-slot.ts';
import { makeRecoverySlot } from './recovery-slot.ts';
import { RollbackGuard } from './rollback.ts';
import { createStore } from './store.ts';
import type { Clock, Place } from './vault.ts';

/** What opens a vault to be. */
interface FirstWays {
  readonly password: Buffer;
  /** The 40 characters of a recovery code. */
  readonly recoveryCode?: Buffer | undefined;
}

/**
 * Makes an empty vault whose journal starts with `event`. `recoveryCode`: the 40 characters of one. Throws `failure` when there is one already.
 *
 * It is built beside its place and linked into it, so that there is never half a vault, nor two makers of one.
 */
export async function createVault(
  place: Place,
  password: Buffer,
  event: AuditEvent,
  clock: Clock,
  recoveryCode?: Buffer,
): Promise<void> {
  const file = databaseFile(place.directory);
  refuseExisting(place.directory);
  makeDirectory(place.directory);
  const draft = makeDraft(file);
  try {
    const { guard, head } = await fill(draft, place, { password, recoveryCode }, event, formatTime(clock()));
    onDisk(place.directory, () => {
      sync(draft);
      link(draft, file);
      sync(place.directory);
    });
    guard.advance(head);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) fs.rmSync(draft + suffix, { force: true });
  }
}

export function refuseExisting(directory: string): void {
  if (fs.existsSync(databaseFile(directory))) throw alreadyThere(directory);
}

function alreadyThere(directory: string): VaultError {
  return new VaultError(
    'failure',
    `a vault already exists at ${directory}`,
    'give another directory with --vault-dir',
  );
}

function makeDirectory(directory: string): void {
  onDisk(directory, () => {
    const stats = fs.lstatSync(directory, { throwIfNoEntry: false });
    if (stats === undefined) fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (stats === undefined || (stats.isDirectory() && stats.uid === process.getuid?.())) {
      fs.chmodSync(directory, 0o700);
    }
  });
  checkDirectory(directory);
}

/** An empty file only the owner can read. SQLite gives its side files the same mode. */
function makeDraft(file: string): string {
  const draft = `${file}.${randomBytes(8).toString('hex')}.tmp`;
  onDisk(dirname(file), () => fs.closeSync(fs.openSync(draft, 'wx', 0o600)));
  return draft;
}

async function fill(
  draft: string,
  place: Place,
  ways: FirstWays,
  event: AuditEvent,
  time: string,
): Promise<{ guard: RollbackGuard; head: Head }> {
  const { keys, body } = await makeHeader(ways, time);
  const store = createStore(draft);
  try {
    const journal = new Journal(store, keys);
    const head = store.write(true, () => {
      writeHeader(store, signHeader(keys, body));
      journal.start();
      return journal.append(event, [headerChange(body)], time);
    });
    return { guard: new RollbackGuard(place.state, keys, journal), head };
  } finally {
    store.close();
  }
}

async function makeHeader(
  { password, recoveryCode }: FirstWays,
  time: string,
): Promise<{ keys: Keyring; body: Buffer }> {
  const vaultKey = randomBytes(32);
  const vaultId = randomBytes(ID_BYTES);
  const slots = [await makePasswordSlot(vaultKey, password, vaultId)];
  if (recoveryCode !== undefined) slots.push(makeRecoverySlot(vaultKey, recoveryCode, vaultId, time));
  const header = { vaultId, spaceId: randomBytes(ID_BYTES), epoch: 1, revision: 1, slots };
  return { keys: deriveKeyring(takeKey(vaultKey), header), body: encodeHeader(header) };
}

// Unlike a rename, a link never replaces what another process has put there.
function link(draft: string, file: string): void {
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw alreadyThere(dirname(file));
    throw error;
  }
}

function sync(path: string): void {
  const descriptor = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function onDisk(directory: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw fileError(error, `no vault can be made at ${directory}`);
  }
}
