import type { FrameKind } from '../../../src/session/frames.ts';
import type { Link } from '../../../src/session/link.ts';

/** A connection that goes nowhere, and remembers what was sent. */
export class RecordingLink implements Link {
  readonly sent: { readonly kind: FrameKind; readonly body: Buffer }[] = [];
  readonly #closed = new AbortController();

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** The other side goes. */
  leave(): void {
    this.#closed.abort();
  }

  send(kind: FrameKind, body: Buffer = Buffer.alloc(0)): Promise<void> {
    this.sent.push({ kind, body: Buffer.from(body) });
    return Promise.resolve();
  }

  sendJson(kind: FrameKind, body: unknown): Promise<void> {
    return this.send(kind, Buffer.from(JSON.stringify(body)));
  }

  sendBytes(kind: FrameKind, bytes: Buffer): Promise<void> {
    return this.send(kind, bytes);
  }

  end(): void {
    this.leave();
  }

  destroy(): void {
    this.leave();
  }

  /** The bytes of one kind that were sent. */
  bytesOf(kind: FrameKind): Buffer {
    return Buffer.concat(this.sent.filter((frame) => frame.kind === kind).map(({ body }) => body));
  }

  count(kind: FrameKind): number {
    return this.sent.filter((frame) => frame.kind === kind).length;
  }
}
