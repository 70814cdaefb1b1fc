import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parse } from 'dotenv';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDotenv, formatJson, formatShell, formatVariables } from '../../src/domain/export-format.ts';

const keyOf = (name: string): string => `key of ${name}`;
const shells = ['/bin/sh', '/bin/bash', '/bin/dash', '/bin/zsh'].filter((path) => existsSync(path));

/** What a shell finds in its variables after reading the text. */
function readByShell(shell: string, text: string, names: readonly string[]): string[] {
  const prints = names.map((name) => `printf '%s\\0' "$${name}"`).join('\n');
  const output = execFileSync(shell, ['-s'], {
    input: `${text}${prints}\n`,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: tmpdir(),
  }).toString();
  return output.split('\0').slice(0, -1);
}

/** Text a shell or dotenv parser might stumble over; no NUL, no lone surrogates. */
const trouble = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      ...'\'"`$\\#=! ~\n\r\tab1nr{}()*?[]&|;<>:@%^-'.split(''),
      'é',
      '\u{1f512}',
      '\u2028',
      '\u0081',
      '$(',
      '${',
    ),
    maxLength: 12,
  }),
  fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0')),
);
const values = fc.array(trouble, { minLength: 20, maxLength: 40 });
const named = (list: readonly string[]): Map<string, string> =>
  new Map(list.map((value, index) => [`V${index}`, value]));

function canBeDotenv(value: string): boolean {
  try {
    formatDotenv(new Map([['X', value]]), keyOf);
    return true;
  } catch {
    return false;
  }
}

describe('environment-file lines', () => {
  test('are quoted only where needed', () => {
    const variables = new Map([
      ['PLAIN', 'abc-1.2/3:4@5%6+7,8=9_'],
      ['EMPTY', ''],
      ['SPACE', 'a b'],
      ['DOLLAR', '$HOME'],
      ['APOSTROPHE', "it's"],
      ['LINES', 'a\nb'],
      ['TILDE', '~/x'],
      ['HASH', 'a#b'],
    ]);
    expect(formatDotenv(variables, keyOf)).toBe(
      `PLAIN=abc-1.2/3:4@5%6+7,8=9_\nEMPTY=\nSPACE='a b'\nDOLLAR='$HOME'\nAPOSTROPHE="it's"\nLINES='a\nb'\nTILDE='~/x'\nHASH='a#b'\n`,
    );
  });

  test.each(shells)('are read back the same by %s and by dotenv', (shell) => {
    fc.assert(
      fc.property(values, (list) => {
        const variables = named(list.filter(canBeDotenv));
        const text = formatDotenv(variables, keyOf);
        expect(new Map(Object.entries(parse(text)))).toEqual(variables);
        expect(new Map(Object.entries(parse(text, { fast: true })))).toEqual(variables);
        expect(readByShell(shell, text, [...variables.keys()])).toEqual([...variables.values()]);
      }),
      { numRuns: 150 },
    );
  });

  test('hold a value of 1 MiB', () => {
    const variables = new Map([
      ['BIG', "a' b\n".repeat(200_000)],
      ['LAST', 'x y'],
    ]);
    const text = formatDotenv(variables, keyOf);
    expect(new Map(Object.entries(parse(text)))).toEqual(variables);
  });

  test.each([
    ['both quotes', `'"`],
    ['an apostrophe and a dollar', `'$`],
    ['an apostrophe and a backquote', "'`"],
    ['an apostrophe and an escape', `'\\n`],
    ['an apostrophe and a doubled backslash', `'\\\\a`],
    ['a carriage return', 'a\rb'],
    ['a backslash at the end', 'a b\\'],
  ])('refuse a value with %s, naming the key and the other formats but not the value', (_, value) => {
    expect(() => formatDotenv(new Map([['X', value]]), keyOf)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        message: 'no quoting of key of X reads the same in a shell and in a dotenv parser',
        hint: expect.stringMatching(/--format=sh.*--format=json/),
      }),
    );
  });

  test('refuse only what neither quote can carry to both readers', () => {
    fc.assert(
      fc.property(trouble, (value) => {
        // What `$` means before other characters POSIX leaves open, so none is left in double quotes.
        fc.pre(!canBeDotenv(value) && !value.includes('$'));
        for (const quoted of [value, `'${value}'`, `"${value}"`]) {
          // Another line follows, with what makes a parser read on.
          const text = `X=${quoted}\nY=' #'\n`;
          const parsed = parse(text);
          if (parsed['X'] !== value || parsed['Y'] !== ' #') continue;
          let read: string[] = [];
          try {
            read = readByShell('/bin/sh', text, ['X', 'Y']);
          } catch {
            // A syntax error: the shell cannot read it.
          }
          expect(read).not.toEqual([value, ' #']);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('shell commands', () => {
  test('export the variables, quoted only where needed', () => {
    expect(
      formatShell(
        new Map([
          ['A', 'a'],
          ['B', "it's $x"],
        ]),
        keyOf,
      ),
    ).toBe(`export A=a\nexport B='it'\\''s $x'\n`);
  });

  test.each(shells)('carry any value to %s', (shell) => {
    fc.assert(
      fc.property(values, (list) => {
        const variables = named(list);
        expect(readByShell(shell, formatShell(variables, keyOf), [...variables.keys()])).toEqual(list);
      }),
      { numRuns: 150 },
    );
  });
});

describe('a name that no shell can read', () => {
  test('is left out where the value is also given with an underscore', () => {
    const variables = new Map([
      ['A.B', 'x'],
      ['A_B', 'x'],
    ]);
    expect(formatDotenv(variables, keyOf)).toBe('A_B=x\n');
    expect(formatShell(variables, keyOf)).toBe('export A_B=x\n');
  });

  test.each(['1PASSWORD', 'A-B', 'A.B', 'É', 'A;reboot'])('is refused otherwise: %s', (name) => {
    for (const format of ['dotenv', 'sh'] as const) {
      expect(() => formatVariables(new Map([[name, 'x']]), format, keyOf)).toThrow(
        /a name that no shell can read/,
      );
    }
  });
});

describe('JSON', () => {
  test('is an object of names to values, any of them', () => {
    const variables = new Map([
      ['A.B', '"\r\n\\\u2028'],
      ['__proto__', 'x'],
      ['1', 'y'],
    ]);
    const text = formatJson(variables);
    expect(text.endsWith('}\n')).toBe(true);
    expect(new Map(Object.entries(JSON.parse(text) as object))).toEqual(variables);
    expect(formatVariables(variables, 'json', keyOf)).toBe(text);
  });
});
