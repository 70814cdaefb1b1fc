import { statSync } from 'node:fs';
import { Writable } from 'node:stream';
import { VaultError } from '../../errors.ts';
import type { Conversation } from '../../session/conversation.ts';
import { type FrameKind, frameKinds } from '../../session/frames.ts';
import type { CommandRequest } from '../../session/messages.ts';
import type { Io, SessionHold } from '../io.ts';
import { visible } from '../render/visible.ts';

/**
 * The outside world of a command that the session runs for a client: the client's streams, person and working
 * directory, but the environment the session was unlocked in.
 */
export function clientIo(
  hold: SessionHold,
  conversation: Conversation,
  { cwd, version, terminal }: CommandRequest,
): Io {
  refuseMissing(cwd);
  const errors = (text: string): void => void conversation.write(frameKinds.errors, Buffer.from(text));
  return {
    env: { ...hold.session.terms.env },
    cwd,
    clock: hold.session.clock,
    version,
    program: [process.execPath, process.argv[1] ?? ''],
    stdin: { isTerminal: terminal.stdin, stream: () => conversation.input() },
    stdout: {
      isTerminal: terminal.stdout,
      width: terminal.columns,
      hasColor: terminal.color,
      stream: () => streamTo(conversation, frameKinds.output),
    },
    stderr: { stream: () => streamTo(conversation, frameKinds.errors) },
    print: (answer) => conversation.write(frameKinds.output, Buffer.from(answer)),
    say: (line) => errors(`${visible(line)}\n`),
    terminal: () => (terminal.person ? personAt(conversation) : null),
    restoreUmask: () => hold.session.terms.umask,
    hold,
  };
}

function personAt(conversation: Conversation): ReturnType<Io['terminal']> {
  return {
    askHidden: (label) => conversation.ask({ kind: 'hidden', label }),
    confirm: async (question) => (await conversation.ask({ kind: 'confirm', question })).length > 0,
  };
}

function streamTo(conversation: Conversation, kind: FrameKind): Writable {
  return new Writable({
    // At the pace of the client; it does not fail: a client that has gone takes nothing.
    write(chunk: Buffer, _encoding, done) {
      const written = async (): Promise<void> => {
        await conversation.write(kind, chunk);
        done();
      };
      void written();
    },
  });
}

function refuseMissing(cwd: string): void {
  try {
    if (statSync(cwd).isDirectory()) return;
  } catch {
    // Said below.
  }
  throw new VaultError('failure', 'the working directory does not exist any more');
}
