/** Masked values: asterisks and the last few characters. Characters are Unicode code points. */

/** `hunter2` gives `*****r2`: none shown of 1 to 4 characters, two of 5 to 8, four of 9 and more. */
export function maskValue(value: string): string {
  const length = codePointLength(value);
  const shown = length <= 4 ? 0 : length <= 8 ? 2 : 4;
  // Four characters are at most eight code units.
  const tail = shown === 0 ? '' : Array.from(value.slice(-9)).slice(-shown).join('');
  return '*'.repeat(length - shown) + tail;
}

/** The number of characters of a value, as every `value_length` counts them. */
export function codePointLength(value: string): number {
  let length = 0;
  for (const _ of value) length += 1;
  return length;
}
