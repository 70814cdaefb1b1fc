import type { Actor, AppContext } from '../app/context.ts';
import { type MasterPassword, noPassword, passwordFromEnvironment } from '../app/master-password.ts';
import { findPlaces, type Places } from '../app/places.ts';
import { checkFiles } from '../vault/files.ts';
import { openVault } from '../vault/open-vault.ts';
import { VaultError } from '../errors.ts';
import type { Session } from '../session/session.ts';
import type { Vault } from '../vault/vault.ts';
import { type Io, warn } from './io.ts';

/** An opened vault with what a command needs around it. */
export interface Opened {
  readonly context: AppContext;
  readonly places: Places;
  readonly masterPassword: Buffer;
}

/**
 * Opens the vault for `work` and closes it after. `action` is the command's name, as the journal shows it.
 * Throws `locked` without a vault or a password, before anything is asked.
 */
export async function withVault<T>(
  io: Io,
  vaultDir: string | undefined,
  action: string,
  work: (opened: Opened) => T | Promise<T>,
): Promise<T> {
  if (io.hold !== undefined) return withHeld(io, io.hold.session, action, work);
  const places = findPlaces(io.env, io.cwd, vaultDir);
  checkFiles(places.directory);
  const { password, unlock } = await askMasterPassword(io);
  try {
    const vault = await openVault(places, password, io.clock);
    let told: readonly string[] = [];
    try {
      told = warnOf(io, vault.warnings, told);
      if (vault.rolledBack !== null) warn(io, vault.rolledBack);
      const actor: Actor = { source: 'cli', action, unlock };
      const context = { vault, actor, clock: io.clock, warn: (message: string) => warn(io, message) };
      const result = await work({ context, places, masterPassword: password });
      refuseGaps(io, vault);
      return result;
    } finally {
      warnOf(io, vault.warnings, told);
      vault.close();
    }
  } finally {
    password.fill(0);
  }
}

/** In a session the vault is open, and stays so. */
async function withHeld<T>(
  io: Io,
  { vault, places, masterPassword: held, clock }: Session,
  action: string,
  work: (opened: Opened) => T | Promise<T>,
): Promise<T> {
  const told = warnOf(io, vault.warnings, []);
  if (vault.rolledBack !== null) warn(io, vault.rolledBack);
  const actor: Actor = { source: 'cli', action, unlock: 'session' };
  const context = { vault, actor, clock, warn: (message: string) => warn(io, message) };
  const result = await work({ context, places, masterPassword: held });
  warnOf(io, vault.warnings, told);
  refuseGaps(io, vault);
  return result;
}

/** Warns of what has not been `told` before; answers all of it. */
function warnOf(io: Io, warnings: readonly string[], told: readonly string[]): readonly string[] {
  for (const warning of warnings) if (!told.includes(warning)) warn(io, warning);
  return warnings;
}

/** An answer that leaves out what does not open is no whole answer, and the exit code says so. */
function refuseGaps(io: Io, { unreadable }: Vault): void {
  for (const secret of unreadable) warn(io, secret);
  if (unreadable.length === 0) return;
  throw new VaultError(
    'damaged',
    `${unreadable.length} of the secrets cannot be read`,
    'vaultctl audit verify lists every fault; restore the vault from a backup',
  );
}

/** The master password of the environment, else asked for. Throws `locked` where nobody can be asked. */
export async function askMasterPassword(io: Io): Promise<MasterPassword> {
  const given = takePassword(io.env);
  if (given !== null) return given;
  const terminal = io.terminal();
  if (terminal === null) throw noPassword();
  return { password: await terminal.askHidden('Master password'), unlock: 'prompt' };
}

/** The password of the environment, taken out of it: no child and no crash report will find it there. */
export function takePassword(env: NodeJS.ProcessEnv): MasterPassword | null {
  const given = passwordFromEnvironment(env);
  delete env['VAULT_PASSWORD'];
  return given;
}
