import { endingOf } from './ending.ts';
import type { Io } from './io.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { processIo } from './process-io.ts';
import { sayOnStandardError } from './say-error.ts';
import { version } from './version.ts';

/** Runs the command that the arguments name, here; `file` is what was started. Resolves to the exit code; whatever fails is told on standard error. */
export async function runProgram(argv: readonly string[], file: string): Promise<number> {
  // From here on, files this process makes are the owner's alone.
  const callersUmask = process.umask(0o077);
  return endingOf(sayOnStandardError, async () =>
    runCommand(argv, processIo({ version: version(), file, callersUmask })),
  );
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
