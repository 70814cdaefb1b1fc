/**
 * A program can be suspended from a terminal only when somebody in its session waits for it. That is a small
 * shell: it leads a session on the pseudo-terminal and runs the program as a job in the foreground. It tells
 * on a socket what becomes of the job, and is told how to go on.
 */

import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { resolveProgram } from '../resolve.ts';
import { type Child, start, type Started } from '../start.ts';
import type { PseudoTerminal } from './pseudo-terminal.ts';

/** Which of the program's standard streams are the terminal; the others are this process's own, or pipes. */
export interface OnTerminal {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
}

export interface Monitor {
  readonly started: Extract<Started, { ok: true }>;
  /** The program's process and group. */
  readonly job: number;
}

export interface MonitorOptions {
  readonly on: OnTerminal;
  /** As `stty` takes them. */
  readonly modes: string;
  readonly onStopped: () => Promise<void>;
  /** Standard input that is no terminal is a pipe from this process, not this process's own. */
  readonly pipesInput?: boolean;
}

/** Where the shell speaks with this process. */
const CONTROL = 3;

/**
 * Starts the child as a job on the terminal, whose modes become `modes`. `onStopped` is called when the job
 * was suspended; the job goes on when its promise resolves.
 */
export async function startMonitor(
  child: Child,
  terminal: PseudoTerminal,
  { on, modes, onStopped, pipesInput = false }: MonitorOptions,
): Promise<Monitor | Extract<Started, { ok: false }>> {
  const nothing = openSync('/dev/null', 'r');
  const stdio: ('ignore' | 'inherit' | 'pipe' | number)[] = Array.from(
    { length: terminal.fd + 1 },
    () => 'ignore',
  );
  if (!on.stdin) stdio[0] = pipesInput ? 'pipe' : 'inherit';
  if (!on.stdout) stdio[1] = 'pipe';
  if (!on.stderr) stdio[2] = 'pipe';
  stdio[CONTROL] = 'pipe';
  // The other end of its own terminal is not for the program.
  stdio[terminal.fd] = nothing;
  const args = ['-c', script(on), 'vaultctl', terminal.path, modes, commandOf(child), ...child.args];
  const started = await start({ ...child, file: '/bin/sh', argv0: 'sh', args }, stdio, true);
  closeSync(nothing);
  if (!started.ok) return started;

  const control = started.process.stdio[CONTROL];
  if (!(control instanceof Socket)) throw new Error('the monitor has no control socket');
  const job = Promise.withResolvers<number>();
  started.process.once('exit', () => job.resolve(started.pid));
  let pid = 0;
  onLines(control, (line) => {
    const [word, number] = line.split(' ');
    if (word === 'job') job.resolve((pid = Number(number)));
    else void answer(control, pid, Number(number), onStopped);
  });
  return { started, job: await job.promise };
}

function onLines(socket: Socket, take: (line: string) => void): void {
  let rest = '';
  // The end of the shell shows as the end of its process.
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

/** The shell got its terminal back: the job has ended, or only stopped. */
async function answer(
  control: Socket,
  pid: number,
  status: number,
  onStopped: () => Promise<void>,
): Promise<void> {
  if (isThere(pid)) await onStopped();
  if (control.writable) control.write(isThere(pid) ? 'fg\n' : `${status}\n`);
}

function isThere(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Arguments: the terminal, its modes, the command and its arguments. A session leader that opens a terminal gets it as
 * its own. The shell's own words about jobs go nowhere; its errors before that are the caller's.
 */
function script({ stdin, stdout, stderr }: OnTerminal): string {
  const streams = `<&${stdin ? 4 : 6} >&${stdout ? 4 : 7} 2>&${stderr ? 4 : 5}`;
  return [
    'exec 4<>"$1" 5>&2 6<&0 7>&1 0<&4 1>&4 2>&4',
    'stty "$2" 2>/dev/null',
    'shift 2',
    'set -m',
    'exec 2>/dev/null',
    // `exec` in a shell of its own, which knows its process id.
    `/bin/sh -c 'echo "job $$" >&3; exec "$0" "$@" 3>&- 4>&- 5>&- 6>&- 7>&-' "$@" ${streams}`,
    'status=$?',
    'while echo "back $status" >&3; read -r next <&3; [ "$next" = fg ]; do fg >/dev/null; status=$?; done',
    'exit "$next"',
  ].join('\n');
}

/** The name as given, which the program gets as `argv[0]`, unless the shell would take it for something else. */
function commandOf({ argv0, file, cwd, env }: Child): string {
  if (argv0.startsWith('-')) return file;
  const resolved = resolveProgram(argv0, { cwd, path: env['PATH'] ?? '' });
  return resolved.ok && resolved.program.file === file ? argv0 : file;
}
