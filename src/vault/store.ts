/** `vault.db` as a file of this format: made, and checked before anything in it is believed. */

import { VaultError } from '../errors.ts';
import { damaged } from './damaged.ts';
import { APPLICATION_ID, FORMAT_VERSION, tables } from './schema.ts';
import { Connection, text } from './sqlite.ts';

const WRITE_AHEAD = 'PRAGMA journal_mode = wal';

/** Lays the tables into an empty file. */
export function createStore(file: string): Connection {
  const store = new Connection(file);
  try {
    store.execute(WRITE_AHEAD);
    store.execute(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION}`);
    for (const table of tables) store.execute(table);
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

/** Opens a file of this format; throws `damaged` on any other and `failure` on a later version. */
export function openStore(file: string): Connection {
  const store = new Connection(file);
  try {
    checkIdentity(store);
    checkTables(store);
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

/**
 * Puts a file that is in another mode, as a copy made by SQLite's VACUUM is, into write-ahead mode. This writes to it,
 * so the caller must have checked the header's MAC. Where it cannot be done, the vault works all the same: only slower.
 */
export function preferWriteAhead(store: Connection): void {
  if (store.writesAhead()) return;
  try {
    store.withoutWaiting(() => store.execute(WRITE_AHEAD));
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'failure') throw error;
  }
}

function checkIdentity(store: Connection): void {
  if (store.pragma('application_id') !== APPLICATION_ID) throw damaged('vault.db is not a vault');
  const version = store.pragma('user_version');
  if (version === FORMAT_VERSION) return;
  throw new VaultError(
    'failure',
    `the vault has format ${version}; this vaultctl reads format ${FORMAT_VERSION}`,
    'use the version of vaultctl that made it, or a later one',
  );
}

// A planted trigger or view would run with every statement of ours.
function checkTables(store: Connection): void {
  const found = store
    .query('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL', (row) => text(row, 'sql'))
    .all();
  const same = found.length === tables.length && tables.every((table) => found.includes(table));
  if (!same) throw damaged('vault.db is damaged: its tables are not those of a vault');
}
