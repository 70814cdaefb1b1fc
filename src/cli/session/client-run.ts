import { forwardSignals } from '../../process/forward-signals.ts';
import { frameKinds } from '../../session/frames.ts';
import type { InputTo } from '../../session/input-to.ts';
import type { Link } from '../../session/link.ts';

/** The client's part in a program that the session runs for it. */
export interface ClientRun {
  /** Stops this process as the program has stopped, and tells when it goes on. */
  suspend(): Promise<void>;
  end(): void;
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** From now on signals are the program's; and the terminal is, where it runs on one. */
export async function openRun(link: Link, input: InputTo, onTerminal: boolean): Promise<ClientRun> {
  const forwarding = forwardSignals({ forwarded: FORWARDED, ignored: [] });
  forwarding.to((signal) => void link.sendJson(frameKinds.signal, signal));
  const terminal = onTerminal ? (await import('./client-terminal.ts')).handOver(link, input) : null;
  return {
    async suspend() {
      await terminal?.suspend();
      void link.send(frameKinds.resume);
    },
    end() {
      forwarding.stop();
      terminal?.end();
    },
  };
}
