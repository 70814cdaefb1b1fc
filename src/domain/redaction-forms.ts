import type { RedactionPattern } from './redactor.ts';

/** A way a program's output may hold a value. */
interface Form {
  readonly name: string;
  readonly encode: (value: Buffer) => readonly Buffer[];
}

/** Below this many bytes an encoded form would match by chance. */
const SHORTEST_ENCODED = 6;

/** Above this many bytes nobody spells a value out, and doing it here would cost its length many times over. */
const LONGEST_SPELLED = 4096;

const forms: readonly Form[] = [
  { name: 'base64', encode: (value) => base64Cores(value, 'base64') },
  { name: 'base64url', encode: (value) => base64Cores(value, 'base64url') },
  { name: 'hex', encode: (value) => [Buffer.from(value.toString('hex'))] },
  { name: 'hex, upper case', encode: (value) => [Buffer.from(value.toString('hex').toUpperCase())] },
  { name: 'hex, bytes apart', encode: (value) => hexApart(value) },
  { name: 'percent', encode: (value) => percentEncoded(value) },
  { name: 'percent, twice', encode: (value) => percentEncoded(value).map(percentAgain) },
  { name: 'percent, every byte', encode: (value) => percentOfEveryByte(value) },
  { name: 'JSON string', encode: asText((text) => JSON.stringify(text).slice(1, -1)) },
  { name: 'HTML', encode: asText(escapeHtml) },
  { name: 'shell, single quotes', encode: asText((text) => text.replaceAll("'", "'\\''")) },
  { name: 'reversed', encode: asText((text) => Array.from(text).toReversed().join('')) },
  { name: 'upper case', encode: asText((text) => text.toUpperCase()) },
  { name: 'lower case', encode: asText((text) => text.toLowerCase()) },
  { name: 'characters apart', encode: (value) => charactersApart(value) },
  { name: 'CRLF for LF', encode: asText((text) => text.replaceAll(/\r?\n/g, '\r\n')) },
  { name: 'trimmed', encode: asText((text) => text.trim()) },
];

/**
 * The patterns that take a value out of a program's output. `exact`: the value as given. `full`: also its encoded
 * forms, for values of 6 bytes and more.
 */
export function patternsFor(value: Buffer, label: string, mode: 'exact' | 'full'): RedactionPattern[] {
  const encoded =
    mode === 'full' && value.length >= SHORTEST_ENCODED ? forms.flatMap((form) => form.encode(value)) : [];
  const patterns = encoded.filter((bytes) => bytes.length >= SHORTEST_ENCODED);
  return [value, ...patterns].map((bytes) => ({ bytes, label }));
}

function asText(change: (text: string) => string): Form['encode'] {
  return (value) => [Buffer.from(change(value.toString()))];
}

/**
 * What base64 makes of the value whatever stands around it, for each place in a group of three bytes where it
 * can begin: without the characters that also hold bits of a neighbour, and without padding.
 */
function base64Cores(value: Buffer, alphabet: 'base64' | 'base64url'): Buffer[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), value]).toString(alphabet);
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + value.length) * 8) / 6);
    return Buffer.from(text.slice(first, end));
  });
}

/** As `encodeURIComponent` and form encoders write it: hex in either case, a space as `%20` or `+`. */
function percentEncoded(value: Buffer): Buffer[] {
  const reserved = [/[^A-Za-z0-9_.~-]/g, /[^A-Za-z0-9_.!~*'()-]/g];
  return reserved.flatMap((pattern) => {
    const upper = value.toString('latin1').replaceAll(pattern, percentByte);
    const lower = upper.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
    return [upper, lower]
      .flatMap((text) => [text, text.replaceAll('%20', '+')])
      .map((text) => Buffer.from(text));
  });
}

function percentByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function percentAgain(encoded: Buffer): Buffer {
  return Buffer.from(encoded.toString('latin1').replaceAll('%', '%25'));
}

function percentOfEveryByte(value: Buffer): Buffer[] {
  if (value.length > LONGEST_SPELLED) return [];
  const upper = Array.from(value.toString('latin1'), percentByte).join('');
  return [Buffer.from(upper), Buffer.from(upper.toLowerCase())];
}

/** As fingerprints and dumps write it: `0a:1b`, `0a 1b`, in either case. */
function hexApart(value: Buffer): Buffer[] {
  if (value.length > LONGEST_SPELLED) return [];
  const bytes = value.toString('hex').match(/../g) ?? [];
  return [':', ' '].flatMap((separator) => {
    const lower = bytes.join(separator);
    return [Buffer.from(lower), Buffer.from(lower.toUpperCase())];
  });
}

const SEPARATORS = [' ', '\n', '-', ':', ','];

/** One separator between all characters. */
function charactersApart(value: Buffer): Buffer[] {
  if (value.length > LONGEST_SPELLED) return [];
  const characters = Array.from(value.toString());
  return SEPARATORS.map((separator) => Buffer.from(characters.join(separator)));
}

function escapeHtml(text: string): string {
  const named: ReadonlyMap<string, string> = new Map([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
    ["'", '&#39;'],
  ]);
  return text.replaceAll(/[&<>"']/g, (char) => named.get(char) ?? char);
}
