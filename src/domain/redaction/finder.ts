/** Looks for occurrences of values in one stream. Positions count from the stream's first byte. */
export interface Finder {
  /** Reports every occurrence that ends in the chunk, whose first byte is at `base`. Chunks do not change what is reported. */
  scan(chunk: Buffer, base: number): void;
  /** The position of the first byte that may begin an occurrence that is not complete; the end of what was scanned when none may. */
  readonly undecidedFrom: number;
  /** The same without occurrences of which less than `TELLING` bytes have come. */
  readonly tellingFrom: number;
}

/** Fewer bytes of a value tell nothing. */
export const TELLING = 4;

/** Takes a found stretch; `label` is an index into the labels. In any order, overlapping as they like. */
export type Report = (label: number, start: number, end: number) => void;
