/** Marks a text for the eye, or leaves it as it is where there is no colour. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
}

export function createStyle(hasColor: boolean): Style {
  const mark = (on: number, off: number) => (text: string) =>
    hasColor ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { bold: mark(1, 22), red: mark(31, 39), yellow: mark(33, 39) };
}
