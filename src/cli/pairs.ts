import { VaultError } from '../errors.ts';

/** The two sides of each `NAME=REST`, parted at the first `=`. Throws `invalid`; the text itself may be a value. */
export function parsePairs(
  texts: readonly string[],
  option: string,
  shape: string,
): [name: string, rest: string][] {
  return texts.map((text) => {
    const at = text.indexOf('=');
    if (at === -1) throw new VaultError('invalid', `${option} needs ${shape}`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
}

/** The same as a map. Throws `invalid` for a name with two different right sides. */
export function parseMap(texts: readonly string[], option: string, shape: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const [name, rest] of parsePairs(texts, option, shape)) {
    if ((map.get(name) ?? rest) !== rest)
      throw new VaultError('invalid', `${option} is given twice for ${name}`);
    map.set(name, rest);
  }
  return map;
}
