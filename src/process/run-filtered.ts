import { isatty } from 'node:tty';
import type { Limits } from './outcome.ts';
import type { Outputs } from './output.ts';
import { runPiped } from './spawn.ts';
import type { Child, Ended } from './start.ts';

/**
 * Runs a child for the caller, with its output going into sinks. What is a terminal for the caller is one for
 * the child; `onPipes` is told when there is none to be had, and the child gets pipes.
 */
export async function runFiltered(child: Child & Limits & Outputs, onPipes: () => void): Promise<Ended> {
  if (!isatty(1) && !isatty(2)) return runPiped(child);
  const { runOnTerminal } = await import('./terminal/run-on-terminal.ts');
  const ended = await runOnTerminal(child);
  if (ended !== null) return ended;
  onPipes();
  return runPiped(child);
}
