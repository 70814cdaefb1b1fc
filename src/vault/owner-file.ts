/** Reading a file that must be its owner's alone: the policy, a password file. */

import * as fs from 'node:fs';
import { errorCode } from './file-error.ts';

/** What became of the file. `reason` follows its name in a sentence: `is a symbolic link`. */
export type OwnerFile =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Reads a file of at most `maxBytes` that is regular, has one name, mode 0600, and is owned by this process's user.
 * All is checked on the descriptor the bytes are read from; it never follows a link and never blocks.
 */
export function readOwnerFile(path: string, maxBytes: number): OwnerFile {
  let descriptor;
  try {
    descriptor = fs.openSync(path, flags);
  } catch (error) {
    return openFailure(error);
  }
  try {
    const reason = fault(fs.fstatSync(descriptor), maxBytes);
    return reason === null ? read(descriptor, maxBytes) : { kind: 'refused', reason };
  } catch (error) {
    return openFailure(error);
  } finally {
    fs.closeSync(descriptor);
  }
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

function openFailure(error: unknown): OwnerFile {
  const code = errorCode(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'absent' };
    case 'ELOOP':
      return { kind: 'refused', reason: 'is a symbolic link' };
    case 'ENXIO':
      return { kind: 'refused', reason: 'is not a regular file' };
    default:
      return { kind: 'refused', reason: `cannot be read (${code})` };
  }
}

function fault(stats: fs.Stats, maxBytes: number): string | null {
  if (!stats.isFile()) return 'is not a regular file';
  if (stats.nlink !== 1) return 'has a hard link';
  if (stats.uid !== process.getuid?.()) return 'belongs to another user';
  const mode = stats.mode & 0o7777;
  if (mode !== 0o600) return `has mode ${mode.toString(8).padStart(4, '0')}, must be 0600`;
  return stats.size > maxBytes ? tooLarge(maxBytes) : null;
}

// One byte more than allowed shows a file that grew after the check.
function read(descriptor: number, maxBytes: number): OwnerFile {
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  for (;;) {
    const count = fs.readSync(descriptor, buffer, length, buffer.length - length, null);
    length += count;
    if (length > maxBytes) return { kind: 'refused', reason: tooLarge(maxBytes) };
    if (count === 0) return { kind: 'read', bytes: buffer.subarray(0, length) };
  }
}

function tooLarge(maxBytes: number): string {
  return `is larger than ${maxBytes.toLocaleString('en')} bytes`;
}
