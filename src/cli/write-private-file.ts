import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { VaultError } from '../errors.ts';
import { fileError } from '../vault/file-error.ts';

export interface WriteOptions {
  /** Replace a file that has content, or a symbolic link. */
  readonly force: boolean;
}

/** Throws `failure` where `writePrivateFile` would refuse: better before a secret is opened than after. */
export function checkWritable(path: string, { force }: WriteOptions): void {
  const stats = look(path);
  if (stats === undefined) return;
  if (!stats.isFile() && !(force && stats.isSymbolicLink())) {
    throw new VaultError('failure', `${path} is not a regular file`);
  }
  if (stats.size > 0 && !force) {
    throw new VaultError('failure', `${path} has content already`, 'add --force to replace it');
  }
}

/**
 * Writes a file only its owner can read, whole or not at all: beside its place, then moved there.
 * A symbolic link is replaced, never followed. Throws `failure`.
 */
export function writePrivateFile(path: string, content: string, options: WriteOptions): void {
  checkWritable(path, options);
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeThrough(draft, content);
    fs.renameSync(draft, path);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw fileError(error, `${path} cannot be written`);
  }
}

function look(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw fileError(error, `${path} cannot be written`);
  }
}

function writeThrough(path: string, content: string): void {
  const file = fs.openSync(path, 'wx', 0o600);
  try {
    fs.fchmodSync(file, 0o600);
    fs.writeFileSync(file, content);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
