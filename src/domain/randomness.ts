/** A guess at whether a text holds something drawn at random: a key, a token, a hash, an identifier like a UUID. */

const MIN_LENGTH = 16;
const MIN_DISTINCT = 8;
const MIN_SWITCHES_PER_CHARACTER = 0.2;

/**
 * Whether a word of the text, or a part of one between URL and path delimiters, looks drawn at random: 16
 * characters and more, 8 of them different, and at least every fifth changing class inside a run (letter to
 * digit, digit to letter, lower to upper case). Random base62 changes at 45% of its characters, hex at 47%,
 * base32 at 30%; names, paths, hosts, dates and camelCase stay under 20%. UUIDs count: nothing tells a secret
 * one from a public one. Random letters of one case and digits alone are not seen.
 */
export function looksRandom(text: string): boolean {
  return text.split(/\s+/).some((word) => isRandom(word) || word.split(/[/?&#=:@,;.]+/).some(isRandom));
}

function isRandom(word: string): boolean {
  return (
    word.length >= MIN_LENGTH &&
    !IPV6.test(word) &&
    new Set(word).size >= MIN_DISTINCT &&
    countSwitches(word) >= MIN_SWITCHES_PER_CHARACTER * word.length
  );
}

/** Hosts must stay readable, and the groups of an address look like any hex. */
const IPV6 = /^\[?(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\]?$/i;

function countSwitches(word: string): number {
  return word.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g)?.length ?? 0;
}
