const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines, in time linear in their number. */
export class LineBuffer {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #length = 0;

  /** `limit`: bytes a line may have. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that are complete now, without their ending. Throws RangeError for one over the limit. */
  *push(chunk: Buffer): Generator<string> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      yield this.rest();
    }
    this.#add(chunk.subarray(start));
  }

  /** What came after the last newline. */
  rest(): string {
    const line = Buffer.concat(this.#parts, this.#length).toString('utf8');
    this.#parts = [];
    this.#length = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  #add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > this.#limit) throw new RangeError('line too long');
    if (part.length > 0) this.#parts.push(part);
  }
}
