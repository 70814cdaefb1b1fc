/**
 * What base64 makes of the value whatever stands around it, in both alphabets, for each place in a group of
 * three bytes where it can begin: without the characters that also hold bits of a neighbour, and no padding.
 */
export function base64Cores(value: Buffer): Buffer[] {
  return [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.alloc(before), value]);
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor((all.length * 8) / 6);
    return [all.toString('base64'), all.toString('base64url')].map((text) =>
      Buffer.from(text.slice(first, end)),
    );
  });
}
