/**
 * Takes the text of an output, a character a byte, and answers what someone reading it as one encoding makes of
 * it, again a character a byte. Reads what is there, however little.
 */
export type Reader = (text: string) => string[];

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export const plain: Reader = (text) => [text];

/** Lines put together again. */
export const joined: Reader = (text) => [text.replaceAll(/[\r\n]/g, ''), text.replaceAll('\r', '')];

export const reversed: Reader = (text) => {
  const characters = Array.from(utf8(text)).toReversed().join('');
  return [Array.from(text).toReversed().join(''), bytes(characters)];
};

export const lowered: Reader = (text) => [bytes(utf8(text).toLowerCase())];

/** Both alphabets, wrapped or not, starting anywhere. */
export const base64: Reader = (text) =>
  (text.replaceAll(/\\n|\s/g, '').match(/[\w+/-]{4,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
  );

/** Digits in any spelling; as a dump, without its offsets and its column of characters. */
export const hex: Reader = (text) =>
  [text, lines(text, withoutColumns)].flatMap((form) =>
    pieces(form).flatMap((piece) => {
      const digits = piece.replaceAll(/0x|\\x|\\u(00|\{)|&#x|U\+00/gi, '').replaceAll(/[^0-9a-f]/gi, '');
      return [0, 1].map((from) => Buffer.from(digits.slice(from), 'hex').toString('latin1'));
    }),
  );

/** Words of two bytes, the low one first. */
export const swapped: Reader = (text) =>
  pieces(lines(text, withoutColumns)).map((piece) => {
    const words = piece.match(/\b[0-9a-f]{4}\b/gi) ?? [];
    return Buffer.from(words.map((word) => word.slice(2) + word.slice(0, 2)).join(''), 'hex').toString(
      'latin1',
    );
  });

/** The columns of characters beside a dump. */
export const columns: Reader = (text) => [
  lines(text, (line) => / {2}[|>]?(.*?)[|<]?$/.exec(line)?.[1] ?? '').replaceAll('\n', ''),
];

/** Cells of four columns, as `od -c` prints characters. */
export const cells: Reader = (text) => {
  const read = lines(text, (line) =>
    (line.replace(/^\d{7}/, '').match(/.{4}/g) ?? [])
      .map((cell) => cell.slice(1).trim() || ' ')
      .map((cell) => (/^\d{3}$/.test(cell) ? fromOctal(cell) : unescaped(cell)))
      .join(''),
  );
  return [read.replaceAll('\n', '')].concat(pieces(read));
};

export const decimal: Reader = (text) =>
  pieces(text).map((piece) =>
    String.fromCharCode(...(piece.match(/\b\d{1,3}\b/g) ?? []).map(Number).filter((byte) => byte < 256)),
  );

export const octal: Reader = (text) =>
  pieces(lines(text, (line) => line.replace(/^\d{7} /, ''))).map((piece) =>
    (piece.match(/\b[0-3][0-7]{2}\b/g) ?? []).map(fromOctal).join(''),
  );

/** Percent-encoding and quoted-printable, once and twice. */
export const percent: Reader = (text) =>
  [text, text.replaceAll('+', ' '), text.replaceAll(/=\r?\n/g, '')].flatMap((form) =>
    twice(form, (once) => once.replaceAll(/[%=]([0-9a-f]{2})/gi, (_, digits: string) => fromHex(digits))),
  );

/** Backslash escapes of JSON, JavaScript, Python, C and shells, once and twice; and quotes of shells. */
export const escapes: Reader = (text) => [
  ...[text, unquoted(text), withCodePoints(text)].flatMap((form) => twice(form, unescaped)),
  unquoted(text),
];

export const entities: Reader = (text) =>
  twice(text, (once) =>
    once.replaceAll(
      /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
      (all, hexa?: string, deci?: string, name?: string) => {
        if (hexa !== undefined) return bytes(String.fromCodePoint(Number.parseInt(hexa, 16)));
        if (deci !== undefined) return bytes(String.fromCodePoint(Number(deci)));
        return ENTITIES[name ?? ''] ?? all;
      },
    ),
  );

/** Without colours and other sequences of terminals. */
export const colours: Reader = (text) => [text.replaceAll(/\p{Cc}\[[\d;]*[A-Za-z]/gu, '')];

/** Every second to fifth character, starting anywhere. */
export const apart: Reader = (text) =>
  pieces(text).flatMap((piece) => {
    const characters = Array.from(utf8(piece));
    return [2, 3, 4, 5].flatMap((step) =>
      Array.from({ length: step }, (_none, from) =>
        bytes(characters.filter((_character, i) => i % step === from).join('')),
      ),
    );
  });

/** What stands between markers: no reader takes the letters of a marker for digits of its own. */
function pieces(text: string): string[] {
  return text.split(/\[REDACTED:[^\]]*\]/);
}

function lines(text: string, change: (line: string) => string): string {
  return text.split('\n').map(change).join('\n');
}

function withoutColumns(line: string): string {
  const body = line.replace(/^\s*[0-9a-f]{6,8}(:\s|\s|$)/i, '').replace(/ {2}[|>].*$/, '');
  return /^\s*[0-9a-f]{6,8}: /.test(line) ? body.replace(/ {2}.*$/, '') : body;
}

function twice(text: string, change: (text: string) => string): string[] {
  const once = change(text);
  return [once, change(once)];
}

function unescaped(text: string): string {
  return text.replaceAll(
    /((?:\\u[0-9a-fA-F]{4})+)|\\(?:U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-7]{3})|([^]))/g,
    (_, units?: string, point?: string, byte?: string, digits?: string, char?: string) => {
      if (units !== undefined) return fromUnits(units);
      if (point !== undefined) return bytes(String.fromCodePoint(Number.parseInt(point, 16)));
      if (byte !== undefined) return fromHex(byte);
      if (digits !== undefined) return fromOctal(digits);
      return ESCAPES[char ?? ''] ?? char ?? '';
    },
  );
}

/** Python's text has code points where its bytes have bytes. */
function withCodePoints(text: string): string {
  return text.replaceAll(/\\x([0-9a-f]{2})/g, (_, digits: string) => bytes(fromHex(digits)));
}

function fromUnits(run: string): string {
  const units = run.split('\\u').slice(1);
  return bytes(String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))));
}

/** Without the ways out of quotes and back. */
function unquoted(text: string): string {
  return text
    .replaceAll(/'\$'((?:[^'\\]|\\.)*)''?/g, (_, inner: string) => unescaped(inner))
    .replaceAll(/'\\''|'"'"'|''/g, "'")
    .replaceAll('""', '"');
}

function fromHex(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}

function fromOctal(digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 8));
}

export function bytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function utf8(text: string): string {
  return Buffer.from(text, 'latin1').toString();
}
