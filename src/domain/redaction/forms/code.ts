/** How a language's string literals write what they escape. */
interface Literal {
  /** Characters with a backslash before them. */
  readonly quotes: string;
  /** Characters with a letter of their own, as control characters have. */
  readonly letters: ReadonlyMap<string, string>;
  /** Any other escape: of a UTF-16 unit, or of a code point. */
  readonly code: (code: number) => string;
  readonly isEscaped: (code: number) => boolean;
  readonly byPoint?: boolean;
}

const JSON_LETTERS: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\f', '\\f'],
  ['\r', '\\r'],
]);
const C_LETTERS: ReadonlyMap<string, string> = new Map([...JSON_LETTERS, ['\v', '\\v'], ['\x07', '\\a']]);
const PYTHON_LETTERS: ReadonlyMap<string, string> = new Map([
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const upperHex = (code: number, digits: number): string => hex(code, digits).toUpperCase();
const isControl = (code: number): boolean => code < 0x20 || code === 0x7f;
const isNotAscii = (code: number): boolean => isControl(code) || code > 0x7e;

/** JSON strings, once and in another; literals of JavaScript, Python and C. Without the quotes. */
export function* codeForms(bytes: string, text: string | null): Generator<string> {
  const spelled = new Set<string>();
  for (const literal of byteLiterals()) spelled.add(spell(bytes, literal));
  if (text !== null) {
    for (const literal of jsonLiterals()) spelled.add(inBytes(spell(text, literal)));
    for (const literal of textLiterals()) spelled.add(inBytes(spell(text, literal)));
  }
  for (const once of spelled) {
    yield once;
    // A string within a string
    yield once.replaceAll(/["\\]/g, '\\$&');
    yield once.replaceAll(/["\\/]/g, '\\$&');
  }
}

/** Text as its UTF-8 bytes, each a character. */
function inBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

function* jsonLiterals(): Generator<Literal> {
  // Plain; with `\/`; as Go has it, safe in HTML; as PHP and .NET have it
  for (const [quotes, coded] of [
    ['"\\', ''],
    ['"\\/', ''],
    ['"\\', '<>&'],
    ['"\\/', `<>&'`],
    ['\\', `"'<>&+\``],
    ['\\/', `"'<>&`],
  ] as const) {
    for (const spellCode of [hex, upperHex]) {
      const code = (unit: number): string => `\\u${spellCode(unit, 4)}`;
      const isCoded = (unit: number): boolean => coded.includes(String.fromCharCode(unit));
      yield { quotes, letters: JSON_LETTERS, code, isEscaped: (unit) => isCoded(unit) || unit < 0x20 };
      yield { quotes, letters: JSON_LETTERS, code, isEscaped: (unit) => isCoded(unit) || isNotAscii(unit) };
    }
  }
}

function* textLiterals(): Generator<Literal> {
  for (const quotes of ["'\\", '"\\', '\\', '`$\\', '`\\']) {
    for (const spellCode of [hex, upperHex]) {
      // JavaScript, Python's repr and ascii
      const byteCode = (code: number): string => `\\x${spellCode(code, 2)}`;
      const anyCode = (code: number): string => {
        if (code > 0xffff) return `\\U${spellCode(code, 8)}`;
        return code > 0xff ? `\\u${spellCode(code, 4)}` : byteCode(code);
      };
      yield { quotes, letters: C_LETTERS, code: byteCode, isEscaped: isControl };
      yield { quotes, letters: PYTHON_LETTERS, code: byteCode, isEscaped: isControl };
      yield { quotes, letters: PYTHON_LETTERS, code: anyCode, isEscaped: isNotAscii };
      yield { quotes, letters: PYTHON_LETTERS, code: anyCode, isEscaped: isNotAscii, byPoint: true };
    }
  }
}

function* byteLiterals(): Generator<Literal> {
  for (const quotes of ["'\\", '"\\', '\\', ' \\', '"$@\\']) {
    for (const letters of [PYTHON_LETTERS, C_LETTERS]) {
      // Python's bytes; C, git and ls, Perl's Data::Dumper
      yield { quotes, letters, code: (byte) => `\\x${hex(byte, 2)}`, isEscaped: isNotAscii };
      yield {
        quotes,
        letters,
        code: (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
        isEscaped: isNotAscii,
      };
    }
  }
}

function spell(text: string, { quotes, letters, code, isEscaped, byPoint }: Literal): string {
  let spelled = '';
  for (const char of byPoint === true ? Array.from(text) : text.split('')) {
    const unit = char.codePointAt(0) ?? 0;
    if (quotes.includes(char)) spelled += `\\${char}`;
    else if (letters.has(char)) spelled += letters.get(char) ?? char;
    else spelled += isEscaped(unit) ? code(unit) : char;
  }
  return spelled;
}
