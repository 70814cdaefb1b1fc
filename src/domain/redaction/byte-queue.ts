const EMPTY = Buffer.alloc(0);

/** Bytes in at the end, out at the front; appending one byte at a time stays cheap. */
export class ByteQueue {
  #buffer: Buffer = EMPTY;
  #start = 0;
  #end = 0;

  get length(): number {
    return this.#end - this.#start;
  }

  append(source: Buffer, from = 0, to = source.length): void {
    const count = to - from;
    if (this.#end + count > this.#buffer.length) this.#makeRoom(count);
    source.copy(this.#buffer, this.#end, from, to);
    this.#end += count;
  }

  /** The first bytes, valid until the next call. */
  peek(count: number): Buffer {
    return this.#buffer.subarray(this.#start, this.#start + count);
  }

  removeFirst(count: number): void {
    this.#start += count;
    if (this.#start === this.#end) this.#start = this.#end = 0;
  }

  #makeRoom(extra: number): void {
    const needed = this.length + extra;
    // Moving in place only when at least half is free keeps the cost of a byte constant.
    const target = needed * 2 > this.#buffer.length ? Buffer.allocUnsafeSlow(needed * 2) : this.#buffer;
    this.#buffer.copy(target, 0, this.#start, this.#end);
    this.#end -= this.#start;
    this.#start = 0;
    this.#buffer = target;
  }
}
