import type { Writable } from 'node:stream';
import { VaultError } from '../errors.ts';
import { OutputClosed } from './output-closed.ts';

/** Resolves when the bytes are out. Throws `OutputClosed` when the reader has gone, `failure` when they cannot be written. */
export function writeOut(stream: Writable, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error?: NodeJS.ErrnoException | null) => {
      if (!error) resolve();
      else reject(notWritten(error));
    });
  });
}

/** What it means that something could not be written: the reader has gone, or a `failure`. */
export function notWritten({ code = 'unknown error' }: NodeJS.ErrnoException): Error {
  if (code === 'EPIPE') return new OutputClosed();
  return new VaultError('failure', `the output cannot be written (${code})`);
}
