/* oxlint-disable typescript/no-non-null-assertion -- an index is a byte, a pair of them, or a hash cut to the set's size */
const [BACKSLASH, EQUALS] = [0x5c, 0x3d];
const BITS_PER_MEMBER = 32;
const LARGEST_BITS = 22;

/** Which bytes stand next to each other in the patterns: tells cheaply that a value is not split at a place. */
export class Neighbours {
  /** A bit each for two, and for a hash of four bytes in a row. */
  readonly #pairs = new Uint8Array(1 << 13);
  readonly #fours: Uint8Array;
  readonly #shift: number;

  constructor(patterns: readonly { readonly bytes: Buffer }[]) {
    const total = patterns.reduce((sum, { bytes }) => sum + bytes.length, 1);
    const bits = Math.min(LARGEST_BITS, Math.ceil(Math.log2(total * BITS_PER_MEMBER)));
    this.#fours = new Uint8Array(2 ** (bits - 3));
    this.#shift = 32 - bits;
    for (const { bytes } of patterns) {
      for (let i = 1; i < bytes.length; i++) {
        add(this.#pairs, (bytes[i - 1]! << 8) | bytes[i]!);
        if (i > 2) add(this.#fours, this.#hash(bytes[i - 3]!, bytes[i - 2]!, bytes[i - 1]!, bytes[i]!));
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
    if (mayLeaveOut(d) || mayLeaveOut(e) || mayLeaveOut(a) || mayLeaveOut(z)) return true;
    return (
      has(this.#fours, this.#hash(a, b, c, d)) ||
      has(this.#fours, this.#hash(b, c, d, e)) ||
      has(this.#fours, this.#hash(z, a, b, c))
    );
  }

  #hash(a: number, b: number, c: number, d: number): number {
    return Math.imul((a << 24) | (b << 16) | (c << 8) | d, 0x9e3779b1) >>> this.#shift;
  }
}

/** What an escape sequence, a line's end, or its `\n` or `=` begins with: the next byte tells nothing then. */
function mayLeaveOut(byte: number): boolean {
  return byte <= 0x20 || byte === BACKSLASH || byte === EQUALS;
}

function add(set: Uint8Array, member: number): void {
  set[member >>> 3]! |= 1 << (member & 7);
}

function has(set: Uint8Array, member: number): boolean {
  return ((set[member >>> 3]! >>> (member & 7)) & 1) !== 0;
}
