import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';

/** The kinds, written down here once more: what clients send and what they get. */
export const KIND = {
  request: 1,
  input: 2,
  inputEnd: 3,
  resize: 4,
  signal: 5,
  resume: 6,
  answer: 7,
  attached: 8,
  output: 16,
  errors: 17,
  want: 18,
  ask: 19,
  suspend: 20,
  end: 21,
  attach: 22,
} as const;

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const NO_TERMINAL = { stdin: false, stdout: false, stderr: false, color: false, person: false };

/** A request for a command line, as the program's own client sends it. */
export const command = (argv: readonly unknown[], more: Record<string, unknown> = {}) => ({
  type: 'command',
  version,
  argv,
  cwd: '/',
  terminal: NO_TERMINAL,
  ...more,
});

export const tool = (name: string, args: unknown, more: Record<string, unknown> = {}) => ({
  type: 'tool',
  version,
  name,
  args,
  cwd: '/',
  ...more,
});

export type Body = string | Buffer | Record<string, unknown> | readonly unknown[] | null;

export function frame(kind: number, body: Body = ''): Buffer {
  const bytes =
    typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const header = Buffer.alloc(5);
  header.writeUInt32BE(bytes.length, 0);
  header.writeUInt8(kind, 4);
  return Buffer.concat([header, bytes]);
}

/** Bytes in and frames out, on the socket of a session. */
export class RawClient implements AsyncDisposable {
  readonly socket: Socket;
  readonly frames: { readonly kind: number; readonly body: Buffer }[] = [];
  /** All that came. */
  received = Buffer.alloc(0);
  isClosed = false;
  #rest = Buffer.alloc(0);

  constructor(path: string) {
    this.socket = connect(path);
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isClosed = true));
    this.socket.on('data', (chunk) => this.#take(Buffer.from(chunk)));
  }

  send(kind: number, body?: Body): this {
    return this.raw(frame(kind, body));
  }

  raw(bytes: Buffer): this {
    if (this.socket.writable) this.socket.write(bytes);
    return this;
  }

  request(body: Body): this {
    return this.send(KIND.request, body);
  }

  /** The next frame of a kind; null when the connection ends, or `ms` pass, without one. */
  async next(kind: number, ms = 10_000): Promise<Buffer | null> {
    const over = AbortSignal.timeout(ms);
    for (;;) {
      const at = this.frames.findIndex((one) => one.kind === kind);
      if (at >= 0) return this.frames.splice(at, 1)[0]?.body ?? null;
      if (this.isClosed) return null;
      // oxlint-disable-next-line no-await-in-loop -- waits for more
      const news = await Promise.race([
        once(this.socket, 'data', { signal: over }),
        once(this.socket, 'close', { signal: over }),
      ]).catch(() => null);
      if (news === null) return null;
    }
  }

  /** What is said of how it ended: `exit 0`, `local reveal`, `failed locked: ...`; `closed` when nothing is. */
  async ended(ms = 10_000): Promise<string> {
    const body = await this.next(KIND.end, ms);
    if (body === null) return this.isClosed ? 'closed' : 'no answer';
    const end = JSON.parse(body.toString()) as Record<string, unknown>;
    const failed = end['failed'] as { code: string; message: string } | undefined;
    if (failed !== undefined) return `failed ${failed.code}: ${failed.message}`;
    return Object.entries(end)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join();
  }

  textOf(kind: number): string {
    return Buffer.concat(this.frames.filter((one) => one.kind === kind).map(({ body }) => body)).toString();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.destroy();
    if (!this.isClosed) await once(this.socket, 'close');
  }

  #take(chunk: Buffer): void {
    this.received = Buffer.concat([this.received, chunk]);
    let rest = Buffer.concat([this.#rest, chunk]);
    while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(0)) {
      const end = 5 + rest.readUInt32BE(0);
      this.frames.push({ kind: rest.readUInt8(4), body: rest.subarray(5, end) });
      rest = rest.subarray(end);
    }
    this.#rest = rest;
  }
}

/** What comes of one request that is followed by nothing. */
export async function ask(path: string, request: Body): Promise<string> {
  await using client = new RawClient(path);
  const end = await client.request(request).ended();
  return end;
}
