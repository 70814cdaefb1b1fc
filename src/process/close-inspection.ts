import { writeFileSync } from 'node:fs';
import { url as inspectorAddress } from 'node:inspector';

/**
 * Closes what Node and the system offer other programs of the same user for looking into this process:
 * its inspector, core dumps, the environment in reports. Returns whether the inspector was open already.
 */
export function closeInspection(): { readonly inspectorOpen: boolean } {
  // Node's answer to USR1 is to open its inspector on a local port; any listener takes the answer's place.
  process.on('SIGUSR1', () => undefined);
  if (process.report !== undefined) process.report.excludeEnv = true;
  leaveMemoryOutOfCoreDumps();
  return { inspectorOpen: inspectorAddress() !== undefined };
}

/** Unlike a limit of 0 on the size it also holds where dumps go to a program. Children inherit it. */
function leaveMemoryOutOfCoreDumps(): void {
  try {
    writeFileSync('/proc/self/coredump_filter', '0');
  } catch {
    // A kernel built without core dumps has no such file; neither has macOS.
  }
}
