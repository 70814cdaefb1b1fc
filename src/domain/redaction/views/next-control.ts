/** A bit that is set, here or one place up, in every ASCII byte from space on. */
const PRINTABLE = 0x20202020;

/** The index of the next byte below space (or above ASCII, at times), 16 bytes a look; the length when there is none. */
export function nextControl(text: DataView, from: number): number {
  const length = text.byteLength;
  let at = from;
  for (; at + 16 <= length; at += 16) {
    const a = text.getInt32(at, true);
    const b = text.getInt32(at + 4, true);
    const c = text.getInt32(at + 8, true);
    const d = text.getInt32(at + 12, true);
    const all = (a | (a >> 1)) & (b | (b >> 1)) & (c | (c >> 1)) & (d | (d >> 1));
    if ((all & PRINTABLE) !== PRINTABLE) break;
  }
  while (at < length && (text.getUint8(at) & 0x60) !== 0) at++;
  return at;
}
