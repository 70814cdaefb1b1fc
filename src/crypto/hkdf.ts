import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** HKDF-SHA256 (RFC 5869): `length` bytes for one purpose, named by `info`. */
export function hkdf(key: KeyObject, salt: Uint8Array, info: Uint8Array, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}

/** Moves 32 raw bytes into a key object and wipes them. */
export function takeKey(bytes: Buffer): KeyObject {
  if (bytes.length !== 32) throw new RangeError('a key is 32 bytes');
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}
