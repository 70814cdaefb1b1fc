import { base64Forms } from './base64.ts';
import { trimmed } from './trimmed.ts';

/** A line this long is redacted by itself. */
const SHORTEST_LINE = 8;

/** Other cases, directions and line ends; without what trimming takes away. */
export function* textForms(bytes: string, text: string | null): Generator<string> {
  yield Array.from(bytes).toReversed().join('');
  yield bytes.replaceAll(/\r?\n/g, '\r\n');
  yield bytes.replaceAll('\r\n', '\n');
  yield bytes.replaceAll(/\r?\n/g, '\r');
  yield bytes.replaceAll(/\r?\n/g, ' ');
  yield trimmed(bytes);
  yield bytes.replace(/\r?\n$/, '');
  yield bytes.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
  yield bytes.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (text === null) return;
  yield inBytes(Array.from(text).toReversed().join(''));
  yield inBytes(text.toUpperCase());
  yield inBytes(text.toLowerCase());
  yield inBytes(text.trim());
}

/** The long lines of a value of several, but not the headings of a PEM file, which are no secret. */
export function* lineForms(bytes: string): Generator<string> {
  if (!/[\r\n]/.test(trimmed(bytes))) return;
  for (const line of bytes.split(/[\r\n]+/)) {
    const words = trimmed(line);
    if (words.length >= SHORTEST_LINE && !words.startsWith('-----')) yield words;
  }
}

/** UTF-16 of either byte order; in base64 it is PowerShell's encoded command. */
export function* utf16Forms(text: string): Generator<string> {
  const units = Buffer.from(text, 'utf16le');
  yield* base64Forms(units);
  yield units.toString('latin1');
  yield units.swap16().toString('latin1');
}

function inBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
