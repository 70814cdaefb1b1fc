/** Below this distance a loop is faster than a call into the runtime. */
const NEAR = 64;

/** The index of the next such byte, fast whether it is near or far; the text's length when there is none. */
export function nextByte(text: Buffer, byte: number, from: number): number {
  const near = Math.min(text.length, from + NEAR);
  for (let i = from; i < near; i++) if (text[i] === byte) return i;
  if (near === text.length) return near;
  const far = text.indexOf(byte, near);
  return far === -1 ? text.length : far;
}
