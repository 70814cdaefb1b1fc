/** `vault.db` as a file of this format: made, and checked before anything in it is believed. */

import { VaultError } from '../errors.ts';
import { damaged } from './damaged.ts';
import { APPLICATION_ID, FORMAT_VERSION, tables } from './schema.ts';
import { Connection, text } from './sqlite.ts';

/** Lays the tables into an empty file. */
export function createStore(file: string): Connection {
  const store = new Connection(file);
  try {
    store.execute('PRAGMA journal_mode = wal');
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
    checkMode(store);
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
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

// The file says so itself; setting it would write to a file that nothing vouches for yet.
function checkMode(store: Connection): void {
  const mode = store.query('PRAGMA journal_mode', (row) => text(row, 'journal_mode')).get();
  if (mode !== 'wal') throw damaged('vault.db is damaged: it is not in write-ahead mode');
}
