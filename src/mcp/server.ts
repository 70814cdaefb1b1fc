import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Places } from '../app/places.ts';
import { endAllGroups, killAllGroups } from '../process/process-group.ts';
import type { ToolCall } from './call-tool.ts';
import { answerCalls } from './answer-calls.ts';
import { claimOutput } from './claimed-output.ts';
import { createInFlight } from './in-flight.ts';
import { type ConnectionEnd, LineTransport } from './line-transport.ts';
import { watchProcess } from './process-end.ts';
import { createProtocolServer } from './protocol-server.ts';

export interface ServeOptions {
  readonly places: Places;
  /** The process's own: the master password is taken out of it. */
  readonly env: NodeJS.ProcessEnv;
  /** Absolute; the working directory of every run. */
  readonly cwd: string;
  readonly clock: () => Date;
  readonly version: string;
  /** The vault directory it was told, absolute; undefined where it was told none. */
  readonly vaultDir: string | undefined;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** How long children have after TERM, and how long ending may take in all. */
const CHILD_GRACE_MS = 1000;
const END_WITHIN_MS = 1800;

const exitCodes: Readonly<Record<ConnectionEnd, number>> = {
  'input ended': 0,
  'output closed': 0,
  'line too long': 1,
};

/**
 * Serves the tools over standard input and output until the client has gone or a signal comes. Resolves
 * with the exit code, no child left and every record written. Without a vault or a password it starts too.
 */
export async function serve(options: ServeOptions): Promise<number> {
  const warn = (message: string): void => void options.stderr.write(`vaultctl: ${message}\n`);
  const processEnd = watchProcess(warn);
  const answering = answerCalls(options, warn);
  const inFlight = createInFlight();
  const stop = new AbortController();
  const scope = {
    version: options.version,
    call: (call: ToolCall) => answering.call(call),
    track: inFlight.track,
    stop: stop.signal,
  };
  const output = claimOutput(options.stdout, options.stderr);
  const transport = new LineTransport(options.stdin, output);
  const connection = serveStdio(() => createProtocolServer(scope), { transport });

  const exitCode = await Promise.race([processEnd.asked, transport.ended.then((why) => exitCodes[why])]);
  stop.abort();
  await atMost(
    END_WITHIN_MS,
    Promise.all([endAllGroups(CHILD_GRACE_MS), inFlight.settled().then(() => output.written())]),
  );
  killAllGroups();
  await connection.close();
  answering.close();
  processEnd.release();
  // A client that reads no more would keep the process waiting for ever to write the rest.
  if (isUnwritten(options.stdout) || isUnwritten(options.stderr)) process.exit(exitCode);
  return exitCode;
}

function isUnwritten(stream: Writable): boolean {
  return !stream.destroyed && stream.writableLength > 0;
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: timer.signal })]);
  timer.abort();
}
