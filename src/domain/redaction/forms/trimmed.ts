/** Without ASCII's white space on both sides; of bytes, each a character, `trim` would take 0xa0 too, of a letter. */
export function trimmed(bytes: string): string {
  let [start, end] = [0, bytes.length];
  while (start < end && isSpace(bytes.charCodeAt(start))) start++;
  while (end > start && isSpace(bytes.charCodeAt(end - 1))) end--;
  return bytes.slice(start, end);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
