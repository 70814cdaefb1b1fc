import type { Writable } from 'node:stream';

/** Standard output as the protocol alone writes to it. */
export interface ClaimedOutput {
  /** Resolves when the text is handed to the system; also when the reader has gone. */
  write(text: string): Promise<void>;
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
  return {
    write: (text) => new Promise((resolve) => write(text, 'utf8', () => resolve())),
    onFailure(listener) {
      stream.on('error', listener);
      stream.on('close', listener);
    },
  };
}
