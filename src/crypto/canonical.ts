/**
 * The one encoding behind every byte string that is authenticated: associated data, header, journal, anchor.
 *
 * A sequence of items, each a 4-byte big-endian length and that many bytes. Text is UTF-8, an integer is 8 bytes,
 * big-endian. Two different sequences never have the same encoding, and no sequence has two.
 */

import { VaultError } from '../errors.ts';

export type Item = string | number | Uint8Array;

const LENGTH = 4;
const INTEGER = 8;
const HALF = 2 ** 32;

/** Encodes items in order. Throws RangeError on a number that is no safe non-negative integer, or on ill-formed text. */
export function encode(...items: readonly Item[]): Buffer {
  return encodeList(items);
}

/** The same for a list of any length. */
export function encodeList(items: readonly Item[]): Buffer {
  let size = 0;
  for (const item of items) size += LENGTH + sizeOf(item);
  const out = Buffer.allocUnsafe(size);
  let at = 0;
  for (const item of items) at = write(out, at, item);
  return out;
}

/** Reads one encoding, item by item; whatever `encode` would not have written is refused as damaged. */
export class Reader {
  readonly #bytes: Buffer;
  readonly #what: string;
  #at = 0;

  /** `what` names the bytes in the error: `the header`. */
  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = asBuffer(bytes);
    this.#what = what;
  }

  get done(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** The next item's bytes, `length` of them if given. A view, not a copy. */
  bytes(length?: number): Buffer {
    const start = this.#at + LENGTH;
    if (start > this.#bytes.length) throw this.malformed();
    const end = start + this.#bytes.readUInt32BE(this.#at);
    if (end > this.#bytes.length || (length !== undefined && end - start !== length)) throw this.malformed();
    this.#at = end;
    return this.#bytes.subarray(start, end);
  }

  text(): string {
    const bytes = this.bytes();
    try {
      return strictUtf8.decode(bytes);
    } catch {
      throw this.malformed();
    }
  }

  /** The next item as an integer, at least `least`. */
  integer(least = 0): number {
    const bytes = this.bytes(INTEGER);
    const value = bytes.readUInt32BE(0) * HALF + bytes.readUInt32BE(4);
    if (value > Number.MAX_SAFE_INTEGER || value < least) throw this.malformed();
    return value;
  }

  /** Reads the rest with `read` until nothing is left. */
  rest<T>(read: (reader: Reader) => T): T[] {
    const items: T[] = [];
    while (!this.done) items.push(read(this));
    return items;
  }

  /** Must be called last: bytes left over are as wrong as bytes missing. */
  end(): void {
    if (!this.done) throw this.malformed();
  }

  /** The error for bytes that are no encoding of what is expected here. */
  malformed(): VaultError {
    return new VaultError('damaged', `${this.#what} is malformed`);
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function sizeOf(item: Item): number {
  if (typeof item === 'string') return Buffer.byteLength(item, 'utf8');
  return typeof item === 'number' ? INTEGER : item.length;
}

function write(out: Buffer, at: number, item: Item): number {
  const start = at + LENGTH;
  if (typeof item === 'string') {
    // A lone surrogate would be written as U+FFFD, and two texts would share one encoding.
    if (!item.isWellFormed()) throw new RangeError('text is not well-formed Unicode');
    const length = out.write(item, start, 'utf8');
    out.writeUInt32BE(length, at);
    return start + length;
  }
  if (typeof item === 'number') {
    if (!Number.isSafeInteger(item) || item < 0) throw new RangeError('not a safe, non-negative integer');
    out.writeUInt32BE(INTEGER, at);
    out.writeUInt32BE(Math.floor(item / HALF), start); // in halves: a BigInt a record would cost more than the rest
    return out.writeUInt32BE(item % HALF, start + 4);
  }
  out.writeUInt32BE(item.length, at);
  out.set(item, start);
  return start + item.length;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
