import { exitCodes } from '../errors.ts';
import { endingOf } from './ending.ts';
import { processIo } from './process-io.ts';
import { sayError, sayOnStandardError } from './say-error.ts';
import { throughSession } from './session/through.ts';
import { version } from './version.ts';

/**
 * Has the session of this user run the command where there is one, and runs it here where there is none; `file` is what was
 * started. Resolves to the exit code; whatever fails is told on standard error. It is all of the entry: a command of a session
 * loads nothing else.
 */
export async function runFront(argv: readonly string[], file: string): Promise<number> {
  process.on('uncaughtException', endAfterCrash);
  const facts = { version: version(), file, callersUmask: 0 };
  const answer = await endingOf(sayOnStandardError, () => throughSession(argv, processIo(facts)));
  if (typeof answer === 'number') return answer;
  const { runProgram } = await import('./program.ts');
  return runProgram(argv, file);
}

/** Node would print the error's message and stack, which could quote a value. */
function endAfterCrash(error: unknown): void {
  // The tool server has children to end first, and a listener of its own for that.
  if (process.listenerCount('uncaughtException') > 1) return;
  sayError(error);
  process.exit(exitCodes.failure);
}
