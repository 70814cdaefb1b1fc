import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { VaultError } from '../errors.ts';

/** Throws `failure` where `writePrivateFile` would refuse: better before a secret is opened than after. */
export function checkWritable(path: string, { force }: { readonly force: boolean }): void {
  const stats = fs.lstatSync(path, { throwIfNoEntry: false });
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
export function writePrivateFile(path: string, content: string, options: { readonly force: boolean }): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeThrough(draft, content);
    checkWritable(path, options);
    fs.renameSync(draft, path);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    if (error instanceof VaultError) throw error;
    throw new VaultError('failure', `${path} cannot be written (${codeOf(error)})`);
  }
}

function writeThrough(path: string, content: string): void {
  const file = fs.openSync(path, 'wx', 0o600);
  try {
    fs.writeFileSync(file, content);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
