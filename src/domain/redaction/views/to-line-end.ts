import type { Finder, Report } from '../finder.ts';
import type { FinderContext, FinderMaker } from '../stream.ts';

const LF = 10;
/** A dump's line is shorter. */
const LONGEST_REST = 256;

/** Takes what a finder finds up to the end of its last line: the column of text beside a dump's bytes. */
export function toLineEnd(make: FinderMaker): FinderMaker {
  return (context) => new ToLineEnd(make, context);
}

class ToLineEnd implements Finder {
  readonly #report: Report;
  readonly #finder: Finder;
  #chunk: Buffer = Buffer.alloc(0);
  #base = 0;
  /** The occurrence whose line has not ended; -1 for none. */
  #label = -1;
  #start = 0;
  #limit = 0;

  constructor(make: FinderMaker, context: FinderContext) {
    this.#report = context.report;
    const report: Report = (label, start, end) => {
      this.#label = label;
      this.#start = start;
      this.#limit = end + LONGEST_REST;
      this.#extend(end);
    };
    this.#finder = make({ ...context, report });
  }

  get undecidedFrom(): number {
    const from = this.#finder.undecidedFrom;
    return this.#label < 0 ? from : Math.min(from, this.#start);
  }

  get tellingFrom(): number {
    const from = this.#finder.tellingFrom;
    return this.#label < 0 ? from : Math.min(from, this.#start);
  }

  scan(chunk: Buffer, base: number): void {
    this.#chunk = chunk;
    this.#base = base;
    if (this.#label >= 0) this.#extend(base);
    this.#finder.scan(chunk, base);
  }

  /** Reports up to the line's end, or as much of it as there is. */
  #extend(from: number): void {
    const chunkEnd = this.#base + this.#chunk.length;
    const found = this.#chunk.indexOf(LF, from - this.#base);
    const end = Math.min(found === -1 ? chunkEnd : this.#base + found, this.#limit);
    this.#report(this.#label, this.#start, end);
    if (found !== -1 || end === this.#limit) this.#label = -1;
  }
}
