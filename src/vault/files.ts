/** The vault's files: where they are, and that nobody but the owner can have touched them. */

import * as fs from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '../errors.ts';
import { errorCode, fileError } from './file-error.ts';

export function databaseFile(directory: string): string {
  return join(directory, 'vault.db');
}

/** Throws `locked` when there is no vault in the directory, `failure` when its files are not the owner's alone. */
export function checkFiles(directory: string): void {
  const found = checkDirectory(directory) && checkFile(databaseFile(directory));
  if (found) {
    for (const suffix of ['-wal', '-shm', '-journal']) checkFile(databaseFile(directory) + suffix);
    return;
  }
  throw new VaultError('locked', `no vault found at ${directory}`, 'run `vaultctl init` to make one');
}

/** Whether there is such a directory; throws `failure` when it is something else or open to others. */
export function checkDirectory(directory: string): boolean {
  const stats = look(directory);
  if (stats === undefined) return false;
  if (!stats.isDirectory()) {
    throw new VaultError(
      'failure',
      `${directory} is a ${stats.isSymbolicLink() ? 'symbolic link' : 'file'}, not a vault directory`,
      'give another directory with --vault-dir or VAULT_DIR',
    );
  }
  checkOwner(directory, stats);
  if (stats.mode & 0o022) {
    throw new VaultError(
      'failure',
      `${directory} can be written by other users`,
      `run: chmod 700 '${directory}'`,
    );
  }
  return true;
}

function checkFile(file: string): boolean {
  const stats = look(file);
  if (stats === undefined) return false;
  if (!stats.isFile()) throw new VaultError('failure', `${file} is not a regular file`);
  checkOwner(file, stats);
  if (stats.mode & 0o077) {
    const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
    throw new VaultError('failure', `${file} has mode ${mode}, must be 0600`, `run: chmod 600 '${file}'`);
  }
  return true;
}

function checkOwner(path: string, stats: fs.Stats): void {
  if (stats.uid !== process.getuid?.()) throw new VaultError('failure', `${path} belongs to another user`);
}

function look(path: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw fileError(error, `${path} cannot be looked at`);
  }
}
