/** AES-256-GCM with a random 96-bit nonce and a 128-bit tag; the layout is nonce, ciphertext, tag. */

import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

/** The name bound into the associated data of everything sealed with it. */
export const ALGORITHM = 'AES-256-GCM';

const NONCE = 12;
const TAG = 16;
/** How many bytes longer than its plaintext a sealed text is. */
export const OVERHEAD = NONCE + TAG;

// Node accepts tags as short as 4 bytes unless the length is fixed here.
const options = { authTagLength: TAG };

/** Seals `plaintext`. The nonce is a parameter for test vectors only: never seal twice under one. */
export function seal(
  key: KeyObject,
  plaintext: Uint8Array,
  aad: Uint8Array,
  nonce: Uint8Array = randomBytes(NONCE),
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, options);
  cipher.setAAD(aad);
  const body = cipher.update(plaintext);
  cipher.final(); // empty in this mode
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

/** Opens what `seal` made; null when key, associated data or any byte is not the one it was sealed with. */
export function open(key: KeyObject, sealed: Uint8Array, aad: Uint8Array): Buffer | null {
  if (sealed.length < OVERHEAD) return null;
  const tagAt = sealed.length - TAG;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), options);
  decipher.setAAD(aad);
  decipher.setAuthTag(sealed.subarray(tagAt));
  const plaintext = decipher.update(sealed.subarray(NONCE, tagAt));
  try {
    decipher.final();
  } catch {
    plaintext.fill(0);
    return null;
  }
  return plaintext;
}
