/* oxlint-disable typescript/no-non-null-assertion -- an index is a byte or a place in the text */
/**
 * The start of the next run of bytes that `member` holds, of at least `shortest` bytes or up to `length`, from
 * `from` on; `length` when there is none. Looks at every `shortest`th byte only.
 */
export function nextRun(
  text: Buffer,
  from: number,
  length: number,
  { member, shortest }: { readonly member: Uint8Array; readonly shortest: number },
): number {
  let low = from;
  let at = from + shortest - 1;
  while (at < length) {
    if (member[text[at]!] === 0) {
      low = at + 1;
      at += shortest;
      continue;
    }
    let start = at;
    while (start > low && member[text[start - 1]!] !== 0) start--;
    let end = at + 1;
    while (end < length && end < start + shortest && member[text[end]!] !== 0) end++;
    if (end === length || end - start >= shortest) return start;
    low = end + 1;
    at = end + shortest;
  }
  let start = length;
  while (start > low && member[text[start - 1]!] !== 0) start--;
  return start;
}
