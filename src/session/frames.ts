/**
 * What goes over a session's socket: frames of a length (4 bytes, big-endian, of what follows the kind), a kind (1 byte)
 * and that many bytes. Structured ones are JSON in UTF-8.
 */

export const frameKinds = {
  // From the client.
  /** First and once: what is asked for (`SessionRequest`). */
  request: 1,
  /** Bytes typed or piped, as many as were wanted. */
  input: 2,
  inputEnd: 3,
  /** The terminal's new size. */
  resize: 4,
  /** A signal for the program. */
  signal: 5,
  /** The client goes on after it was suspended. */
  resume: 6,
  /** What the person answered. */
  answer: 7,
  /** The terminal, as it was asked for by `attach`. */
  attached: 8,
  // From the session.
  output: 16,
  errors: 17,
  /** How many more bytes of input are welcome. */
  want: 18,
  /** A question to the person (`Question`). */
  ask: 19,
  /** The program was suspended, and the client should be. */
  suspend: 20,
  /** A program starts: signals and, if wanted, the terminal are for it from now on. */
  attach: 22,
  /** Last and once: how it ended (`SessionEnd`). */
  end: 21,
} as const;

export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds];

export interface Frame {
  readonly kind: number;
  readonly body: Buffer;
}

const HEADER = 5;
/** A request carries arguments of programs and tools. */
export const MAX_REQUEST = 12 * 1024 * 1024;
export const MAX_BODY = 256 * 1024;

export function encodeFrame(kind: FrameKind, body: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(HEADER + body.length);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt8(kind, 4);
  body.copy(frame, HEADER);
  return frame;
}

/** Cuts what comes over a socket into frames. */
export class FrameReader {
  #waiting: Buffer[] = [];
  #length = 0;
  #isFirst = true;

  /** The frames that are whole now. Null when one is longer than it may be: nothing after it can be read. */
  take(chunk: Buffer): Frame[] | null {
    this.#waiting.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed()) return [];
    let bytes = Buffer.concat(this.#waiting);
    const frames: Frame[] = [];
    for (;;) {
      const length = this.#lengthOf(bytes);
      if (length === null) return null;
      if (bytes.length < HEADER + length || bytes.length < HEADER) break;
      frames.push({ kind: bytes.readUInt8(4), body: bytes.subarray(HEADER, HEADER + length) });
      bytes = bytes.subarray(HEADER + length);
      this.#isFirst = false;
    }
    this.#waiting = bytes.length > 0 ? [bytes] : [];
    this.#length = bytes.length;
    return frames;
  }

  /** How many bytes make the first frame whole, as far as is known: long ones are put together once. */
  #needed(): number {
    const [first] = this.#waiting;
    return first !== undefined && first.length >= HEADER ? HEADER + (this.#lengthOf(first) ?? 0) : HEADER;
  }
  /** The length a frame's header gives, 0 while it is not there; null when it is over the limit. */
  #lengthOf(bytes: Buffer): number | null {
    if (bytes.length < HEADER) return 0;
    const length = bytes.readUInt32BE(0);
    // Only the first may be a request; what comes later is not kept for long.
    const limit = this.#isFirst && bytes.readUInt8(4) === frameKinds.request ? MAX_REQUEST : MAX_BODY;
    return length <= limit ? length : null;
  }
}
