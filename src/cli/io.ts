/** The outside world as commands see it: they touch nothing else. */

import type { Readable, Writable } from 'node:stream';
import type { Broker } from '../session/broker.ts';
import type { Conversation } from '../session/conversation.ts';
import type { ClientTerminal } from '../session/messages.ts';
import type { Session } from '../session/session.ts';
import type { Terminal } from './terminal.ts';

/** What a command is given where the session runs it for a client. */
export interface SessionHold {
  readonly session: Session;
  readonly broker: Broker;
  readonly conversation: Conversation;
  readonly terminal: ClientTerminal;
}

export interface Io {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute. */
  readonly cwd: string;
  readonly clock: () => Date;
  readonly version: string;
  /** What runs this program again: the runtime and the file that was started, both absolute. */
  readonly program: readonly [runtime: string, file: string];
  readonly stdin: {
    readonly isTerminal: boolean;
    stream(): Readable;
  };
  readonly stdout: {
    readonly isTerminal: boolean;
    /** Columns of the terminal; undefined elsewhere. */
    readonly width: number | undefined;
    readonly hasColor: boolean;
    stream(): Writable;
  };
  readonly stderr: { stream(): Writable };
  /** Writes the answer to standard output; resolves when it is out. Throws `failure` when it cannot be written. */
  print(answer: string | Buffer): Promise<void>;
  /** One line on standard error, with control characters made visible. */
  say(line: string): void;
  /** The terminal of the person who runs this; null when nobody is there to ask. */
  terminal(): Terminal | null;
  /** Undoes this program's stricter umask, for a child that runs on the caller's behalf. Answers the caller's. */
  restoreUmask(): number;
  /** None where the command runs for who started it. */
  readonly hold?: SessionHold;
}

/** One line about something that did not stop the command. */
export function warn(io: Io, message: string): void {
  io.say(`vaultctl: warning: ${message}`);
}
