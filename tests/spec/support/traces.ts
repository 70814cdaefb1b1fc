import { filesBelow } from './home.ts';

/** Every form of a marker that a file must not hold: plain, UTF-16, hex, base64 at each alignment in both alphabets. */
export function formsOf(marker: string): Map<string, Buffer> {
  const utf8 = Buffer.from(marker, 'utf8');
  const little = Buffer.from(marker, 'utf16le');
  const hex = utf8.toString('hex');
  const forms = new Map([
    ['UTF-8', utf8],
    ['UTF-16LE', little],
    ['UTF-16BE', Buffer.from(little).swap16()],
    ['hex', Buffer.from(hex)],
    ['upper-case hex', Buffer.from(hex.toUpperCase())],
  ]);
  for (const alphabet of ['base64', 'base64url'] as const) {
    for (const shift of [0, 1, 2])
      forms.set(`${alphabet} shifted by ${shift}`, Buffer.from(inner(utf8, shift, alphabet)));
  }
  return forms;
}

/** The characters of a base64 text that depend on the marker alone, when `shift` bytes come before it. */
function inner(bytes: Buffer, shift: number, alphabet: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString(alphabet)
    .replace(/=+$/, '');
  const whole = Math.floor((shift + bytes.length) / 3) * 4;
  return text.slice(shift === 0 ? 0 : 4, whole);
}

/** `file: form of marker` for each trace of a marker below a directory; `skip` names files the test wrote itself. */
export async function traces(
  dir: string,
  markers: Map<string, string>,
  skip: string[] = [],
): Promise<string[]> {
  const found: string[] = [];
  for (const { path, bytes } of await filesBelow(dir)) {
    if (skip.includes(path)) continue;
    for (const [what, marker] of markers) {
      for (const [form, needle] of formsOf(marker))
        if (bytes.includes(needle)) found.push(`${path}: ${what} as ${form}`);
      if (path.includes(marker)) found.push(`${path}: ${what} in its name`);
    }
  }
  return found;
}
