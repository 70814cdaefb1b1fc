/** Where a view of the stream does not see which bytes belong to one character, or which are the separator's. */
const HARD_TO_SEE = /\P{ASCII}|[\r\n]|([^A-Za-z0-9])\1/u;
const SEPARATORS = [' ', ',', '.', '-', ':', '|', '\n', ', ', '","', '", "', "', '"];

/** One separator between all characters, of values that the view of bytes apart does not find. */
export function* apartForms(text: string): Generator<string> {
  if (!HARD_TO_SEE.test(text)) return;
  const characters = Array.from(text, (character) => Buffer.from(character).toString('latin1'));
  for (const separator of SEPARATORS) yield characters.join(separator);
}
