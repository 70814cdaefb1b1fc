/* oxlint-disable typescript/no-non-null-assertion -- an index is a kept byte: in range by construction */
const BATCH = 4096;
/** Bytes kept for one byte read, at most; a dump's word is kept at once when it ends. */
const MOST_PER_BYTE = 3;
export const MOST_AT_ONCE = 32;

/** What a lens keeps of a stream: bytes, each with the position it stood at, and the last ones searched. */
export class Kept {
  bytes: Buffer;
  /** The position of each. */
  places: Float64Array;
  readonly #history: number;
  readonly #atOnce: number;
  /** Bytes there is room for in the end: most streams keep next to nothing. */
  readonly #size: number;
  count = 0;
  /** Where something was left out that makes an occurrence one, in order. */
  #marks: number[] = [];
  /** Bytes from here on have not been searched. */
  fresh = 0;

  /** `history`: bytes of the longest occurrence; `atOnce`: those that one byte read can have kept. */
  constructor(history: number, atOnce = MOST_AT_ONCE) {
    this.#history = history;
    this.#atOnce = atOnce;
    this.#size = 2 * history + BATCH + atOnce;
    this.bytes = Buffer.alloc(atOnce + MOST_PER_BYTE);
    this.places = new Float64Array(this.bytes.length);
  }

  /** How many bytes may be read before the next search; never 0 after `settle`. */
  get room(): number {
    return Math.floor((this.bytes.length - this.#atOnce - this.count) / MOST_PER_BYTE);
  }

  push(byte: number, place: number): void {
    this.bytes[this.count] = byte;
    this.places[this.count++] = place;
  }

  /** Bytes may be read twice: marks that are there already are passed over. */
  mark(place: number): void {
    if (place > (this.#marks.at(-1) ?? -1)) this.#marks.push(place);
  }

  /** Whether a mark stands between two positions. */
  hasMark(start: number, end: number): boolean {
    let [low, high] = [0, this.#marks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#marks[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low < this.#marks.length && this.#marks[low]! < end;
  }

  /** Takes all as searched; lets go of those no occurrence reaches back to once they are many. */
  settle(): void {
    if (this.count >= this.#history + BATCH / 2) {
      const gone = this.count - this.#history;
      this.bytes.copyWithin(0, gone, this.count);
      this.places.copyWithin(0, gone, this.count);
      this.count -= gone;
      const first = this.places.subarray(0, this.count).reduce((a, b) => Math.min(a, b), Infinity);
      this.#marks = this.#marks.filter((place) => place >= first);
    }
    this.fresh = this.count;
    if (this.room <= 0) this.#grow();
  }

  #grow(): void {
    const size = Math.min(this.#size, this.bytes.length * 8);
    const [bytes, places] = [Buffer.alloc(size), new Float64Array(size)];
    bytes.set(this.bytes);
    places.set(this.places);
    [this.bytes, this.places] = [bytes, places];
  }
}
