/** Inputs of the maskers of CI systems, from the tests named in runner-maskers.test.ts. */

export const DEFAULT_MASKERS = [
  'Password123!',
  'Pass"word"123!',
  'Pass word 123!',
  'Pass<word>123!',
  "Pass'word'123!",
  '"Password123!!"',
  '"short"',
];

/** Its base64 has every character of both alphabets at some alignment. */
export const BASE64_TEXT = 'TeLL? noboDy~ SEcreT?';

/** Base64 of the text, and of it without its first byte or two, in both alphabets and without padding. */
export const BASE64_VARIATIONS = [0, 1, 2].flatMap((start) =>
  (['base64', 'base64url'] as const).map((alphabet) =>
    Buffer.from(BASE64_TEXT.slice(start)).toString(alphabet).replace(/=+$/, ''),
  ),
);

const SAME_ON_BOTH_SIDES = [
  '',
  '0',
  '00',
  '000',
  '`',
  "'",
  '"',
  '!',
  '!!',
  '%',
  '%%',
  '_',
  '__',
  ':',
  '::',
  ';',
  ';;',
];
/** Beginnings of encoded forms, which are none. */
const BEGINNINGS = ['VGVMTD8gbm9ib', 'TEw/IG5vYm9EeX4', 'ZUxMPy'];

/** What stands before and after an encoded value. */
export const BASE64_NEIGHBOURS: readonly (readonly [string, string])[] = [
  ...SAME_ON_BOTH_SIDES.map((text) => [text, text] as const),
  ...['=', '==', '===', ':', ';', ...BEGINNINGS].map((after) => ['', after] as const),
  ...[':', ';', ...BEGINNINGS].map((before) => [before, ''] as const),
  ...[
    ['a', 'z'],
    ['A', 'Z'],
    ['abc', 'abc'],
    ['ABC', 'ABC'],
    ['123', '789'],
    ['[', ']'],
    ['(', ')'],
    ['$(', ')'],
    ['{', '}'],
    ['${', '}'],
    ['VGVMTD8gbm9ib', 'ZUxMPy'],
    ['VGVMTD8gbm9ib', 'TEw/IG5vYm9EeX4'],
    ['ZUxMPy', 'TEw/IG5vYm9EeX4'],
  ].map(([before = '', after = '']) => [before, after] as const),
];

/**
 * A value, and how PowerShell prints it, `^` for the escape character. Theirs repeat one word; here no two values
 * have a word in common, so that none is masked by another's.
 */
export const AMPERSANDS: readonly (readonly [string, string])[] = [
  ['secretA&secretB', 'secretA&^[96msecretB^[0m'],
  ['caught&doubly&elbows', 'caught&doubly&^[96melbows^[0m'],
  ['fabric&gentle+hamlet', 'fabric&^[96mgentle+hamlet^[0m'],
  ['impact+jacket&kindle', 'impact+jacket&^[96mkindle^[0m'],
  ['legend&marble&+nephewoyster', 'legend&marble&+^[96mn^[0mephewoyster'],
  ['parcel&+quartz&rabbit', 'parcel&+^[96mq^[0muartz&rabbit'],
  ['salmon&+timber&+urchin', 'salmon&+^[96mt^[0mimber&+urchin'],
  ['velvet&+walnut&yonder&+zephyr', 'velvet&+^[96mw^[0malnut&yonder&+zephyr'],
];

const ALL_ASCII =
  '!"#$%&\'()*+,-./ 0123456789:;<=>? @ABCDEFGHIJKLMNO PQRSTUVWXYZ[\\]^_ `abcdefghijklmno pqrstuvwxyz{|}~';

/** Those of 6 bytes and more: shorter ones are masked as they are, not in quotes. */
export const SHELL_PASSWORDS = [
  "}#T14'GAz&H!{$U_",
  'a\'b"c\\d(e)#',
  "ab'cd''ef'''gh",
  "'ab'cd'",
  "ab''cd",
  "ab'c'd",
  '\'a"b"c d',
  'a"b"c d\'',
  "'\"'(foo)'\"'",
  'foo\\bar\\',
  ALL_ASCII,
  ...generated(10),
];

/** A value, and what is left when each caret quotes the character after it. */
export const BATCH: readonly (readonly [string, string])[] = ['^<^>^(^)^^^&^|', 'ab^|\\cd^&ef^^gh'].map(
  (value) => [value, value.replaceAll(/\^(\^?)/g, '$1')],
);

export const DOLLARS = ['a$build', 'a$$bcd'];

/** Printable ASCII of 8 to 31 characters: theirs are made at random from a fixed seed, as these are. */
function generated(count: number): string[] {
  let state = 100;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 8 + next(24) }, () => String.fromCharCode(0x20 + next(0x5f)))
      .join('')
      // A line of standard input is kept as it is, but the first and the last must show in a trace.
      .replaceAll(/^ | $/g, '_'),
  );
}
