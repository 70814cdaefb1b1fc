import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** HMAC-SHA256, 32 bytes. */
export function hmac(key: KeyObject, message: Uint8Array): Buffer {
  return createHmac('sha256', key).update(message).digest();
}

/** Whether two byte strings are equal, in a time that does not depend on where they differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
