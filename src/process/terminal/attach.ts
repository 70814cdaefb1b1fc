import { setTimeout as sleep } from 'node:timers/promises';
import type { Writable } from 'node:stream';
import type { CallerTerminal } from './caller-terminal.ts';
import type { Size } from './pseudo-terminal.ts';

/** The terminal the program has, in this process or at the other end of a connection. */
export interface ProgramTerminal {
  /** Takes what is typed. */
  readonly master: Writable;
  resize(size: Size): void;
  close(): void;
}

export interface Attachment {
  /** Stops this process as the program has stopped; resolves when it goes on. */
  suspend(): Promise<void>;
  end(): void;
}

/** How often to look where a run stands: shells do not tell when it comes to the foreground. */
const FOREGROUND_MS = 250;
/** A group that nobody could resume is not stopped by the signal. */
const STOP_MS = 100;

/**
 * Joins the caller's terminal and the program's: keys go one way, and so does the size. `shared`: others than
 * the program write to the caller's terminal too.
 */
export function attach(caller: CallerTerminal, terminal: ProgramTerminal, shared: boolean): Attachment {
  let joined = false;

  function join(): void {
    if (joined || caller.place() !== 'foreground') return;
    joined = true;
    caller.setRaw(shared);
    caller.keys.resume();
    terminal.resize(caller.size());
  }

  function part(): void {
    if (!joined) return;
    joined = false;
    caller.keys.pause();
    caller.restore();
  }

  /** Stopped by whatever, it comes back to a terminal whose modes others have set meanwhile. */
  function rejoin(): void {
    joined = false;
    join();
  }

  const resize = (): void => terminal.resize(caller.size());
  /** In the background nothing else tells that the terminal has gone; the program is hung up on then. */
  function look(): void {
    if (joined) return;
    if (caller.place() === 'gone') terminal.close();
    else join();
  }

  const watch = setInterval(look, FOREGROUND_MS).unref();
  process.on('SIGWINCH', resize);
  process.on('SIGCONT', rejoin);
  caller.keys.on('data', (keys: Buffer) => {
    if (terminal.master.destroyed || terminal.master.write(keys)) return;
    caller.keys.pause();
    terminal.master.once('drain', () => joined && caller.keys.resume());
  });
  // A terminal that is gone has no more keys; the hang-up signal tells the program.
  caller.keys.on('error', part);
  join();

  return {
    async suspend() {
      part();
      const continued = new AbortController();
      process.once('SIGCONT', () => continued.abort());
      process.kill(0, 'SIGTSTP');
      await sleep(STOP_MS, undefined, { signal: continued.signal }).catch(() => undefined);
      join();
    },
    end() {
      clearInterval(watch);
      process.off('SIGWINCH', resize);
      process.off('SIGCONT', rejoin);
      part();
    },
  };
}
