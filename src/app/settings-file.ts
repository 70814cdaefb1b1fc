/** Files of other programs: read whole, replaced whole, with a copy of what was there. */

import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { VaultError } from '../errors.ts';
import { errorCode, fileError } from '../vault/file-error.ts';

export interface SettingsFile {
  /** As it is named. */
  readonly path: string;
  /** Where a link in its place leads; else the same. */
  readonly target: string;
  /** null when there is no file. */
  readonly content: { readonly text: string; readonly bytes: Buffer; readonly stats: fs.Stats } | null;
}

/** Larger is no file of settings. */
const MAX_BYTES = 64 * 1024 * 1024;
const OWNER_ONLY = 0o600;

/** Reads a file, through a link. Throws `failure` for what is no file of UTF-8 text, or cannot be read. */
export function readSettingsFile(path: string): SettingsFile {
  const target = targetOf(path);
  const bytes = readBytes(target);
  if (bytes === null) return { path, target, content: null };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, target, content: { text, bytes, stats: fs.statSync(target) } };
  } catch (error) {
    if (error instanceof TypeError) throw new VaultError('failure', `${path} is not UTF-8 text`);
    throw fileError(error, `${path} cannot be read`);
  }
}

/**
 * Puts `text` in the place of what was read (null: no file), by a rename, with the mode and the owner the file had;
 * `newMode` is that of a file that was not there. Resolves to the path of the copy of what was there, null without one.
 * Throws `failure` when the file is not what was read any more, or cannot be written; nothing is changed then.
 */
export function replaceSettingsFile(file: SettingsFile, text: string | null, newMode: number): string | null {
  refuseChanged(file);
  const backup = file.content === null ? null : keepCopy(file.path, file.content.bytes);
  try {
    if (text === null) fs.rmSync(file.target, { force: true });
    else putInPlace(file, text, newMode);
  } catch (error) {
    throw fileError(error, `${file.path} cannot be written`);
  }
  return backup;
}

/** The texts of the copies kept beside a file. */
export function keptCopies(path: string): string[] {
  const texts: string[] = [];
  for (const copy of copyNames(path)) {
    const bytes = readBytes(copy);
    if (bytes !== null) texts.push(bytes.toString('utf8'));
  }
  return texts;
}

function targetOf(path: string): string {
  try {
    if (fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
    return fs.realpathSync(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new VaultError('failure', `${path} is a link to nothing`);
    throw fileError(error, `${path} cannot be read`);
  }
}

function readBytes(path: string): Buffer | null {
  let descriptor;
  try {
    // What is no file must not be waited for.
    descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile()) throw new VaultError('failure', `${path} is not a regular file`);
    if (stats.size > MAX_BYTES)
      throw new VaultError('failure', `${path} is too large for a file of settings`);
    return fs.readFileSync(descriptor);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw fileError(error, `${path} cannot be read`);
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/** Clients write their files themselves, also while somebody is asked. */
function refuseChanged({ path, target, content }: SettingsFile): void {
  const now = readBytes(target);
  const isSame = now === null || content === null ? now === content : now.equals(content.bytes);
  if (isSame) return;
  throw new VaultError(
    'failure',
    `${path} was changed by another program meanwhile`,
    'run the command again',
  );
}

/** A copy beside the file, for its owner only: settings may hold secrets of other servers. One that is there serves. */
function keepCopy(path: string, bytes: Buffer): string {
  for (const copy of copyNames(path)) {
    try {
      fs.writeFileSync(copy, bytes, { flag: 'wx', mode: OWNER_ONLY, flush: true });
      return copy;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw fileError(error, `${copy} cannot be written`);
      if (readBytes(copy)?.equals(bytes) === true) return copy;
    }
  }
  throw new VaultError('failure', `there are too many copies of ${path}`, 'delete those that are not needed');
}

function copyNames(path: string): string[] {
  const first = `${path}.vaultctl-backup`;
  return [first, ...Array.from({ length: 98 }, (_, index) => `${first}-${index + 2}`)];
}

function putInPlace({ target, content }: SettingsFile, text: string, newMode: number): void {
  fs.mkdirSync(dirname(target), { recursive: true });
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const descriptor = fs.openSync(draft, 'wx', OWNER_ONLY);
    try {
      fs.writeFileSync(descriptor, text);
      if (content !== null) keepOwner(descriptor, content.stats);
      fs.fchmodSync(descriptor, content === null ? newMode : content.stats.mode & 0o7777);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
    fs.renameSync(draft, target);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

function keepOwner(descriptor: number, { uid, gid }: fs.Stats): void {
  const own = fs.fstatSync(descriptor);
  if (own.uid !== uid || own.gid !== gid) fs.fchownSync(descriptor, uid, gid);
}
