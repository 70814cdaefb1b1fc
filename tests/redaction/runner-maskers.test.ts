// What the maskers of CI systems promise in their own tests, with our marker: GitHub's actions/runner (HostContextL0,
// ValueEncodersL0, SecretMaskerL0) and Jenkins's credentials-binding plugin (Base64PatternTest and the tests of its
// pattern factories). Their inputs and what they expect; nothing here is imported from the product.
//
// Different on purpose: encoded forms are looked for from 6 bytes on, and of base64 the one character on either side
// that also holds bits of a neighbour stays.
import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from '../spec/support/client.ts';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';
import { absentFrom } from './support/programs.ts';
import { base64 } from './support/readers.ts';
import { isThere, partsLeft } from './support/sections.ts';
import {
  AMPERSANDS,
  BASE64_NEIGHBOURS,
  BASE64_TEXT,
  BASE64_VARIATIONS,
  BATCH,
  DEFAULT_MASKERS,
  DOLLARS,
  SHELL_PASSWORDS,
} from './support/maskers.ts';

/** Keys of secrets, each with a field per value. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  defaults: DEFAULT_MASKERS,
  text: [BASE64_TEXT],
  overlapping: ['defgh', 'bcdef'],
  ampersands: AMPERSANDS.map(([value]) => value),
  shells: SHELL_PASSWORDS,
  batch: BATCH.map(([value]) => value),
  dollars: DOLLARS,
  aligned: ['abcdefgh', 'bcdefg'],
};

const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, redaction: 'full', max_output_bytes: 1_000_000 });
  for (const [key, values] of Object.entries(SECRETS)) {
    const fields = values.flatMap((_, i) => ['--field', `f${i}`]);
    await fresh.ok(['set', key, ...fields], { stdin: values.map((value) => `${value}\n`).join('') });
  }
});
const server = useServer(home, ERAS[1]);

/** Lets a child print texts while a secret is injected; what comes out for each. */
async function masked(key: string, texts: readonly string[]): Promise<string[]> {
  const path = await home.write('texts.json', JSON.stringify(texts));
  const script = `for (const text of require(process.argv[1])) process.stdout.write(text + "\\n\\0\\n")`;
  const args = ['-e', script, path];
  const run = await server.ok('secret_run', { keys: [key], command: process.execPath, args });
  const printed = String(run['stdout']).split('\n\0\n').slice(0, -1);
  expect(printed).toHaveLength(texts.length);
  return printed;
}

describe('actions/runner', () => {
  test('DefaultSecretMaskers: escapes of JSON, URIs, XML and expressions, and quotes taken away', async () => {
    const found = [
      '123Password123!123',
      '123Pass\\"word\\"123!123',
      '123Pass%20word%20123%21123',
      '123Pass&lt;word&gt;123!123',
      "123Pass''word''123!123",
      '123Password123!!123',
      '123"short"123',
    ];
    expect(await masked('defaults', found)).toEqual(found.map(() => '123[REDACTED:defaults]123'));
    const other = ['password123', '123short123'];
    expect(await masked('defaults', other)).toEqual(other);
  });

  test('DefaultSecretMaskers: base64 of a user and a password, whatever the length of the user', async () => {
    const users = ['', 'a', 'ab', 'abc', 'abcd', 'abcde'];
    const texts = users.map((user) => btoa(`${user}:Password123!`));
    const printed = await masked('defaults', texts);
    for (const [i, text] of printed.entries()) {
      const whole = texts[i] ?? '';
      const before = Math.ceil(((`${users[i]}:`.length % 3) * 8) / 6);
      const kept = whole.slice(0, Math.floor(`${users[i]}:`.length / 3) * 4 + before);
      expect(text.startsWith(`${kept}[REDACTED:defaults]`), text).toBe(true);
      expect(text.slice(kept.length).replace('[REDACTED:defaults]', '')).toMatch(/^[^=]?={0,2}$/);
      expect(partsLeft(text, 'Password123!', [base64])).toBeUndefined();
    }
  });

  test.each(BASE64_VARIATIONS)(
    'Base64SecretMaskers: %s is masked between any neighbours, and no beginning of it is',
    async (variation) => {
      const texts = BASE64_NEIGHBOURS.map(([before, after]) => before + variation + after);
      const printed = await masked('text', texts);
      const wrong = printed.filter((text, i) => {
        const [before = '', after = ''] = BASE64_NEIGHBOURS[i] ?? [];
        const inner = text.slice(before.length, text.length - after.length);
        // The last character may hold fewer than six bits of the value.
        return !(text.startsWith(before) && text.endsWith(after) && /^\[REDACTED:text\].?$/.test(inner));
      });
      expect(wrong).toEqual([]);
      const beginnings = Array.from({ length: variation.length - 2 }, (_, i) => variation.slice(0, i + 1));
      expect(await masked('text', beginnings)).toEqual(beginnings);
    },
  );

  const MARKER = '[REDACTED:ampersands]';
  // Their tests have the two characters of the sequence without the escape character before them.
  test.each(['\x1b', '3'])(
    'SecretSectionMasking: parts that PowerShell colours at an ampersand (%j)',
    async (escape) => {
      const texts = AMPERSANDS.map(([, shown]) => shown.replaceAll('^', escape));
      const printed = await masked('ampersands', texts);
      const left = printed.filter(
        (text) => !text.includes(MARKER) || /[a-z]{6}/.test(text.replaceAll(MARKER, '')),
      );
      expect(left).toEqual([]);
    },
  );

  test('ValueEncodersL0: the longer part on either side of an ampersand', async () => {
    const [pre, post] = ['secretA&', 'secretB'];
    const printed = await masked('ampersands', [`<${pre}>`, `<${post}>`]);
    expect(printed).toEqual(['<[REDACTED:ampersands]>', '<[REDACTED:ampersands]>']);
  });

  test('SecretMaskerL0: of values that overlap in a text nothing is left', async () => {
    expect(await masked('overlapping', ['abcdefghi'])).toEqual(['a[REDACTED:overlapping]i']);
    expect(await masked('overlapping', ['bcdefxdefgh'])).toEqual([
      '[REDACTED:overlapping]x[REDACTED:overlapping]',
    ]);
    expect(await masked('overlapping', ['', 'abcdxefg'])).toEqual(['', 'abcdxefg']);
  });
});

describe('credentials-binding', () => {
  test('Base64PatternTest: with one to three bytes on either side', async () => {
    const around = ['', '1', '12', '123'];
    const texts = around.flatMap((before) => around.map((after) => btoa(`${before}abcdefgh${after}`)));
    const printed = await masked('aligned', texts);
    expect(printed.filter((text) => !text.includes('[REDACTED:aligned]'))).toEqual([]);
    expect(printed.filter((text) => partsLeft(text, 'bcdefg', [base64]) !== undefined)).toEqual([]);
    const other = around.flatMap((before) => around.map((after) => btoa(`${before}abc1defgh${after}`)));
    expect(await masked('aligned', other)).toEqual(other);
  });

  /** The shells' own words: their traces quote the value, or its words one by one. */
  const shells: [string, string, string[]][] = [
    ['BashSecretPatternFactory', 'bash', ['-x']],
    ['BourneShellSecretPatternFactory', 'dash', ['-xe']],
    ['AlmquistShellSecretPatternFactory', 'busybox', ['ash', '-x']],
  ];
  const installed = shells.filter(([, command]) => absentFrom(command).length === 0);
  test.each(installed)('%s: passwords in what %s says and traces', async (_, command, args) => {
    const lines = SHELL_PASSWORDS.map(
      (_value, i) =>
        `: "$SHELLS_F${i}"\n: "< $SHELLS_F${i} >"\nprintf '%s\\n' "begin${i} $SHELLS_F${i} end${i}"\n`,
    );
    const script = await home.write('trace.sh', lines.join(''));
    const call = { keys: ['shells'], command, args: [...args, script] };
    const run = await server.ok('secret_run', call);
    const said = SHELL_PASSWORDS.map((_value, i) => `begin${i} [REDACTED:shells] end${i}\n`);
    expect(run['stdout']).toBe(said.join(''));
    const traced = String(run['stderr']);
    expect(SHELL_PASSWORDS.filter((value) => isThere(traced, value, []))).toEqual([]);
    // Three traces a value, and each line of them has its marker.
    const unmarked = traced
      .split('\n')
      .filter((line) => /^\++ (:|printf)/.test(line) && !line.includes('[REDACTED:'));
    expect(unmarked).toEqual([]);
  });

  test('BashSecretPatternFactory2Test: a value whose backslashes a shell took for quotes', async () => {
    const printed = await masked('shells', ["+ : 'foo\\bar\\'", '+ : foobar', '+ : foo\\\\bar\\\\']);
    expect(printed.filter((text) => /foo|bar/.test(text))).toEqual([]);
  });

  test('BatchSecretPatternFactoryTest: a value whose carets cmd.exe took for quotes', async () => {
    const printed = await masked(
      'batch',
      BATCH.map(([, shown]) => `before ${shown} after`),
    );
    expect(printed).toEqual(BATCH.map(() => 'before [REDACTED:batch] after'));
  });

  test('DollarSecretPatternFactoryTest: dollars doubled', async () => {
    const texts = DOLLARS.flatMap((value) => [value, value.replaceAll('$', '$$$$')]);
    expect(await masked('dollars', texts)).toEqual(texts.map(() => '[REDACTED:dollars]'));
  });
});
