const [BACKSLASH, EQUALS] = [0x5c, 0x3d];

/** 1 for each byte that may be part of a value spelled out in hex or numbers: a digit, or what stands between two. */
export const SPELLS = classOf(' \t\r\n:-,;\\%=+&#{}[]()"\'0123456789abcdefABCDEFxXuU');

/** 1 for each byte that may be part of a separator: not a letter, not a digit, not above ASCII. */
export const SEPARATES = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 128 && !/[A-Za-z0-9]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * 1 for what an escape sequence, a line's end, or its `\n` or `=` begins with: what stands next to it tells nothing
 * about a value that goes across.
 */
export const LEFT_OUT = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte <= 0x20 || byte === BACKSLASH || byte === EQUALS ? 1 : 0,
);

function classOf(bytes: string): Uint8Array {
  const members = new Uint8Array(256);
  for (const byte of Buffer.from(bytes)) members[byte] = 1;
  return members;
}
