/** One vault, made once by the real program, and a copy of it in a home of its own for each case. */

import * as fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { Home, useVault } from '../../spec/support/home.ts';

export const VALUES = { app: 'value-of-app-51c0', kept: 'value-of-kept-77b2' } as const;

export function useCopies(): <T>(body: (home: Home) => Promise<T>) => Promise<T> {
  const original = useVault(async (home) => {
    for (const [key, value] of Object.entries(VALUES)) await home.set(key, value);
  });
  return async (body) => {
    const home = new Home();
    await home.create();
    try {
      fs.cpSync(original.dir, home.dir, { recursive: true });
      return await body(home);
    } finally {
      await home.remove();
    }
  };
}

export function databaseIn(home: Home): string {
  return join(home.vault, 'vault.db');
}

/** Edits the vault as SQL, as somebody without the password can; `flip(bytes)` changes one bit. */
export function edit(home: Home, sql: string): void {
  const database = new DatabaseSync(databaseIn(home));
  try {
    database.function('flip', (bytes) => {
      const copy = Uint8Array.from(bytes as Uint8Array);
      copy[20] = (copy[20] ?? 0) ^ 1;
      return copy;
    });
    database.exec('PRAGMA foreign_keys = off');
    database.exec(sql);
  } finally {
    database.close();
  }
}
