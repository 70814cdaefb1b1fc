/** Running a program on a pseudo-terminal of its own, so that its output passes through this process. */

import { isatty } from 'node:tty';
import { forwardSignals } from '../forward-signals.ts';
import { type Limits, outcomeOf } from '../outcome.ts';
import type { Outputs } from '../output.ts';
import { GRACE_MS, MOST_MS, QUIET_MS } from '../patience.ts';
import { endGroup, signalGroup } from '../process-group.ts';
import { createPump } from '../pump.ts';
import type { Child, Ended } from '../start.ts';
import { attach, type Attachment } from './attach.ts';
import { openCallerTerminal } from './caller-terminal.ts';
import { type OnTerminal, startMonitor } from './monitor.ts';
import { openPseudoTerminal } from './pseudo-terminal.ts';
import { settling } from './settling.ts';

/** What reaches this process can only come from `kill`: keys go to the program's terminal, which makes signals of them. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/**
 * Runs a child whose standard streams are a terminal where the caller's are, with the same size and modes; what it
 * writes there goes into the sink of the caller's stream. Null, and nothing has run, when there is no terminal to
 * be had.
 */
export async function runOnTerminal(child: Child & Limits & Outputs): Promise<Ended | null> {
  const caller = openCallerTerminal();
  const terminal = caller && openPseudoTerminal(caller.size());
  if (caller === null || terminal === null) {
    caller?.close();
    return null;
  }
  const forwarding = forwardSignals({ forwarded: FORWARDED, ignored: [] });
  const on: OnTerminal = { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) };
  let attachment: Attachment | undefined;
  try {
    const onStopped = async (): Promise<void> => attachment?.suspend();
    const monitor = await startMonitor(child, terminal, { on, modes: caller.modes, onStopped });
    if ('ok' in monitor) return { kind: 'failed', reason: monitor.reason };
    const { started, job } = monitor;
    // Where its standard output goes on into a pipe, whoever reads that may write here.
    attachment = attach(caller, terminal, !on.stdout);
    forwarding.to((signal) => void signalGroup(job, signal));
    const pump = createPump([
      [terminal.master, settling(on.stdout ? child.stdout : child.stderr)],
      ...(on.stdout ? [] : [[started.process.stdout, child.stdout] as const]),
      ...(on.stderr ? [] : [[started.process.stderr, child.stderr] as const]),
    ]);
    const ended = await outcomeOf(started.process, child, async () => {
      pump.cut();
      await endGroup(job, GRACE_MS);
      await endGroup(started.pid, QUIET_MS);
    });
    await pump.settled(QUIET_MS, MOST_MS);
    await pump.stop();
    return ended;
  } finally {
    forwarding.stop();
    attachment?.end();
    terminal.close();
    caller.close();
  }
}
