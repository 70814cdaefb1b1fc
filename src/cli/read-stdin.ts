import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';

/** Standard input to its end. Throws `invalid` as soon as it is longer than `most` bytes. */
export async function readStdin(io: Io, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of io.stdin.stream() as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > most)
        throw new VaultError('invalid', 'standard input is longer than any value may be (1 MiB)');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof VaultError ? error : new VaultError('failure', 'standard input cannot be read');
  }
  return Buffer.concat(chunks);
}

/** Without one newline (LF or CRLF) at the end. */
export function withoutNewline(bytes: Buffer): Buffer {
  if (bytes.at(-1) !== LINE_FEED) return bytes;
  return bytes.subarray(0, bytes.at(-2) === CARRIAGE_RETURN ? -2 : -1);
}

/** The lines of a text, without their ends; none of an empty text. */
export function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, start);
    const next = end === -1 ? bytes.length : end + 1;
    lines.push(withoutNewline(bytes.subarray(start, next)));
    start = next;
  }
  return lines;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
