import type { MasterPassword } from '../app/master-password.ts';
import { findPlaces } from '../app/places.ts';
import type { WaysContext } from '../app/ways-context.ts';
import { checkFiles } from '../vault/files.ts';
import type { Opener } from '../vault/unlock.ts';
import { openWays } from '../vault/ways.ts';
import { type Io, warn } from './io.ts';
import { askMasterPassword } from './open-vault.ts';

/** Opens the ways into the vault for `work` by its master password, from the environment or asked for. */
export async function withWaysByPassword<T>(
  io: Io,
  vaultDir: string | undefined,
  work: (context: WaysContext, master: MasterPassword) => Promise<T>,
): Promise<T> {
  checkFiles(findPlaces(io.env, io.cwd, vaultDir).directory);
  const master = await askMasterPassword(io);
  try {
    const opener = { kind: 'password', password: master.password } as const;
    return await withWays(io, vaultDir, opener, master.unlock, (context) => work(context, master));
  } finally {
    master.password.fill(0);
  }
}

/** Opens the ways into the vault for `work`, and closes them after. */
export async function withWays<T>(
  io: Io,
  vaultDir: string | undefined,
  opener: Opener,
  unlock: WaysContext['unlock'],
  work: (context: WaysContext) => Promise<T>,
): Promise<T> {
  const places = findPlaces(io.env, io.cwd, vaultDir);
  const ways = await openWays(places, opener, io.clock);
  try {
    if (ways.rolledBack !== null) warn(io, ways.rolledBack);
    return await work({ ways, places, env: io.env, unlock, warn: (message) => warn(io, message) });
  } finally {
    for (const warning of ways.warnings) warn(io, warning);
    ways.close();
  }
}
