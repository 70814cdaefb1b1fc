/** The terminal this process was started from: its mode, its size, its keys. */

import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { isatty, ReadStream, WriteStream } from 'node:tty';
import type { Size } from './pseudo-terminal.ts';

export interface CallerTerminal {
  /** Its modes, as `stty` takes them. */
  readonly modes: string;
  readonly keys: ReadStream;
  size(): Size;
  /** Whether this process may read from it: its group is the one in the foreground. `gone`: it was hung up. */
  place(): 'foreground' | 'background' | 'gone';
  /** Every key comes through as it is; every byte goes out as it is, unless others write to the terminal too. */
  setRaw(shared: boolean): void;
  /** Back to the modes it had. */
  restore(): void;
  close(): void;
}

/** Null without a controlling terminal, or where its modes cannot be told. */
export function openCallerTerminal(): CallerTerminal | null {
  let fd: number;
  try {
    fd = openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    return null;
  }
  const modes = stty(fd, ['-g']);
  if (modes === null) {
    closeSync(fd);
    return null;
  }
  const keys = new ReadStream(openSync('/dev/tty', constants.O_RDONLY | constants.O_NOCTTY));
  keys.pause();
  let raw = false;
  const restore = (): void => {
    if (raw) stty(fd, [modes]);
    raw = false;
  };
  process.once('exit', restore);
  return {
    modes,
    keys,
    size: callerSize,
    place,
    setRaw(shared) {
      raw = true;
      stty(fd, ['raw', '-echo', ...(shared ? ['opost'] : [])]);
    },
    restore,
    close() {
      restore();
      process.off('exit', restore);
      keys.destroy();
      closeSync(fd);
    },
  };
}

/**
 * Node's own raw mode leaves the translation of line ends on, which garbles what full-screen programs draw.
 * Answers what `stty` printed; null when it failed.
 */
function stty(fd: number, args: readonly string[]): string | null {
  const done = spawnSync('stty', args, { stdio: [fd, 'pipe', 'ignore'], encoding: 'utf8' });
  return done.status === 0 ? done.stdout.trim() : null;
}

function callerSize(): Size {
  const fd = [1, 2].find((candidate) => isatty(candidate));
  if (fd === undefined) return { columns: 80, rows: 24 };
  const stream = fd === 1 ? process.stdout : process.stderr;
  if (!(stream instanceof WriteStream)) return { columns: 80, rows: 24 };
  const [columns, rows] = stream.getWindowSize();
  return { columns, rows };
}

/** The fields of `proc_pid_stat(5)` after the program's name: state, parent, group, session, terminal, its foreground. */
const GROUP = 2;
const FOREGROUND = 5;
const NO_TERMINAL = '-1';

function place(): ReturnType<CallerTerminal['place']> {
  const [group, foreground] = readFields();
  if (foreground === NO_TERMINAL) return 'gone';
  return group !== undefined && group === foreground ? 'foreground' : 'background';
}

function readFields(): (string | undefined)[] {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [fields[GROUP], fields[FOREGROUND]];
  } catch {
    const ps = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
    return ps.status === 0 ? ps.stdout.trim().split(/\s+/) : [];
  }
}
