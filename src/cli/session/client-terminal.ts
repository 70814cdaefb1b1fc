import { isatty } from 'node:tty';
import { attach, type Attachment } from '../../process/terminal/attach.ts';
import { type CallerTerminal, openCallerTerminal } from '../../process/terminal/caller-terminal.ts';
import { frameKinds } from '../../session/frames.ts';
import type { InputTo } from '../../session/input-to.ts';
import type { Link } from '../../session/link.ts';

/** The terminal of a client, for as long as a program of the session has it. */
export interface ClientTerminal {
  /** Stops this process as the program has stopped; resolves when it goes on. */
  suspend(): Promise<void>;
  /** Gives the terminal back. */
  end(): void;
}

/** Hands the terminal over, and says what it is; null where there turned out to be none. */
export function handOver(link: Link, input: InputTo): ClientTerminal | null {
  const caller = openCallerTerminal();
  const attachment = caller && attachTo(caller, link, input);
  void link.sendJson(frameKinds.attached, caller && { modes: caller.modes, size: sizeOf(caller) });
  if (attachment === null) return null;
  return {
    suspend: () => attachment.suspend(),
    end() {
      attachment.end();
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
