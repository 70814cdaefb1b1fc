import { VaultError } from '../errors.ts';

const MOST = 1024;

/**
 * The bytes a master password is derived from: NFKC, UTF-8, 1 to 1,024 of them, in a new buffer the caller wipes.
 * Throws `locked` on anything else.
 */
export function normalisePassword(password: Buffer): Buffer {
  const bytes = isAscii(password) ? Buffer.from(password) : normalise(password);
  if (bytes.length === 0) throw new VaultError('locked', 'the master password is empty');
  if (bytes.length > MOST) throw new VaultError('locked', 'the master password is longer than 1,024 bytes');
  return bytes;
}

// ASCII is its own normal form; skipping the text keeps a copy that cannot be wiped out of memory.
function isAscii(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 0x80);
}

function normalise(bytes: Buffer): Buffer {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return Buffer.from(text.normalize('NFKC'), 'utf8');
  } catch {
    throw new VaultError('locked', 'the master password is not UTF-8 text');
  }
}
