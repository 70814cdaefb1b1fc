/** What a secret's value may be. */

import { isUtf8 } from 'node:buffer';
import { VaultError } from '../errors.ts';

export const MAX_VALUE_BYTES = 1024 * 1024;

/** Gives the bytes back, or throws `invalid`: UTF-8 text without NUL, at most 1 MiB. `what` names it in the message. */
export function checkValue(bytes: Buffer, what: string): Buffer {
  if (bytes.length > MAX_VALUE_BYTES) throw new VaultError('invalid', `${what} is longer than 1 MiB`);
  if (bytes.includes(0)) {
    throw new VaultError('invalid', `${what} holds a NUL byte`, 'store binary data as base64');
  }
  if (!isUtf8(bytes)) {
    throw new VaultError('invalid', `${what} is not UTF-8 text`, 'store binary data as base64');
  }
  return bytes;
}
