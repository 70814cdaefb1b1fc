// What one call leaves behind for others to print: files, the audit log, error messages; both streams, and bytes that
// are no text. Nothing here is imported from the product.
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { ERAS, useServer } from '../spec/support/client.ts';
import { ALLOW_ALL, PASSWORD, useVault } from '../spec/support/home.ts';
import { absentFrom } from './support/programs.ts';
import { base64, escapes, hex, percent, reversed } from './support/readers.ts';
import { partsLeft } from './support/sections.ts';

const VALUE = 'r9Xt4Wq7Lm2Kd8Vz5Hc3Nb6Yp1Js0Gf';
const QUOTED = `it's "5 < 6" & $more\\than \`that\``;
const READERS = [base64, hex, percent, escapes, reversed];

const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, redaction: 'full', denied_commands: ['seq'] });
  await fresh.set('v', VALUE);
  await fresh.set('quoted', QUOTED);
});
const server = useServer(home, ERAS[1]);

/** Runs a shell script from a file, so that no policy reads it. */
async function sh(script: string, keys: string[] = []): Promise<Record<string, unknown>> {
  const path = await home.write('script.sh', script);
  return server.ok('secret_run', { keys, command: 'bash', args: [path] });
}

describe('files', () => {
  const writers: [string, string][] = [
    ['as it is', 'printf %s "$V"'],
    ['in base64', 'printf %s "$V" | base64 -w 20'],
    ['in base64 behind a user', 'printf user:%s "$V" | base64'],
    ['in hex', 'printf %s "$V" | xxd -p'],
    ['as a dump', 'printf %s "$V" | xxd'],
    ['reversed', 'printf %s "$V" | rev'],
    ['in a JSON file', `printf '{"token":"%s"}' "$V"`],
    ['a character a line', 'printf %s "$V" | fold -w 1'],
    ['in part', 'printf %s "${V:7:14}"'],
  ];

  const possible = writers.filter(([, command]) => absentFrom(command).length === 0);
  test.each(possible)('what one call wrote %s is redacted when a later one prints it', async (_, command) => {
    expect(await sh(`${command} > left-behind`, ['v'])).toMatchObject({ stdout: '', exit_code: 0 });
    const run = await server.ok('secret_run', { keys: [], command: 'cat', args: [home.file('left-behind')] });
    expect(run).toMatchObject({ sanitized: true, stdout: expect.stringContaining('[REDACTED:v]') });
    expect(partsLeft(String(run['stdout']), VALUE, READERS)).toBeUndefined();
  });

  test('a file written while one secret was injected is redacted while another one is', async () => {
    await sh('printf "%s\\n" "$V" > left-behind', ['v']);
    const run = await sh('cat left-behind; echo "<$QUOTED>"', ['quoted']);
    expect(run['stdout']).toBe('[REDACTED:v]\n<[REDACTED:quoted]>\n');
  });
});

describe('the master password', () => {
  const forms: [string, string][] = [
    ['as it is', PASSWORD],
    ['in base64', Buffer.from(PASSWORD).toString('base64')],
    ['in hex', Buffer.from(PASSWORD).toString('hex')],
    ['percent-encoded', encodeURIComponent(PASSWORD)],
    ['reversed', Array.from(PASSWORD).toReversed().join('')],
  ];

  test.each(forms)('is redacted %s, whoever wrote it down', async (_, form) => {
    const path = await home.write('notes', `password: ${form}\n`);
    const run = await server.ok('secret_run', { keys: [], command: 'cat', args: [path] });
    // Of base64 the last character may hold a few bits of the value only: it stays.
    expect(run['stdout']).toMatch(/^password: \[REDACTED:master password\](\w?={1,2})?\n$/);
    expect(run['sanitized']).toBe(true);
  });

  test('is redacted by `run --redact` too', async () => {
    const path = await home.write('notes', `password: ${PASSWORD}\n`);
    const run = await home.ok(['run', '--redact', '-k', 'v', '--', 'cat', path]);
    expect(run.stdout).toBe('password: [REDACTED:master password]\n');
  });
});

describe('the audit log', () => {
  let exported: string;

  beforeAll(async () => {
    const forms = [VALUE, btoa(`user:${VALUE}`), Buffer.from(VALUE).toString('hex'), VALUE.slice(3, 18)];
    await server.ok('secret_run', { keys: ['v'], command: 'echo', args: ['first', ...forms, PASSWORD] });
    // Of a later call that injects nothing, of one that is denied, and of commands that are none.
    await server.ok('secret_run', { keys: [], command: 'echo', args: ['second', ...forms] });
    await server.fails('secret_run', { keys: ['v'], command: 'seq', args: ['third', ...forms, PASSWORD] });
    await server.fails('secret_run', { keys: ['v'], command: `no-${VALUE}`, args: ['fourth', ...forms] });
    await server.fails('secret_run', {
      keys: ['none'],
      command: 'echo',
      args: ['fifth', ...forms, PASSWORD],
    });
    const file = home.file('audit.json');
    await home.ok(['audit', 'export', '--format=json', '-o', file]);
    exported = await readFile(file, 'utf8');
  });

  const words = ['first', 'second', 'third', 'fourth', 'fifth'];

  /** The records that show a word, as text. */
  function recordsWith(word: string): string {
    const records = (JSON.parse(exported) as unknown[]).map((record) => JSON.stringify(record));
    const found = records.filter((record) => record.includes(`"${word}"`));
    expect(found.length).toBeGreaterThan(0);
    return found.join('\n');
  }

  test.each(words)('shows nothing of a value in the arguments of the %s call', (word) => {
    expect(partsLeft(recordsWith(word), VALUE, READERS)).toBeUndefined();
    expect(recordsWith(word)).toContain('[REDACTED:v]');
  });

  test('never shows the master password', () => {
    expect(partsLeft(exported, PASSWORD, READERS)).toBeUndefined();
    expect(recordsWith('first')).toContain('[REDACTED:master password]');
  });
});

describe('messages of programs', () => {
  test.skipIf(absentFrom('python3 curl').length > 0)(
    'errors that quote a value are redacted on the standard error',
    async () => {
      const run = await sh(
        `"$V"
ls "/$V"
python3 -c 'import os; raise ValueError(os.environ["QUOTED"])'
node -e 'throw new Error(process.env.V)'
curl -s "http://user:$V@127.0.0.1:1/" -v
cat < "/none/$V"`,
        ['v', 'quoted'],
      );
      const text = String(run['stderr']);
      expect(partsLeft(text, VALUE, READERS)).toBeUndefined();
      expect(partsLeft(text, QUOTED, READERS)).toBeUndefined();
      expect(text).toMatch(/: \[REDACTED:v\]: command not found\n/);
      expect(text).toMatch(/^ls: cannot access '\/\[REDACTED:v\]'/m);
      expect(text).toContain('ValueError: [REDACTED:quoted]\n');
      expect(run['sanitized']).toBe(true);
    },
  );

  test('both streams are redacted, each by itself', async () => {
    const run = await sh('printf "<%s>" "$V"; printf "{%s}" "$QUOTED" >&2', ['v', 'quoted']);
    expect(run).toMatchObject({ stdout: '<[REDACTED:v]>', stderr: '{[REDACTED:quoted]}', sanitized: true });
  });

  test("the caller's own words in an error of the server stay as they are", async () => {
    const message = await server.fails('secret_run', { keys: [VALUE], command: 'true' });
    expect(message).toBe(`secret not found: ${VALUE}`);
  });
});

describe('bytes that are no text', () => {
  const around: [string, string, string][] = [
    ['bytes that begin no character', '\\xff\\xfe', '\\xff'],
    ['the beginning of a character', '\\xf0\\x9f\\x94', '\\xc3'],
    ['the rest of a character', '\\x91', '\\xa9\\xa9'],
    ['NUL', '\\0', '\\0'],
    ['sequences of a terminal', '\\e[31m', '\\e[0m'],
  ];

  test.each(around)('a value between %s is found, and they are kept', async (_, before, after) => {
    const run = await sh(`printf '${before}%s${after}' "$V"`, ['v']);
    const bytes = await sh(`printf '${before}%s${after}' marker`);
    expect(run['stdout']).toBe(String(bytes['stdout']).replace('marker', '[REDACTED:v]'));
  });
});
