import { type Limits, outcomeOf } from '../outcome.ts';
import type { Outputs } from '../output.ts';
import { GRACE_MS, MOST_MS, QUIET_MS } from '../patience.ts';
import { endGroup, signalGroup, trackGroup } from '../process-group.ts';
import { createPump } from '../pump.ts';
import { type ClientsTerminal, feed, type RunClient } from '../run-for-client.ts';
import type { Child, Ended } from '../start.ts';
import { startMonitor } from './monitor.ts';
import { openPseudoTerminal } from './pseudo-terminal.ts';
import { settling } from './settling.ts';

/**
 * Runs a child on a pseudo-terminal that stands for the client's. Null, and nothing has run, when there is none to be
 * had.
 */
export async function runOnClientsTerminal(
  child: Child & Limits & Outputs,
  client: RunClient,
  clients: ClientsTerminal,
): Promise<Ended | null> {
  const { on } = clients;
  const terminal = openPseudoTerminal({ columns: 80, rows: 24 });
  if (terminal === null) return null;
  try {
    const opened = await clients.open();
    if (opened === null) return null;
    const { size, modes } = opened;
    terminal.resize(size);
    const monitor = await startMonitor(child, terminal, {
      on,
      modes,
      // A client that goes meanwhile leaves a program that has to go on to its end.
      onStopped: () => clients.suspend().catch(() => undefined),
      pipesInput: true,
    });
    if ('ok' in monitor) return { kind: 'failed', reason: monitor.reason };
    const { started, job } = monitor;
    for (const leader of [started.pid, job]) trackGroup(leader, false);
    client.listen({
      signal: (name) => void signalGroup(job, name),
      resize: (now) => terminal.resize(now),
    });
    const input = client.input();
    feed(input, on.stdin ? terminal.master : started.process.stdin);
    const pump = createPump([
      [terminal.master, settling(on.stdout ? child.stdout : child.stderr)],
      ...(on.stdout ? [] : [[started.process.stdout, child.stdout] as const]),
      ...(on.stderr ? [] : [[started.process.stderr, child.stderr] as const]),
    ]);
    const end = async (): Promise<void> => {
      await endGroup(job, GRACE_MS);
      await endGroup(started.pid, QUIET_MS);
    };
    const ended = await outcomeOf(started.process, child, () => {
      pump.cut();
      return end();
    });
    input.destroy();
    await pump.settled(QUIET_MS, MOST_MS);
    await Promise.all([endGroup(job, QUIET_MS), endGroup(started.pid, QUIET_MS)]);
    client.listen(null);
    await pump.stop();
    return ended;
  } finally {
    terminal.close();
  }
}
