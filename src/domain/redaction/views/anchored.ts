/* oxlint-disable typescript/no-non-null-assertion -- an index is a byte, or a byte of the chunk */
import type { Pattern } from '../sorted-patterns.ts';
import type { Kept } from './kept.ts';
import type { Lens } from './lens.ts';
import { Neighbours } from './neighbours.ts';

/** What an anchored lens knows of its patterns, whatever the stream. */
export interface Anchors {
  /** By byte: 1 when a pattern has it. */
  readonly member: Uint8Array;
  /** By byte: 1 when a pattern has it and the lens always keeps it. */
  readonly plain: Uint8Array;
  /** By byte: 1 when a pattern begins with it. */
  readonly initial: Uint8Array;
  /** By byte: 1 when the lens may leave it out wherever it stands. */
  readonly leftOut: Uint8Array;
  /** Bytes left out in a row, at most. */
  readonly longestGap: number;
  /** A byte that no pattern has. */
  readonly absent: number;
  readonly longest: number;
  readonly neighbours: Neighbours;
}

/** `special` are the bytes that the lens may leave out, or that begin what it leaves out. */
export function describeAnchors(
  patterns: readonly Pattern[],
  { special, longestGap, absent }: { special: string; longestGap: number; absent: number },
): Anchors {
  const member = new Uint8Array(256);
  const initial = new Uint8Array(256);
  let longest = 0;
  for (const { bytes } of patterns) {
    for (const byte of bytes) member[byte] = 1;
    if (bytes.length > 0) initial[bytes[0]!] = 1;
    longest = Math.max(longest, bytes.length);
  }
  const leftOut = new Uint8Array(256);
  for (const byte of Buffer.from(special)) leftOut[byte] = 1;
  const plain = member.map((is, byte) => (leftOut[byte] === 0 ? is : 0));
  return {
    member,
    plain,
    initial,
    leftOut,
    longestGap,
    absent,
    longest,
    neighbours: new Neighbours(patterns),
  };
}

/**
 * A lens that leaves out something that ordinary text has little of (line ends, escapes): the anchors. It reads
 * only as far from an anchor as an occurrence can reach. The end of a chunk is always read, since an anchor may
 * follow.
 */
export abstract class AnchoredLens implements Lens {
  protected readonly anchors: Anchors;
  /** A byte that is left out or kept by what follows it, and where it stood; -1 for none. */
  protected held = -1;
  protected heldAt = 0;
  /** Whether the next byte depends on those before it. */
  protected busy = false;
  /** Bytes left out since the last one kept. */
  protected gap = 0;
  #reading = false;
  /** Index in the chunk where reading ends, unless an anchor stands before it. */
  #until = 0;
  /** Index after the last byte that no occurrence has: nothing goes across. */
  protected low = 0;

  constructor(anchors: Anchors) {
    this.anchors = anchors;
  }

  get pendingFrom(): number {
    return this.held >= 0 && this.anchors.initial[this.held] !== 0 ? this.heldAt : Infinity;
  }

  read(chunk: Buffer, from: number, base: number, kept: Kept): number {
    if (from === 0) {
      this.low = 0;
      this.begin();
      // The way back from an anchor ends where the chunk begins: read on until no way back reaches there.
      this.#until = this.anchors.longest;
    }
    let i = from;
    while (i < chunk.length && kept.room > 0) {
      if (!this.#reading) {
        const anchor = this.nextAnchor(chunk, i);
        i = this.#back(chunk, anchor);
        if (i === chunk.length) break;
        this.#until = anchor + 1;
        this.#reading = true;
      }
      i = this.#follow(chunk, i, Math.min(chunk.length, i + kept.room), base, kept);
    }
    return i;
  }

  /** A chunk begins: forgets where things stood in the one before. */
  protected abstract begin(): void;
  /** The index of the next anchor at which a value may go on; the chunk's length when there is none. */
  protected abstract nextAnchor(chunk: Buffer, from: number): number;
  /** Whether the byte is an anchor at which a value may go on. */
  protected abstract isAnchor(chunk: Buffer, at: number): boolean;
  /** Keeps a byte or leaves it out. False when no occurrence can have it. */
  protected abstract take(byte: number, place: number, kept: Kept): boolean;
  /** The index after what is left out as a whole from here on, before `end`; `at` when that is not known. */
  protected passOver(_chunk: Buffer, at: number, _end: number): number {
    return at;
  }
  /** Forgets what is held or begun. */
  protected abstract reset(): void;

  #follow(chunk: Buffer, from: number, end: number, base: number, kept: Kept): number {
    let i = from;
    while (i < end) {
      if (!this.busy) {
        i = this.#keepPlain(chunk, i, Math.min(end, this.#until), base, kept);
        if (i === end) break;
      }
      const past = i < this.#until ? this.passOver(chunk, i, end) : i;
      if (past > i) {
        kept.mark(base + i);
        this.#until = this.isAnchor(chunk, i)
          ? Math.max(this.#until, i + 1 + this.anchors.longest) + past - i - 1
          : this.#until + past - i;
        this.gap += past - i;
        i = past;
        continue;
      }
      const byte = chunk[i]!;
      const taken = i < this.#until && this.take(byte, base + i, kept);
      if (!taken) {
        if (i < this.#until) this.low = ++i;
        this.#reading = false;
        this.reset();
        kept.push(this.anchors.absent, base + i);
        return i;
      }
      if (this.isAnchor(chunk, i)) {
        this.#until = Math.max(this.#until, i + 1 + this.anchors.longest);
      } else if (this.gap > 0) this.#until++;
      i++;
    }
    return i;
  }

  #keepPlain(chunk: Buffer, from: number, to: number, base: number, kept: Kept): number {
    const { plain } = this.anchors;
    const { bytes, places } = kept;
    let { count } = kept;
    let i = from;
    for (; i < to; i++) {
      const byte = chunk[i]!;
      if (plain[byte] === 0) break;
      bytes[count] = byte;
      places[count++] = base + i;
    }
    if (i > from) this.gap = 0;
    kept.count = count;
    return i;
  }

  /** Where the longest occurrence that has the byte before `at` begins at the earliest. */
  #back(chunk: Buffer, at: number): number {
    const { member, leftOut, longest, longestGap } = this.anchors;
    let start = at;
    let gap = 0;
    // One byte that patterns have may be left out before the first anchor: the `=` of a soft break.
    for (let count = 0; start > this.low && count <= longest && gap <= longestGap; start--) {
      const byte = chunk[start - 1]!;
      if (member[byte] !== 0) {
        count++;
        gap = 0;
      } else if (leftOut[byte] !== 0) gap++;
      else break;
    }
    return start;
  }
}
