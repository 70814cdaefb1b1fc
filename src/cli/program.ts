import { exitCodes, VaultError } from '../errors.ts';
import { Interrupted } from './interrupted.ts';
import type { Io } from './io.ts';
import { OutputClosed } from './output-closed.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { processIo } from './process-io.ts';
import { sayError } from './say-error.ts';
import { version } from './version.ts';

const INTERRUPTED = 130;

/** Runs the command that the arguments name; `file` is what was started. Resolves to the exit code; whatever fails is told on standard error. */
export async function runProgram(argv: readonly string[], file: string): Promise<number> {
  process.on('uncaughtException', endAfterCrash);
  try {
    const io = processIo(version(), file);
    return await runCommand(argv, io);
  } catch (error) {
    return exitCodeOf(error);
  }
}

/** Node would print the error's message and stack, which could quote a value. */
function endAfterCrash(error: unknown): void {
  // The tool server has children to end first, and a listener of its own for that.
  if (process.listenerCount('uncaughtException') > 1) return;
  sayError(error);
  process.exit(exitCodes.failure);
}

async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const asked = parseCommandLine(argv, { version: io.version, width: io.stdout.width });
  if (asked.kind === 'text') {
    await io.print(asked.text);
    return 0;
  }
  const command = await asked.definition.load();
  return command.run(io, asked.input);
}

function exitCodeOf(error: unknown): number {
  if (error instanceof OutputClosed) return 0;
  if (error instanceof Interrupted) return INTERRUPTED;
  sayError(error);
  return error instanceof VaultError ? exitCodes[error.code] : exitCodes.failure;
}
