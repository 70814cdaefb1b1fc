/* oxlint-disable typescript/no-non-null-assertion -- an index is a byte, a pair of them, or a hash cut to the set's size */
import { LEFT_OUT } from '../survey/byte-classes.ts';
import { joinHash, JOINS_SIZE } from '../survey/kernel.ts';

const BITS_PER_MEMBER = 32;
const LARGEST_BITS = 22;
const [FIRST_FACTOR, SECOND_FACTOR] = [0x9e3779b1, 0x85ebca6b];

/** Which bytes stand next to each other in the patterns: tells cheaply that a value is not split at a place. */
export class Neighbours {
  /** A bit for two, and one for each of two hashes of four bytes in a row. */
  readonly #pairs = new Uint8Array(1 << 13);
  readonly #fours: Uint8Array;
  /** A bit for each three bytes in a row, as the survey wants it. */
  readonly joins = new Uint8Array(JOINS_SIZE);
  readonly #shift: number;

  constructor(patterns: readonly { readonly bytes: Buffer }[]) {
    const total = patterns.reduce((sum, { bytes }) => sum + bytes.length, 1);
    const bits = Math.min(LARGEST_BITS, Math.ceil(Math.log2(total * BITS_PER_MEMBER)));
    this.#fours = new Uint8Array(2 ** (bits - 3));
    this.#shift = 32 - bits;
    for (const { bytes } of patterns) {
      for (let i = 1; i < bytes.length; i++) {
        add(this.#pairs, (bytes[i - 1]! << 8) | bytes[i]!);
        if (i > 1) add(this.joins, joinHash(bytes.readUIntBE(i - 2, 3)));
        if (i > 2) this.#addFour(bytes.readInt32BE(i - 3));
      }
    }
  }

  /**
   * Whether a pattern may go on from index `last` at index `next` of the text, where the first thing is left
   * out that stands between its bytes. True where the text ends too early to tell.
   */
  mayJoin(text: Buffer, last: number, next: number): boolean {
    if (last < 0 || next >= text.length) return true;
    const b = text[last]!;
    const c = text[next]!;
    if (!has(this.#pairs, (b << 8) | c)) return false;
    if (last < 2 || next + 2 >= text.length) return true;
    const d = text[next + 1]!;
    const e = text[next + 2]!;
    const a = text[last - 1]!;
    const z = text[last - 2]!;
    if ((LEFT_OUT[d]! | LEFT_OUT[e]! | LEFT_OUT[a]! | LEFT_OUT[z]!) !== 0) return true;
    // One of three that go across is in the pattern.
    return this.#hasFour(a, b, c, d) || this.#hasFour(b, c, d, e) || this.#hasFour(z, a, b, c);
  }

  /** Whether none does, and neither byte there is left out or part of what is. */
  areApart(text: Buffer, last: number, next: number): boolean {
    if (last < 0 || next >= text.length) return false;
    return (LEFT_OUT[text[last]!]! | LEFT_OUT[text[next]!]!) === 0 && !this.mayJoin(text, last, next);
  }

  #addFour(four: number): void {
    const first = Math.imul(four, FIRST_FACTOR);
    add(this.#fours, first >>> this.#shift);
    add(this.#fours, secondHash(first) >>> this.#shift);
  }

  #hasFour(a: number, b: number, c: number, d: number): boolean {
    const first = Math.imul((a << 24) | (b << 16) | (c << 8) | d, FIRST_FACTOR);
    return has(this.#fours, first >>> this.#shift) && has(this.#fours, secondHash(first) >>> this.#shift);
  }
}

function secondHash(first: number): number {
  return Math.imul(first ^ (first >>> 15), SECOND_FACTOR);
}

function add(set: Uint8Array, member: number): void {
  set[member >>> 3]! |= 1 << (member & 7);
}

function has(set: Uint8Array, member: number): boolean {
  return ((set[member >>> 3]! >>> (member & 7)) & 1) !== 0;
}
