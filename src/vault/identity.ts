import { lstatSync } from 'node:fs';
import { databaseFile } from './files.ts';
import { readHeader } from './header.ts';
import type { Connection } from './sqlite.ts';

/** Tells whether the vault that was opened is still the one in its place, with the passwords it had then. */
export class Identity {
  readonly #file: string;
  readonly #store: Connection;
  readonly #header: Buffer;
  readonly #inode: string | null;

  constructor(directory: string, store: Connection) {
    this.#file = databaseFile(directory);
    this.#store = store;
    this.#header = Buffer.from(readHeader(store).body);
    this.#inode = inodeOf(this.#file);
  }

  isCurrent(): boolean {
    return inodeOf(this.#file) === this.#inode && readHeader(this.#store).body.equals(this.#header);
  }
}

function inodeOf(file: string): string | null {
  try {
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
  } catch {
    return null;
  }
}
