/** Running a program for a client at the other end of a connection: its streams and its terminal are there, not here. */

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type Limits, outcomeOf } from './outcome.ts';
import type { Outputs } from './output.ts';
import { GRACE_MS, MOST_MS, QUIET_MS } from './patience.ts';
import { endGroup, signalGroup, trackGroup } from './process-group.ts';
import { createPump } from './pump.ts';
import { type Child, type Ended, start } from './start.ts';
import type { OnTerminal } from './terminal/monitor.ts';
import type { Size } from './terminal/pseudo-terminal.ts';

/** The client of a run. */
export interface RunClient {
  /** What it types or pipes in. */
  input(): Readable;
  /** Its terminal; null when none of its streams is one. */
  readonly terminal: ClientsTerminal | null;
  /** Where its signals go from now on, and the sizes of its terminal; null: nowhere. */
  listen(listener: RunListener | null): void;
}

export interface RunListener {
  signal(name: NodeJS.Signals): void;
  resize(size: Size): void;
}

export interface ClientsTerminal {
  readonly on: OnTerminal;
  /** Takes the terminal over for a program; null where there turned out to be none. `modes`: as `stty` takes them. */
  open(): Promise<{ readonly size: Size; readonly modes: string } | null>;
  /** Suspends the client, as its program was; resolves when it goes on. */
  suspend(): Promise<void>;
}

/**
 * Runs a child whose input comes from the client and whose output goes into sinks; where the client has a terminal
 * the child has one. What is left of its group at its end is ended too.
 */
export async function runForClient(child: Child & Limits & Outputs, client: RunClient): Promise<Ended> {
  if (child.signal?.aborted === true) return { kind: 'cancelled' };
  if (client.terminal !== null) {
    const { runOnClientsTerminal } = await import('./terminal/run-on-clients-terminal.ts');
    const ended = await runOnClientsTerminal(child, client, client.terminal);
    if (ended !== null) return ended;
  }
  return runOnPipes(child, client);
}

async function runOnPipes(child: Child & Limits & Outputs, client: RunClient): Promise<Ended> {
  const started = await start(child, ['pipe', 'pipe', 'pipe'], true);
  if (!started.ok) return { kind: 'failed', reason: started.reason };
  const { pid } = started;
  trackGroup(pid, child.sandboxed === true);
  const { stdin, stdout, stderr } = started.process;
  client.listen({ signal: (name) => void signalGroup(pid, name), resize: () => undefined });
  const input = client.input();
  feed(input, stdin);
  const pump = createPump([
    [stdout, child.stdout],
    [stderr, child.stderr],
  ]);
  const ended = await outcomeOf(started.process, child, () => {
    pump.cut();
    return endGroup(pid, GRACE_MS);
  });
  input.destroy();
  await pump.settled(QUIET_MS, MOST_MS);
  await endGroup(pid, QUIET_MS);
  client.listen(null);
  await pump.stop();
  return ended;
}

/** Hands input on, as fast as it is taken. A program that reads no more, or no further, is no failure of its input. */
export function feed(input: Readable, into: Writable | null): void {
  void handOn(input, into).catch(() => undefined);
}

async function handOn(input: Readable, into: Writable | null): Promise<void> {
  const gone = new AbortController();
  into?.on('error', () => gone.abort()).once('close', () => gone.abort());
  for await (const chunk of input) {
    if (into === null || !into.writable) return;
    if (!into.write(chunk)) await once(into, 'drain', { signal: gone.signal });
  }
  into?.end();
}
