import { exitCodes, VaultError } from '../errors.ts';
import { Interrupted } from './interrupted.ts';
import { OutputClosed } from './output-closed.ts';
import { sayError } from './say-error.ts';

const INTERRUPTED = 130;

/** What the work answers; when it fails, the exit code, and the failure is said. */
export async function endingOf<T>(say: (line: string) => void, work: () => Promise<T>): Promise<T | number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutputClosed) return 0;
    if (error instanceof Interrupted) return INTERRUPTED;
    sayError(error, say);
    return error instanceof VaultError ? exitCodes[error.code] : exitCodes.failure;
  }
}
