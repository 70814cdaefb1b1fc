import { VaultError } from '../errors.ts';
import { damaged } from './damaged.ts';

/** Runs `work` and turns what SQLite throws into a `VaultError`; SQL and values never reach a message. */
export function translate<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toVaultError(error);
  }
}

// Result codes of SQLite, https://www.sqlite.org/rescode.html
const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const IOERR_SHORT_READ = 522;
const IOERR_SHMMAP = 5386;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const CONSTRAINT = 19;
const MISMATCH = 20;
const FORMAT = 24;
const NOTADB = 26;

function toVaultError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  // An integer in a row is larger than any we write.
  if (error.code === 'ERR_OUT_OF_RANGE') return damaged('vault.db is damaged: a number is out of range');
  if (error.code === 'ERR_INVALID_STATE') return new VaultError('failure', 'the vault is closed');
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return error;
  const code = Number(error.errcode);
  if (code === IOERR_SHORT_READ) return damaged('vault.db is damaged: it has been cut short');
  if (code === IOERR_SHMMAP) {
    return new VaultError(
      'failure',
      'reading or writing vault.db failed: its file system cannot share memory between processes',
      'keep the vault on a disk of this machine; --vault-dir says where',
    );
  }
  const text = 'errstr' in error ? String(error.errstr) : 'unknown error';
  switch (code & 0xff) {
    // Every statement is fixed: what SQLite cannot make of one is the tables' fault.
    case ERROR:
    case CORRUPT:
    case NOTADB:
    case FORMAT:
    case MISMATCH:
    case CONSTRAINT:
      return damaged(`vault.db is damaged: ${text}`);
    case BUSY:
    case LOCKED:
      return new VaultError('failure', 'the vault is busy: another process is writing to it', 'try again');
    case FULL:
      return new VaultError(
        'failure',
        'the disk is full; nothing was changed',
        'free some space, then try again',
      );
    case READONLY:
      return new VaultError(
        'failure',
        'the vault is read-only',
        'check the permissions of its directory and disk',
      );
    case CANTOPEN:
      return new VaultError(
        'failure',
        'vault.db cannot be opened',
        'check the permissions of its directory, and the disk with its free space',
      );
    case IOERR:
      return new VaultError(
        'failure',
        'reading or writing vault.db failed',
        'check the disk and its free space',
      );
    default:
      return new VaultError('failure', `vault.db cannot be used: ${text}`);
  }
}
