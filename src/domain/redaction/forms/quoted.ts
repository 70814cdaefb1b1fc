/** Escapes that double a character or put a backslash before it, whatever else the language escapes. */
export function* quotedForms(bytes: string): Generator<string> {
  const doubled = (char: string): string => bytes.replaceAll(char, () => char + char);
  const backslashed = (chars: RegExp): string => bytes.replaceAll(chars, (char) => `\\${char}`);
  // SQL, CSV, YAML, expressions of CI systems and PowerShell
  yield doubled("'");
  yield doubled('"');
  yield doubled('\\');
  // Make, Docker Compose and Jenkins
  yield doubled('$');
  // printf and systemd
  yield doubled('%');
  // Command lines
  yield backslashed(/"/g);
  yield backslashed(/'/g);
  yield backslashed(/["\\]/g);
  yield backslashed(/['\\]/g);
  // Regular expressions: extended, with a slash, as Python has them, basic as for sed, and Perl's quotemeta
  yield backslashed(/[.*+?^${}()|[\]\\]/g);
  yield backslashed(/[.*+?^${}()|[\]\\/]/g);
  yield backslashed(/[.*+?^${}()|[\]\\/-]/g);
  yield backslashed(/[.*+?^${}()|[\]\\\t-\r &~#-]/g);
  yield backslashed(/[.*^$[\]\\]/g);
  yield backslashed(/[.*^$[\]\\/]/g);
  yield backslashed(/[&\\/]/g);
  yield backslashed(/[^A-Za-z0-9_]/g);
  yield backslashed(/[!-/:-@[-`{-~]/g);
}
