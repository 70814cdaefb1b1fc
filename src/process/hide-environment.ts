import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const SHOWN = '/proc/self/environ';

/** Where in `/proc/self/stat`, counted after the program's name, the environment's address is: field 50. */
const ENV_START = 50 - 3;

/**
 * Empties `/proc/<pid>/environ`. It shows the memory the process was started with, whatever happens to
 * `process.env`, to every program of the same user. `process.env` stays as it is. Returns whether nothing is left.
 */
export function hideEnvironment(): boolean {
  try {
    moveToHeap(() => {
      const memory = openSync('/proc/self/mem', 'r+');
      try {
        const { length } = readFileSync(SHOWN);
        writeSync(memory, Buffer.alloc(length), 0, length, startOfEnvironment());
      } finally {
        closeSync(memory);
      }
    });
    return readFileSync(SHOWN).every((byte) => byte === 0);
  } catch {
    return false;
  }
}

/** A variable set anew is a copy on the heap, so that nothing points at the first one while `between` runs. */
function moveToHeap(between: () => void): void {
  const variables = Object.entries(process.env);
  for (const [name] of variables) delete process.env[name];
  try {
    between();
  } finally {
    for (const [name, value] of variables) process.env[name] = value;
  }
}

function startOfEnvironment(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[ENV_START]);
}
