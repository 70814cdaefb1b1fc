/** The client of a session: hands a command line over, and is its streams, its terminal and its person here. */

import { isatty } from 'node:tty';
import { resolve } from 'node:path';
import { VaultError } from '../../errors.ts';
import { connectToSession } from '../../session/connect.ts';
import { type Frame, frameKinds } from '../../session/frames.ts';
import { InputTo } from '../../session/input-to.ts';
import { createLink, type Link } from '../../session/link.ts';
import type { CommandRequest, LocalReason, Question } from '../../session/messages.ts';
import type { SessionPlace } from '../../session/place.ts';
import { parseAttach, parseEnd, parseQuestion } from '../../session/replies.ts';
import { sessionEnded } from '../../session/request-answer.ts';
import { Interrupted } from '../interrupted.ts';
import type { Io } from '../io.ts';
import { notWritten } from '../write-out.ts';
import { type ClientRun, openRun } from './client-run.ts';

/** The exit code; or why the session leaves the command to its client; null when there is no session. */
export type SessionAnswer = number | { readonly local: LocalReason } | null;

/**
 * Has the session of this user run a command line. Throws `locked` when the session ends meanwhile, and whatever it
 * failed with.
 */
export async function askSession(
  place: SessionPlace,
  argv: readonly string[],
  io: Io,
): Promise<SessionAnswer> {
  const socket = await connectToSession(place);
  if (socket === null) return null;
  const over = Promise.withResolvers<SessionAnswer>();
  const stdin = { started: false };
  let run: Promise<ClientRun> | undefined;
  const link: Link = createLink(socket, take);
  const input = new InputTo(link);
  link.closed.addEventListener('abort', () => over.reject(sessionEnded()));

  function take({ kind, body }: Frame): void {
    switch (kind) {
      case frameKinds.output:
        return show(io.stdout.stream(), body);
      case frameKinds.errors:
        return show(io.stderr.stream(), body);
      case frameKinds.want:
        return welcome(Number(body.toString('utf8')));
      case frameKinds.ask:
        return void answer(parseQuestion(body)).catch(over.reject);
      case frameKinds.attach:
        // What the program prints is not shown before its signals go to it.
        socket?.pause();
        run = startRun(parseAttach(body)).finally(() => socket?.resume());
        return void run.catch(over.reject);
      case frameKinds.suspend:
        return void run?.then((client) => client.suspend()).catch(over.reject);
      case frameKinds.end: {
        const end = parseEnd(body);
        if ('failed' in end)
          return over.reject(new VaultError(end.failed.code, end.failed.message, end.failed.hint));
        return over.resolve('exit' in end ? end.exit : end);
      }
    }
  }

  function written(error?: Error | null): void {
    if (error) over.reject(notWritten(error));
  }

  /** At the pace of whoever reads; one who reads no more ends the command. */
  function show(stream: NodeJS.WritableStream, bytes: Buffer): void {
    if (stream.write(bytes, written)) return;
    socket?.pause();
    stream.once('drain', () => socket?.resume());
  }

  function welcome(bytes: number): void {
    input.welcome(bytes);
    // What nobody wants to read stays with whoever reads next.
    if (stdin.started || (run !== undefined && input.isTyped)) return;
    stdin.started = true;
    io.stdin
      .stream()
      .on('error', () => input.end())
      .pipe(input);
  }

  async function answer(question: Question): Promise<void> {
    const terminal = io.terminal();
    if (terminal === null) throw new VaultError('locked', 'nobody is there to be asked');
    if (question.kind === 'confirm') {
      const isYes = await terminal.confirm(question.question);
      return link.send(frameKinds.answer, Buffer.from(isYes ? 'y' : ''));
    }
    const line = await terminal.askHidden(question.label);
    await link.send(frameKinds.answer, line);
    line.fill(0);
  }

  function startRun({ terminal }: { readonly terminal: boolean }): Promise<ClientRun> {
    input.isTyped = terminal && isatty(0);
    return openRun(link, input, terminal);
  }

  void link.sendJson(frameKinds.request, requestOf(argv, io));
  try {
    return await over.promise;
  } catch (error) {
    if (error instanceof Interrupted) link.destroy();
    throw error;
  } finally {
    (await run?.catch(() => undefined))?.end();
    link.destroy();
    if (stdin.started) io.stdin.stream().unpipe(input).pause();
  }
}

function requestOf(argv: readonly string[], io: Io): CommandRequest {
  const { VAULT_DIR, TERM } = io.env;
  const terminal = { stdin: isatty(0), stdout: isatty(1), stderr: isatty(2) };
  const hasTerminal = terminal.stdin || terminal.stdout || terminal.stderr;
  return {
    type: 'command',
    version: io.version,
    argv,
    cwd: io.cwd,
    ...(VAULT_DIR && { vaultDir: resolve(io.cwd, VAULT_DIR) }),
    terminal: {
      ...terminal,
      color: io.stdout.hasColor,
      person: io.terminal() !== null,
      ...(io.stdout.width && { columns: io.stdout.width }),
      ...(hasTerminal && isTermName(TERM) && { term: TERM }),
    },
  };
}

function isTermName(term: string | undefined): term is string {
  return term !== undefined && /^[A-Za-z0-9][A-Za-z0-9+._-]{0,63}$/.test(term);
}
