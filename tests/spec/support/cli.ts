import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const PROGRAM = fileURLToPath(new URL('../../../dist/vaultctl.js', import.meta.url));

export interface CliOptions {
  /** Instead of the built program: a file, and what comes before its arguments. */
  program?: readonly [string, ...string[]];
  /** Text or bytes for standard input; `OPEN` leaves the pipe open and empty. Default: at its end. */
  stdin?: string | Uint8Array | typeof OPEN;
  env?: Record<string, string | undefined>;
  cwd?: string;
  /** Milliseconds after which the command is killed (`signal` is then SIGKILL). */
  limit?: number;
}

export interface CliResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Standard output as it came, for values that are not text. */
  bytes: Buffer;
}

export const OPEN = Symbol('an open pipe');

/** Runs the built program to its end. */
export async function cli(args: string[], options: CliOptions = {}): Promise<CliResult> {
  const child = start(args, options);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  // A command that refuses its arguments may leave before it reads: that is its right.
  child.stdin.on('error', () => {});
  if (options.stdin !== OPEN) child.stdin.end(options.stdin ?? '');

  const timer = setTimeout(() => child.kill('SIGKILL'), options.limit ?? 25_000);
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...ended) => resolve(ended));
  });
  clearTimeout(timer);
  child.stdin.destroy();
  const bytes = Buffer.concat(out);
  return { code, signal, bytes, stdout: bytes.toString('utf8'), stderr: Buffer.concat(err).toString('utf8') };
}

/** Starts the built program and leaves it running: the caller owns its end. */
export function start(args: string[], options: CliOptions = {}): ChildProcessWithoutNullStreams {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.env ?? {})) if (value !== undefined) env[name] = value;
  const [file, ...before] = options.program ?? [process.execPath, PROGRAM];
  return spawn(file, [...before, ...args], { cwd: options.cwd, env, stdio: 'pipe' });
}

/** Whether a process is still there (a zombie counts as gone). */
export async function alive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const { readFile } = await import('node:fs/promises');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(stat);
}
