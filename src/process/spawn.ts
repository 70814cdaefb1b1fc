/** Running a child to its end: captured for the tool server, or with the caller's own streams and terminal. */

import { hasTerminal } from './controlling-terminal.ts';
import { endDescendants } from './descendants.ts';
import { forwardSignals, type SignalRules } from './forward-signals.ts';
import { type Limits, outcomeOf } from './outcome.ts';
import type { Outputs } from './output.ts';
import { GRACE_MS, MOST_MS, QUIET_MS } from './patience.ts';
import { endGroup, signalGroup, trackGroup } from './process-group.ts';
import { createPump, type Pump } from './pump.ts';
import { type Child, type Ended, start, type Running } from './start.ts';

/**
 * Runs a child in a process group of its own, with empty standard input. Time-out and abort end the whole
 * group, and so does the program's own end: nothing that holds its secrets is left behind.
 */
export async function runCaptured(child: Child & Limits & Outputs): Promise<Ended> {
  if (child.signal?.aborted === true) return { kind: 'cancelled' };
  const started = await start(child, ['ignore', 'pipe', 'pipe'], true);
  if (!started.ok) return { kind: 'failed', reason: started.reason };
  trackGroup(started.pid, child.sandboxed === true);
  const pump = pumpOf(started, child);
  const ended = await outcomeOf(started.process, child, () => {
    pump.cut();
    return endGroup(started.pid, GRACE_MS);
  });
  await pump.settled(QUIET_MS, MOST_MS);
  pump.cut();
  await endGroup(started.pid, QUIET_MS);
  await pump.stop();
  return ended;
}

/** Runs a child with the caller's own standard streams. Resolves at its end, whoever it leaves behind. */
export async function runInherited(child: Child & Limits): Promise<Ended> {
  return runForCaller(child, 'inherit', (started, end) => outcomeOf(started.process, child, end));
}

/** Runs a child with the caller's standard input, and its output going into sinks. */
export async function runPiped(child: Child & Limits & Outputs): Promise<Ended> {
  return runForCaller(child, ['inherit', 'pipe', 'pipe'], async (started, end) => {
    const pump = pumpOf(started, child);
    const ended = await outcomeOf(started.process, child, () => {
      pump.cut();
      return end();
    });
    await pump.settled(QUIET_MS, MOST_MS);
    await pump.stop();
    return ended;
  });
}

const WITHOUT_TERMINAL: SignalRules = {
  forwarded: ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'],
  ignored: [],
};
/** INT and QUIT the terminal sends to the whole foreground group, the child included. */
const WITH_TERMINAL: SignalRules = {
  forwarded: ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'],
  ignored: ['SIGINT', 'SIGQUIT'],
};

type Wait = (started: Running, end: () => Promise<void>) => Promise<Ended>;

/**
 * With a controlling terminal the child stays in the caller's group, which is in the foreground: a group of
 * its own would be stopped when it reads from the terminal. Without one it leads a group of its own.
 */
async function runForCaller(
  child: Child,
  stdio: 'inherit' | ['inherit', 'pipe', 'pipe'],
  wait: Wait,
): Promise<Ended> {
  const ownGroup = !hasTerminal();
  const forwarding = forwardSignals(ownGroup ? WITHOUT_TERMINAL : WITH_TERMINAL);
  try {
    const started = await start(child, stdio, ownGroup);
    if (!started.ok) return { kind: 'failed', reason: started.reason };
    const { pid } = started;
    forwarding.to((signal) => void (ownGroup ? signalGroup(pid, signal) : started.process.kill(signal)));
    return await wait(started, () => (ownGroup ? endGroup(pid, GRACE_MS) : endDescendants(pid, GRACE_MS)));
  } finally {
    forwarding.stop();
  }
}

function pumpOf({ process: { stdout, stderr } }: Running, outputs: Outputs): Pump {
  return createPump([
    [stdout, outputs.stdout],
    [stderr, outputs.stderr],
  ]);
}
