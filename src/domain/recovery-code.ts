/**
 * Recovery codes: 40 characters of Crockford's base32, of which 34 are random (170 bits) and 6 check them. Shown in
 * groups of five; read in any case, with spaces or dashes anywhere, `I` and `L` for 1 and `O` for 0.
 */

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM = 34;
const CHECKS = 6;
const GROUP = 5;

/** How many random bytes a code is made of. */
export const RECOVERY_RANDOM_BYTES = RANDOM;

/** The 40 characters of a code, or what is wrong with a text that is none. Of the text it quotes nothing. */
export type ParsedCode =
  { readonly ok: true; readonly code: string } | { readonly ok: false; readonly reason: string };

/** A new code of 40 characters; of each of the 34 random bytes it takes 5 bits. */
export function makeRecoveryCode(random: Uint8Array): string {
  if (random.length !== RANDOM) throw new RangeError(`a recovery code takes ${RANDOM} random bytes`);
  const values = Array.from(random, (byte) => byte & 31);
  return [...values, ...checksOf(values)].map((value) => ALPHABET.charAt(value)).join('');
}

/** In groups, to be written down. */
export function formatRecoveryCode(code: string): string {
  const groups = Array.from({ length: Math.ceil(code.length / GROUP) }, (_, index) =>
    code.slice(index * GROUP, (index + 1) * GROUP),
  );
  return groups.join('-');
}

export function parseRecoveryCode(text: string): ParsedCode {
  const code = text
    .replaceAll(/[\s\p{Dash_Punctuation}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const characters = Array.from(code);
  const wrong = characters.findIndex((character) => !ALPHABET.includes(character));
  if (wrong !== -1) return refuse(`character ${wrong + 1} is one that no code has`);
  if (characters.length !== RANDOM + CHECKS) {
    return refuse(`it has ${characters.length} characters, and a code has ${RANDOM + CHECKS}`);
  }
  const values = characters.map((character) => ALPHABET.indexOf(character));
  return remainder(values) === CHECKED
    ? { ok: true, code }
    : refuse('it is mistyped: its check does not fit');
}

function refuse(reason: string): ParsedCode {
  return { ok: false, reason };
}

/** The checksum of bech32m (BIP 350): it finds every mistake in up to 4 characters, and others but for one in 2^30. */
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKED = 0x2bc830a3;

function checksOf(values: readonly number[]): number[] {
  const rest = remainder([...values, ...Array.from({ length: CHECKS }, () => 0)]) ^ CHECKED;
  return Array.from({ length: CHECKS }, (_, index) => (rest >>> (5 * (CHECKS - 1 - index))) & 31);
}

function remainder(values: readonly number[]): number {
  let rest = 1;
  for (const value of values) {
    const top = rest >>> 25;
    rest = ((rest & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATORS.entries()) if ((top >>> bit) & 1) rest ^= generator;
  }
  return rest;
}
