/** The process of a session: it takes clients, has their requests performed, and ends with the session. */

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endAllGroups, killAllGroups } from '../process/process-group.ts';
import { VaultError } from '../errors.ts';
import { Conversation } from './conversation.ts';
import { frameKinds, type Frame } from './frames.ts';
import { createLink, type Link } from './link.ts';
import { listen, type Listener } from './listener.ts';
import type { SessionEnd, SessionRequest } from './messages.ts';
import { parseRequest } from './requests.ts';
import type { LockReason, Session } from './session.ts';

/** What does the work of a request; what it throws ends the conversation. */
export type Perform = (
  request: SessionRequest,
  conversation: Conversation,
  broker: Broker,
) => Promise<SessionEnd>;

/** How long a client may take to say what it wants. */
const FIRST_FRAME_MS = 10_000;
const LOOK_MS = 2000;
const CHILD_GRACE_MS = 1000;
const SETTLE_MS = 1000;

export class Broker {
  readonly session: Session;
  readonly #perform: Perform;
  readonly #answers = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #locked = Promise.withResolvers<void>();
  #listener: Listener | undefined;
  /** Programs that run for clients at the moment. */
  running = 0;

  constructor(session: Session, perform: Perform) {
    this.session = session;
    this.#perform = perform;
  }

  /** Listens in the folder. Resolves when clients can connect. Throws `failure`. */
  async open(folder: string): Promise<void> {
    this.#listener = await listen(folder, (socket) => this.#welcome(socket));
    setInterval(() => this.#look(), LOOK_MS).unref();
  }

  /** Aborted when the session ends. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Resolves when the session has ended and nothing it ran is left. */
  get locked(): Promise<void> {
    return this.#locked.promise;
  }

  /** Ends what runs, then the session. Resolves when nothing is left of either. */
  async lock(reason: LockReason): Promise<void> {
    if (this.#stopping.signal.aborted) return this.locked;
    this.#stopping.abort();
    this.#listener?.close();
    await endAllGroups(CHILD_GRACE_MS);
    // What was ended is still to be recorded and told.
    await Promise.race([Promise.allSettled(this.#answers), sleep(SETTLE_MS)]);
    killAllGroups();
    this.session.close(reason);
    this.#locked.resolve();
  }

  /** A session whose time is over does nothing more, whether or not the timer has noticed. */
  #look(): boolean {
    if (this.stopping.aborted) return false;
    const due = this.#listener?.isReachable() === false ? 'unreachable' : this.#due();
    if (due === null) return true;
    void this.lock(due);
    return false;
  }

  #due(): LockReason | null {
    try {
      return this.session.due;
    } catch {
      return 'the vault was changed';
    }
  }

  #welcome(socket: Socket): void {
    let conversation: Conversation | undefined;
    const link = createLink(socket, (frame) => {
      if (conversation !== undefined) return conversation.take(frame);
      clearTimeout(impatience);
      conversation = new Conversation(link);
      void this.#answer(requestIn(frame), conversation, link);
    });
    const impatience = setTimeout(() => link.destroy(), FIRST_FRAME_MS);
    link.closed.addEventListener('abort', () => clearTimeout(impatience));
  }

  async #answer(request: SessionRequest, conversation: Conversation, link: Link): Promise<void> {
    // Its own answer is not waited for.
    if (request.type === 'lock') {
      await this.lock('asked');
      await link.sendJson(frameKinds.end, { exit: 0 });
    } else if (this.#look()) {
      const answer = this.#work(request, conversation, link);
      this.#answers.add(answer);
      await answer;
      this.#answers.delete(answer);
    }
    link.end();
  }

  async #work(request: SessionRequest, conversation: Conversation, link: Link): Promise<void> {
    const end = await this.#perform(request, conversation, this).catch(failureOf);
    await link.sendJson(frameKinds.end, end);
  }
}

function requestIn({ kind, body }: Frame): SessionRequest {
  if (kind !== frameKinds.request) throw new RangeError('a request comes first');
  return parseRequest(body);
}

/** Anything but our own errors could quote anything, and stays unsaid. */
function failureOf(error: unknown): SessionEnd {
  if (!(error instanceof VaultError)) return { failed: { code: 'failure', message: 'internal error' } };
  const { code, message, hint } = error;
  return { failed: { code, message, ...(hint !== undefined && { hint }) } };
}
