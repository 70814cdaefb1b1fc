import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { isatty } from 'node:tty';
import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';
import { visible } from './render/visible.ts';
import { standardError, standardOutput } from './standard-streams.ts';
import { openTerminal } from './terminal.ts';
import { writeOut } from './write-out.ts';

/** What of this process is not in its environment and its streams. */
export interface ProcessFacts {
  readonly version: string;
  /** What was started. */
  readonly file: string;
  /** What a child makes files with. */
  readonly callersUmask: number;
}

/** This process's own streams and environment. */
export function processIo({ version, file, callersUmask }: ProcessFacts): Io {
  const isTerminal = isatty(1);
  return {
    env: process.env,
    cwd: workingDirectory(),
    clock: () => new Date(),
    version,
    program: [process.execPath, file],
    stdin: { isTerminal: isatty(0), stream: standardInput },
    stdout: {
      isTerminal,
      width: isTerminal ? standardOutput().columns : undefined,
      hasColor: isTerminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb',
      stream: standardOutput,
    },
    stderr: { stream: standardError },
    print: (answer) => writeOut(standardOutput(), answer),
    say: (line) => void standardError().write(`${visible(line)}\n`),
    terminal: openTerminal,
    restoreUmask() {
      process.umask(callersUmask);
      return callersUmask;
    },
  };
}

/** To Node a directory is an empty input; here it is a mistake. */
function standardInput(): Readable {
  if (fstatSync(0).isDirectory()) throw new VaultError('failure', 'standard input is a directory');
  return process.stdin;
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new VaultError('failure', 'the working directory does not exist any more');
  }
}
