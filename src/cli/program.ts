import { exitCodes } from '../errors.ts';
import { endingOf } from './ending.ts';
import type { Io } from './io.ts';
import { processIo } from './process-io.ts';
import { sayError, sayOnStandardError } from './say-error.ts';
import { throughSession } from './session/through.ts';
import { version } from './version.ts';

/** Runs the command that the arguments name. Resolves to the exit code; whatever fails is told on standard error. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  process.on('uncaughtException', endAfterCrash);
  return endingOf(sayOnStandardError, async () => {
    const io = processIo(version());
    const answer = await throughSession(argv, io);
    return typeof answer === 'number' ? answer : runCommand(argv, io);
  });
}

/** Node would print the error's message and stack, which could quote a value. */
function endAfterCrash(error: unknown): void {
  // The tool server has children to end first, and a listener of its own for that.
  if (process.listenerCount('uncaughtException') > 1) return;
  sayError(error);
  process.exit(exitCodes.failure);
}

async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  // Loaded only now: what a session runs is not parsed here.
  const { parseCommandLine } = await import('./parse-command-line.ts');
  const asked = parseCommandLine(argv, { version: io.version, width: io.stdout.width });
  if (asked.kind === 'text') {
    await io.print(asked.text);
    return 0;
  }
  const command = await asked.definition.load();
  return command.run(io, asked.input);
}
