import type { Socket } from 'node:net';
import { encodeFrame, type Frame, type FrameKind, FrameReader, MAX_BODY } from './frames.ts';

/** How long the other side may take to close. */
const LINGER_MS = 2000;

/** One end of a connection between a client and the session. */
export interface Link {
  /** Sends a frame; resolves when the other side has room for more, or is gone. */
  send(kind: FrameKind, body?: Buffer): Promise<void>;
  sendJson(kind: FrameKind, body: unknown): Promise<void>;
  /** Sends bytes in as many frames as they need. */
  sendBytes(kind: FrameKind, bytes: Buffer): Promise<void>;
  /** Aborted when the connection is over, for whichever reason. */
  readonly closed: AbortSignal;
  /** No more is sent; what was sent arrives. */
  end(): void;
  /** Ends the connection now. */
  destroy(): void;
}

/** `take` is given each frame as it comes; what it throws ends the connection. */
export function createLink(socket: Socket, take: (frame: Frame) => void): Link {
  const reader = new FrameReader();
  const closed = new AbortController();
  socket.on('error', () => undefined);
  socket.once('close', () => closed.abort());
  socket.once('end', () => closed.abort());
  socket.on('data', (chunk: Buffer) => {
    const frames = reader.take(chunk);
    try {
      if (frames === null) throw new RangeError('a frame is too long');
      for (const frame of frames) take(frame);
    } catch {
      socket.destroy();
    }
  });

  function send(kind: FrameKind, body: Buffer = Buffer.alloc(0)): Promise<void> {
    if (!socket.writable) return Promise.resolve();
    return new Promise((resolve) => socket.write(encodeFrame(kind, body), () => resolve()));
  }

  return {
    send,
    sendJson: (kind, body) => send(kind, Buffer.from(JSON.stringify(body))),
    async sendBytes(kind, bytes) {
      // In one go, so that nothing else comes between.
      const parts: Promise<void>[] = [];
      for (let at = 0; at < bytes.length; at += MAX_BODY)
        parts.push(send(kind, bytes.subarray(at, at + MAX_BODY)));
      await Promise.all(parts);
    },
    closed: closed.signal,
    end() {
      socket.end();
      // What was sent is with the other side, whether it reads it now or later.
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    },
    destroy: () => void socket.destroy(),
  };
}
