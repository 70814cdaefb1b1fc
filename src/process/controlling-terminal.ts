import { closeSync, constants, openSync } from 'node:fs';

/** Whether this process has a controlling terminal, which it can have with all its streams redirected. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', constants.O_RDONLY | constants.O_NOCTTY | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}
