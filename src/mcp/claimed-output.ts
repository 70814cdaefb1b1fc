import type { Writable } from 'node:stream';

/** Standard output as the protocol alone writes to it. */
export interface ClaimedOutput {
  /** Resolves when the text is handed to the system; also when the reader has gone. */
  write(text: string): Promise<void>;
  /** Resolves when all of it has been handed over so far. */
  written(): Promise<void>;
  /** Calls back when the reader has gone. */
  onFailure(listener: () => void): void;
}

/**
 * Takes a stream over for the protocol: whatever else writes to it (a stray console.log, a library) lands
 * on `elsewhere` instead.
 */
export function claimOutput(stream: Writable, elsewhere: Writable): ClaimedOutput {
  const write = stream.write.bind(stream);
  stream.write = elsewhere.write.bind(elsewhere);
  let last = Promise.resolve();
  return {
    write(text) {
      last = new Promise((resolve) => write(text, 'utf8', () => resolve()));
      return last;
    },
    written: () => last,
    onFailure(listener) {
      stream.on('error', listener);
      stream.on('close', listener);
    },
  };
}
