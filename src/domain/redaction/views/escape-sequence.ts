/** Where in a terminal's escape sequence the next byte stands (ECMA-48). */
export const OUTSIDE = 0;
const AFTER_ESC = 1;
const IN_CSI = 2;
const IN_STRING = 3;
const AFTER_ESC_IN_STRING = 4;
const BEFORE_FINAL = 5;

const [BEL, ESC, BACKSLASH] = [0x07, 0x1b, 0x5c];
/** Bytes that begin a string up to BEL or ST: OSC, DCS, SOS, PM, APC. */
const STRING_STARTS = new Set(Buffer.from(']PX^_'));

/** Whether the next byte is in a string, or would be but for an ESC. */
export function isInString(place: number): boolean {
  return place === IN_STRING || place === AFTER_ESC_IN_STRING;
}

/** Whether the byte breaks a string off: another sequence has begun in it, as terminals have it. */
export function breaksString(place: number, byte: number): boolean {
  return place === AFTER_ESC_IN_STRING && byte !== BACKSLASH;
}

/** The place after one more byte. Outside, only ESC leads in. */
export function stepEscape(place: number, byte: number): number {
  if (place === OUTSIDE || place === AFTER_ESC) {
    if (byte === ESC) return AFTER_ESC;
    if (place === OUTSIDE) return OUTSIDE;
    if (byte === 0x5b) return IN_CSI;
    if (STRING_STARTS.has(byte)) return IN_STRING;
    return byte >= 0x20 && byte <= 0x2f ? BEFORE_FINAL : OUTSIDE;
  }
  if (place === IN_CSI || place === BEFORE_FINAL) {
    if (byte === ESC) return AFTER_ESC;
    const last = place === IN_CSI ? 0x3f : 0x2f;
    return byte >= 0x20 && byte <= last ? place : OUTSIDE;
  }
  if (byte === BEL) return OUTSIDE;
  if (place === IN_STRING) return byte === ESC ? AFTER_ESC_IN_STRING : IN_STRING;
  return !breaksString(place, byte) ? OUTSIDE : stepEscape(AFTER_ESC, byte);
}
