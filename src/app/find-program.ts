import { VaultError } from '../errors.ts';
import { resolveProgram } from '../process/resolve.ts';

export interface FoundProgram {
  /** As the caller named it: `argv[0]`. */
  readonly given: string;
  /** The file that runs, links followed. */
  readonly file: string;
  /** The path it was found by. */
  readonly found: string;
}

/** Looks a program up. Throws `command-not-found` or `not-executable`. */
export function findProgram(
  command: string,
  at: { readonly cwd: string; readonly path: string },
): FoundProgram {
  const resolved = resolveProgram(command, at);
  if (resolved.ok) return resolved.program;
  throw resolved.reason === 'not-found' ? commandNotFound(command) : commandNotExecutable(command);
}

export function commandNotFound(command: string): VaultError {
  return new VaultError('command-not-found', `command not found: ${command}`);
}

export function commandNotExecutable(command: string): VaultError {
  return new VaultError('not-executable', `command not executable: ${command}`);
}
