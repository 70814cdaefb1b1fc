import { lstatSync } from 'node:fs';
import { databaseFile } from './files.ts';
import { decodeHeader, readHeader } from './header.ts';
import { PASSWORD_SLOT } from './password-slot.ts';
import type { Connection } from './sqlite.ts';

/** Tells whether the vault that was opened is still the one in its place, with the passwords it had then. */
export class Identity {
  readonly #file: string;
  readonly #store: Connection;
  readonly #passwords: string;
  readonly #inode: string | null;

  constructor(directory: string, store: Connection) {
    this.#file = databaseFile(directory);
    this.#store = store;
    this.#passwords = passwordsOf(store);
    this.#inode = inodeOf(this.#file);
  }

  isCurrent(): boolean {
    return inodeOf(this.#file) === this.#inode && passwordsOf(this.#store) === this.#passwords;
  }
}

/** Another recovery code is no reason to take the vault for another. */
function passwordsOf(store: Connection): string {
  const { vaultId, epoch, slots } = decodeHeader(readHeader(store).body);
  const passwords = slots
    .filter(({ type }) => type === PASSWORD_SLOT)
    .map(({ body }) => body.toString('hex'));
  return [vaultId.toString('hex'), epoch, ...passwords].join(' ');
}

function inodeOf(file: string): string | null {
  try {
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
  } catch {
    return null;
  }
}
