import type { AuditEvent } from '../domain/audit-record.ts';
import { VaultError } from '../errors.ts';
import { readOwnerFile } from '../vault/owner-file.ts';

export interface MasterPassword {
  readonly password: Buffer;
  readonly unlock: NonNullable<AuditEvent['unlock']>;
}

const MAX_FILE_BYTES = 4096;
const UNSET_PLACEHOLDER = /^\$\{?VAULT_PASSWORD(:-)?\}?$/;

/**
 * The master password from `VAULT_PASSWORD`, else from the file `VAULT_PASSWORD_FILE` names; null when
 * neither is set. Throws `locked` for one that cannot be meant.
 */
export function passwordFromEnvironment(env: NodeJS.ProcessEnv): MasterPassword | null {
  const given = env['VAULT_PASSWORD'];
  const file = env['VAULT_PASSWORD_FILE'];
  if (given !== undefined && given !== '') {
    refusePlaceholder(given);
    return { password: Buffer.from(given), unlock: 'environment' };
  }
  if (file !== undefined && file !== '') return { password: readPasswordFile(file), unlock: 'file' };
  if (given === '') {
    throw new VaultError(
      'locked',
      'VAULT_PASSWORD is set but empty',
      'put the master password in it, or unset it',
    );
  }
  return null;
}

/** The error for when no source has one. */
export function noPassword(): VaultError {
  return new VaultError(
    'locked',
    'no master password',
    'run vaultctl unlock in a terminal, or run this there to be asked; or set VAULT_PASSWORD or VAULT_PASSWORD_FILE',
  );
}

/** The error of a tool server without a password while there is no session. */
export function vaultIsLocked(): VaultError {
  return new VaultError(
    'locked',
    'vault is locked: run vaultctl unlock',
    'the user types it in a terminal; no restart is needed after it',
  );
}

function refusePlaceholder(given: string): void {
  if (!UNSET_PLACEHOLDER.test(given)) return;
  throw new VaultError(
    'locked',
    `VAULT_PASSWORD is the literal text ${given}: the client passed the placeholder on instead of the password`,
    'set the variable where the client is started, or write the password into its configuration',
  );
}

function readPasswordFile(path: string): Buffer {
  const file = readOwnerFile(path, MAX_FILE_BYTES);
  if (file.kind !== 'read') {
    const what = file.kind === 'absent' ? 'does not exist' : file.reason;
    throw new VaultError(
      'locked',
      `the file VAULT_PASSWORD_FILE names ${what}`,
      'it must be yours, a plain file, mode 0600',
    );
  }
  const password = withoutNewline(file.bytes);
  if (password.length === 0) throw new VaultError('locked', 'the file VAULT_PASSWORD_FILE names is empty');
  return password;
}

function withoutNewline(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== 0x0a) return bytes;
  return bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1);
}
