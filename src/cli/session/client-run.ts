import { isatty } from 'node:tty';
import { forwardSignals } from '../../process/forward-signals.ts';
import { attach, type Attachment } from '../../process/terminal/attach.ts';
import { type CallerTerminal, openCallerTerminal } from '../../process/terminal/caller-terminal.ts';
import { frameKinds } from '../../session/frames.ts';
import type { InputTo } from '../../session/input-to.ts';
import type { Link } from '../../session/link.ts';

/** The client's part in a program that the session runs for it. */
export interface ClientRun {
  /** Stops this process as the program has stopped, and tells when it goes on. */
  suspend(): Promise<void>;
  /** Gives the terminal back. */
  end(): void;
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** From now on signals are the program's; and the terminal is, where it runs on one. */
export function openRun(link: Link, input: InputTo, onTerminal: boolean): ClientRun {
  const forwarding = forwardSignals({ forwarded: FORWARDED, ignored: [] });
  forwarding.to((signal) => void link.sendJson(frameKinds.signal, signal));
  const caller = onTerminal ? openCallerTerminal() : null;
  const attachment = caller && attachTo(caller, link, input);
  if (onTerminal) {
    void link.sendJson(frameKinds.attached, caller && { modes: caller.modes, size: sizeOf(caller) });
  }
  return {
    async suspend() {
      await attachment?.suspend();
      void link.send(frameKinds.resume);
    },
    end() {
      forwarding.stop();
      attachment?.end();
      caller?.close();
    },
  };
}

function attachTo(caller: CallerTerminal, link: Link, input: InputTo): Attachment {
  const far = {
    master: input,
    resize: () => void link.sendJson(frameKinds.resize, sizeOf(caller)),
    close: () => link.destroy(),
  };
  // Where its standard output goes on into a pipe, whoever reads that may write here.
  return attach(caller, far, !isatty(1));
}

/** A terminal that says it has no size is taken for an ordinary one. */
function sizeOf(caller: CallerTerminal): { readonly columns: number; readonly rows: number } {
  const { columns, rows } = caller.size();
  return { columns: columns || 80, rows: rows || 24 };
}
