import type { Writable } from 'node:stream';
import { VaultError } from '../errors.ts';
import { OutputClosed } from './output-closed.ts';

/** Resolves when the bytes are out. Throws `OutputClosed` when the reader has gone, `failure` when they cannot be written. */
export function writeOut(stream: Writable, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error?: NodeJS.ErrnoException | null) => {
      if (!error) resolve();
      else reject(error.code === 'EPIPE' ? new OutputClosed() : cannotWrite(error));
    });
  });
}

function cannotWrite({ code = 'unknown error' }: NodeJS.ErrnoException): VaultError {
  return new VaultError('failure', `the output cannot be written (${code})`);
}
