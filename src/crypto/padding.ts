/**
 * Padding that hides lengths: Padmé (Nikitin et al., "Reducing Metadata Leakage from Encrypted Files", 2019),
 * never under 512 bytes. A 4-byte big-endian length, the data, zeros. It adds at most 12% above the smallest size.
 */

const SMALLEST = 512;
const LENGTH = 4;

/** Pads into a new buffer; wiping `data` and the result is the caller's. */
export function pad(data: Uint8Array): Buffer {
  const padded = Buffer.alloc(paddedSize(LENGTH + data.length));
  padded.writeUInt32BE(data.length);
  padded.set(data, LENGTH);
  return padded;
}

/** The data inside, as a view; null unless the bytes are exactly what `pad` makes of it. */
export function unpad(padded: Buffer): Buffer | null {
  if (padded.length < SMALLEST) return null;
  const end = LENGTH + padded.readUInt32BE();
  if (end > padded.length || paddedSize(end) !== padded.length) return null;
  if (!isZero(padded.subarray(end))) return null;
  return padded.subarray(LENGTH, end);
}

/** The size `size` bytes are padded to: at most log2(log2 size) bits of it are kept. */
export function paddedSize(size: number): number {
  if (size <= SMALLEST) return SMALLEST;
  const exponent = Math.floor(Math.log2(size));
  const keptBits = Math.floor(Math.log2(exponent)) + 1;
  const step = 2 ** (exponent - keptBits);
  return Math.ceil(size / step) * step;
}

const zeros = Buffer.alloc(4096);

function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const part = bytes.subarray(at, at + zeros.length);
    if (!part.equals(zeros.subarray(0, part.length))) return false;
  }
  return true;
}
