/** Base64 in both alphabets, and as URLs and JSON strings have `+` and `/`, whatever stands around the value. */
export function* base64Forms(value: Buffer): Generator<string> {
  for (const before of [0, 1, 2]) yield* spellings(base64Core(value, before));
}

/** Bytes that base64 must stand for, not to match by chance. */
const SHORTEST = 6;

/** Base64 of what is left when the value lost its first byte or two. */
export function* base64OfRest(value: Buffer): Generator<string> {
  for (const lost of [1, 2]) {
    const rest = value.subarray(lost);
    if (rest.length >= SHORTEST) yield* spellings(base64Core(rest, 0));
  }
}

function* spellings(core: string): Generator<string> {
  yield core;
  if (!/[+/]/.test(core)) return;
  yield core.replaceAll('+', '-').replaceAll('/', '_');
  yield core.replaceAll('/', '\\/');
  yield core.replaceAll('+', '%2B').replaceAll('/', '%2F');
  yield core.replaceAll('+', '%2b').replaceAll('/', '%2f');
}

/**
 * What base64 makes of the value whatever stands around it, `before` bytes after a group of three begins: without
 * the characters that also hold bits of a neighbour, and without padding.
 */
export function base64Core(value: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), value]).toString('base64');
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor(((before + value.length) * 8) / 6);
  return text.slice(first, end);
}
