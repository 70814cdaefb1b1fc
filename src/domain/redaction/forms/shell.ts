import { trimmed } from './trimmed.ts';

/** The value as shells quote it, without the quotes around it. */
export function* shellForms(bytes: string): Generator<string> {
  const change = (chars: RegExp, to: (found: string) => string): string => bytes.replaceAll(chars, to);
  const backslashed = (chars: RegExp): string => change(chars, (char) => `\\${char}`);

  // Single quotes: bash and most, by hand, ash and dash
  yield change(/'/g, () => `'\\''`);
  yield change(/'/g, () => `'"'"'`);
  const runs = change(/'+/g, (run) => `'"${run}"'`);
  yield runs;
  // busybox opens no quotes again at the end
  if (bytes.endsWith("'")) yield runs.slice(0, -1);
  // Double quotes
  yield backslashed(/["$`\\]/g);
  yield backslashed(/["$`\\!]/g);
  // bash's printf %q, before and since it escapes commas; with `#` or `~` at the start
  for (const words of [/[\t-\r '"\\|&;()<>!{}*[\]?^$`]/g, /[\t-\r '"\\|&;()<>!{}*[\]?^$`,]/g]) {
    yield backslashed(words).replace(/^[#~]/, '\\$&');
    yield backslashed(words);
  }
  // $'...', where other bytes are octal; UTF-8 stays in most places
  yield change(/['\\]|[^ -~\x80-\xff]/g, ansiC);
  yield change(/['\\]|[^ -~]/g, ansiC);
  // Backslashes that a shell took for quotes, and escapes that `echo` knows
  yield change(/\\([^]?)/g, (pair) => pair.slice(1));
  yield change(/\\[abfnrtv\\]/g, (escape) => ECHOED.get(escape) ?? escape);
  // cmd.exe, and carets it took for quotes
  yield change(/\^(\^?)/g, (pair) => pair.slice(1));
  yield change(/[&|<>^()"!]/g, (char) => `^${char}`);
  yield change(/[&|<>^]/g, (char) => `^${char}`);
  yield change(/[&|<>^%]/g, (char) => (char === '%' ? '%%' : `^${char}`));
  // PowerShell
  yield change(/["$`]/g, (char) => `\`${char}`);
  yield* powershellParts(bytes);
  // CI systems drop quotes around a value
  yield bytes.replaceAll(/^"+|"+$/g, '');
  yield bytes.replaceAll(/^'+|'+$/g, '');
}

const ECHOED: ReadonlyMap<string, string> = new Map([
  ['\\a', '\x07'],
  ['\\b', '\b'],
  ['\\f', '\f'],
  ['\\n', '\n'],
  ['\\r', '\r'],
  ['\\t', '\t'],
  ['\\v', '\v'],
  ['\\\\', '\\'],
]);

const ANSI_C: ReadonlyMap<string, string> = new Map([
  ["'", "\\'"],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\v', '\\v'],
  ['\x1b', '\\E'],
]);

function ansiC(byte: string): string {
  return ANSI_C.get(byte) ?? `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
}

/** PowerShell colours an error's text anew at an ampersand: the longer parts on both sides of it. */
function* powershellParts(bytes: string): Generator<string> {
  for (const mark of ['&', '&+']) {
    for (const at of [bytes.indexOf(mark), bytes.lastIndexOf(mark)]) {
      if (at < 0) continue;
      const after = bytes.slice(at + mark.length);
      yield trimmed(bytes.slice(0, at + mark.length));
      yield trimmed(bytes.slice(0, at));
      yield trimmed(after);
      // Where the character after the mark has the colour
      yield trimmed(after.replace(/^[^][\x80-\xbf]*/, ''));
    }
  }
}
