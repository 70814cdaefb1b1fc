import { Readable } from 'node:stream';
import { VaultError } from '../errors.ts';
import type { ClientsTerminal, RunClient, RunListener } from '../process/run-for-client.ts';
import type { Sink } from '../process/output.ts';
import { type Frame, type FrameKind, frameKinds } from './frames.ts';
import type { Link } from './link.ts';
import type { ClientTerminal, Question } from './messages.ts';
import { parseAttached, parseSignal, parseSize } from './requests.ts';

/** Bytes of input that may be under way. */
const WANTED = 64 * 1024;

interface Waiting {
  readonly kind: number;
  readonly resolve: (body: Buffer) => void;
  readonly reject: (why: Error) => void;
}

/** The session's side of one request: what the client's streams, terminal and person are to a command. */
export class Conversation {
  readonly #link: Link;
  #input: Readable | undefined;
  #credit = 0;
  #inputEnded = false;
  #listener: RunListener | null = null;
  #waiting: Waiting | undefined;
  #over: Error | undefined;

  constructor(link: Link) {
    this.#link = link;
    this.gone.addEventListener('abort', () => this.cut(new VaultError('failure', 'cancelled')), {
      once: true,
    });
  }

  /** Aborted when the client has gone. */
  get gone(): AbortSignal {
    return this.#link.closed;
  }

  /** Nothing more is read from the client: who reads its input or waits for its answer gets the error. */
  cut(why: Error): void {
    this.#over ??= why;
    this.#input?.destroy(why);
    this.#waiting?.reject(why);
    this.#waiting = undefined;
  }

  /** Takes a frame of the client. Throws for one that has no business here. */
  take({ kind, body }: Frame): void {
    switch (kind) {
      case frameKinds.input:
        return this.#takeInput(body);
      case frameKinds.inputEnd:
        this.#inputEnded = true;
        this.#input?.push(null);
        return;
      case frameKinds.resize:
        return this.#listener?.resize(parseSize(body));
      case frameKinds.signal:
        return this.#listener?.signal(parseSignal(body));
      default:
        return this.#settle(kind, body);
    }
  }

  write(kind: FrameKind, bytes: Buffer): Promise<void> {
    return this.#link.sendBytes(kind, bytes);
  }

  sink(kind: FrameKind): Sink {
    return { write: (chunk) => this.write(kind, chunk), end: () => undefined };
  }

  /** What the client types or pipes in; asked for as it is read. */
  input(): Readable {
    return (this.#input ??= this.#openInput());
  }

  /** What the person answers; empty when the answer is no. */
  async ask(question: Question): Promise<Buffer> {
    void this.#link.sendJson(frameKinds.ask, question);
    return this.#next(frameKinds.answer);
  }

  /** The client as a run sees it. */
  runClient(terminal: ClientTerminal): RunClient {
    const on = { stdin: terminal.stdin, stdout: terminal.stdout, stderr: terminal.stderr };
    const hasTerminal = on.stdin || on.stdout || on.stderr;
    return {
      input: () => this.input(),
      terminal: hasTerminal ? this.#terminal(on) : null,
      listen: (listener) => {
        // Before it hears of a run, a client's signals are its own.
        if (!hasTerminal && listener !== null)
          void this.#link.sendJson(frameKinds.attach, { terminal: false });
        this.#listener = listener;
      },
    };
  }

  #terminal(on: ClientsTerminal['on']): ClientsTerminal {
    return {
      on,
      open: async () => {
        void this.#link.sendJson(frameKinds.attach, { terminal: true });
        return parseAttached(await this.#next(frameKinds.attached));
      },
      suspend: async () => {
        void this.#link.send(frameKinds.suspend);
        await this.#next(frameKinds.resume);
      },
    };
  }

  #openInput(): Readable {
    const input = new Readable({
      highWaterMark: WANTED,
      read: () => {
        if (this.#inputEnded) return void input.push(null);
        if (this.#credit > 0) return;
        this.#credit = WANTED;
        void this.#link.sendJson(frameKinds.want, WANTED);
      },
    });
    // Who reads it is told by the stream.
    input.on('error', () => undefined);
    if (this.#over !== undefined) input.destroy(this.#over);
    return input;
  }

  #takeInput(body: Buffer): void {
    if (body.length > this.#credit) throw new RangeError('more input than was wanted');
    this.#credit -= body.length;
    if (this.#input === undefined || this.#input.destroyed || this.#inputEnded) return;
    this.#input.push(body);
  }

  /** The body of the client's next frame of a kind; rejects when nothing more is read from it. */
  #next(kind: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#over !== undefined) return reject(this.#over);
      this.#waiting = { kind, resolve, reject };
    });
  }

  #settle(kind: number, body: Buffer): void {
    const waiting = this.#waiting;
    if (waiting?.kind !== kind) throw new RangeError('nobody asked for this');
    this.#waiting = undefined;
    waiting.resolve(Buffer.from(body));
  }
}
