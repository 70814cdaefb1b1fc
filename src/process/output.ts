/** Takes a child's output as it comes. `write` may answer a promise; the child then waits for it. */
export interface Sink {
  write(chunk: Buffer): void | Promise<void>;
  /** Told when whoever writes seems to wait for an answer: what can be shown should be. */
  settle?(): void | Promise<void>;
  end(): void | Promise<void>;
  /** Instead of `end`, when the program was ended before its output was. */
  cut?(): void | Promise<void>;
}

/** Where a child's two streams go. */
export interface Outputs {
  readonly stdout: Sink;
  readonly stderr: Sink;
}

/** A sink that keeps the head and the tail of what it is given, in constant memory. */
export interface CappedOutput extends Sink {
  /** What was kept, as UTF-8 with replacement; a line between says how much was left out. */
  text(): string;
}

/** Keeps at most `maxBytes`, half of them from the beginning and half from the end. */
export function createCappedOutput(maxBytes: number): CappedOutput {
  const headLimit = Math.ceil(maxBytes / 2);
  const tailLimit = maxBytes - headLimit;
  const head = createRoom(headLimit);
  // Twice the room, so that what falls out is moved away only now and then.
  const tail = createRoom(2 * tailLimit);
  let dropped = 0;

  function keepTail(chunk: Buffer): void {
    const kept = chunk.subarray(Math.max(0, chunk.length - tailLimit));
    dropped += chunk.length - kept.length;
    if (!tail.fits(kept)) dropped += tail.keepLast(tailLimit - kept.length);
    tail.add(kept);
  }

  return {
    write(chunk) {
      const first = chunk.subarray(0, headLimit - head.bytes().length);
      head.add(first);
      if (first.length < chunk.length) keepTail(chunk.subarray(first.length));
    },
    end() {},
    text() {
      dropped += tail.keepLast(tailLimit);
      const [start, end] = [head.bytes(), tail.bytes()];
      if (dropped === 0) return Buffer.concat([start, end]).toString('utf8');
      const before = start.subarray(0, lastBoundary(start));
      const after = end.subarray(firstBoundary(end));
      const missing = dropped + start.length - before.length + end.length - after.length;
      return `${before.toString('utf8')}\n[${missing} bytes left out]\n${after.toString('utf8')}`;
    },
  };
}

interface Room {
  bytes(): Buffer;
  fits(more: Buffer): boolean;
  add(more: Buffer): void;
  /** Forgets all but the last `count` bytes; answers how many that were. */
  keepLast(count: number): number;
}

function createRoom(size: number): Room {
  const buffer = Buffer.alloc(size);
  let used = 0;
  return {
    bytes: () => buffer.subarray(0, used),
    fits: (more) => used + more.length <= size,
    add(more) {
      used += more.copy(buffer, used);
    },
    keepLast(count) {
      const forgotten = Math.max(0, used - Math.max(0, count));
      buffer.copyWithin(0, forgotten, used);
      used -= forgotten;
      return forgotten;
    },
  };
}

const LONGEST_CHARACTER = 4;

/** Where the last whole character ends; the end itself where the bytes are no UTF-8. */
function lastBoundary(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(LONGEST_CHARACTER, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return characterLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Where the first character that is not cut off begins; the front where the bytes are no UTF-8. */
function firstBoundary(bytes: Buffer): number {
  const start = bytes.subarray(0, LONGEST_CHARACTER).findIndex((byte) => (byte & 0xc0) !== 0x80);
  if (start >= 0) return start;
  return bytes.length < LONGEST_CHARACTER ? bytes.length : 0;
}

function characterLength(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
