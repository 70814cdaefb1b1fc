import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { Home } from '../../spec/support/home.ts';
import type { ToolServer } from '../../spec/support/client.ts';
import { bytes, plain, type Reader } from './readers.ts';
import { VALUES } from './values.ts';

/** One encoding: a shell command that encodes its standard input, which is in `$X` too; and how to read it. */
export interface Form {
  readonly command: string;
  readonly readers: readonly Reader[];
  /** The keys of the values it is tried with. */
  readonly keys: readonly string[];
}

/** What a command printed for one value with `before` bytes before it. */
interface Section {
  readonly key: string;
  readonly before: number;
  readonly text: string;
}

/** Bytes of a value that must not be seen together. */
const PART = 4;

/** Runs a form for each value at three offsets through the tool server: what it leaks, loses or leaves unmarked. */
export async function faultsOf(home: Home, server: ToolServer, form: Form, name: string): Promise<string[]> {
  const script = await writeScript(home, form, name);
  const args = [script, '0', '1', '2'];
  const run = await server.ok('secret_run', { keys: Object.keys(VALUES), command: 'bash', args });
  expect(run).toMatchObject({ exit_code: 0, stderr: '' });
  const sections = sectionsOf(String(run['stdout']));
  expect(sections.map(({ key, before }) => `${key} ${before}`)).toEqual(
    form.keys.flatMap((key) => [0, 1, 2].map((before) => `${key} ${before}`)),
  );
  return sections.flatMap((section) => {
    const at = `${section.key} after ${section.before} bytes`;
    const left = partsLeft(section.text, VALUES[section.key] ?? '', form.readers);
    if (left !== undefined) return [`${at}: shows ${JSON.stringify(left)}: ${JSON.stringify(section.text)}`];
    const marked = section.text.includes(`[REDACTED:${section.key}]`);
    return marked ? [] : [`${at}: no marker: ${JSON.stringify(section.text)}`];
  });
}

/** Runs a form by itself: the values its readers do not find in what is printed, so that they prove nothing. */
export async function unreadable(home: Home, form: Form, name: string): Promise<string[]> {
  const script = await writeScript(home, form, name);
  const values = Object.entries(VALUES).map(([key, value]) => [key.toUpperCase(), value]);
  const env = { ...home.env, ...(Object.fromEntries(values) as Record<string, string>) };
  const options = { env, cwd: home.dir, encoding: 'latin1', maxBuffer: 2 ** 20 } as const;
  const { stdout } = await promisify(execFile)('bash', [script, '1'], options);
  return sectionsOf(Buffer.from(stdout, 'latin1').toString())
    .filter(({ key, text }) => !isThere(text, VALUES[key] ?? '', form.readers))
    .map(({ key, text }) => `${key}: ${JSON.stringify(text)}`);
}

async function writeScript(home: Home, { command, keys }: Form, name: string): Promise<string> {
  return home.write(
    `${name.replaceAll(/\W/g, '_')}.sh`,
    `for offset in "$@"; do before[offset]=$offset; done
for name in ${keys.join(' ')}; do
  for offset in "\${before[@]}"; do
    variable=\${name^^} letters=ab
    export X="\${letters:0:offset}\${!variable}"
    printf '\\n{%s %s}\\n' "$name" "$offset"
    printf %s "$X" | { ${command}
    } 2>&1
    printf '\\n{end}\\n'
  done
done
`,
  );
}

function sectionsOf(output: string): Section[] {
  return Array.from(output.matchAll(/^\{(\w+) (\d)\}\n([^]*?)\n\{end\}$/gm), ([, key, before, text]) => ({
    key: key ?? '',
    before: Number(before),
    text: text ?? '',
  }));
}

/** The longest part of a value, of 4 bytes and more, that some reader sees in a text, whatever its case. */
export function partsLeft(text: string, value: string, readers: readonly Reader[]): string | undefined {
  const seen = readings(text, readers);
  let longest = '';
  for (const whole of targets(value)) {
    for (let start = 0; start + PART <= whole.length; start++) {
      for (;;) {
        const part = whole.slice(start, start + Math.max(PART, longest.length + 1));
        if (part.length <= longest.length || !seen.some((one) => one.includes(part))) break;
        longest = part;
      }
    }
  }
  return longest === '' ? undefined : longest;
}

/** Whether a value can be read in a text, in one piece or line by line. */
export function isThere(text: string, value: string, readers: readonly Reader[]): boolean {
  const seen = readings(text, readers);
  const [whole = '', joined = ''] = targets(value);
  const isSeen = (part: string): boolean => seen.some((one) => one.includes(part));
  return isSeen(joined) || whole.split('\n').every(isSeen);
}

function readings(text: string, readers: readonly Reader[]): string[] {
  return [plain, ...readers].flatMap((reader) => reader(bytes(text))).map((one) => one.toLowerCase());
}

/**
 * A value as readers may see it: a character a byte, lower case; as it is, and on one line. Without the headings
 * of a key file, which are no secret.
 */
function targets(value: string): string[] {
  const whole = bytes(value)
    .toLowerCase()
    .replaceAll(/-----.*-----\n?/g, '')
    .trim();
  return [whole, whole.replaceAll('\n', '')];
}
