import { VaultError } from '../errors.ts';

/** The code of an error of the system, such as `EACCES`; `unknown` for anything else. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** What the file system threw, as an error for people; a `VaultError` stays as it is. */
export function fileError(error: unknown, what: string): VaultError {
  return error instanceof VaultError ? error : new VaultError('failure', `${what} (${errorCode(error)})`);
}
