import { describe, expect, test } from 'vitest';
import { MODERN, useServer } from './support/client.ts';
import { useVault, withHome } from './support/home.ts';

const home = useVault(async (fresh) => {
  await fresh.set('single', 'value');
  await fresh.ok(['set', 'multi', '--field', 'user=alice', '--field', 'host=localhost']);
});

/** A wrong command line, and what the message has to name. Exit code 2. */
const SHAPE: [string, string[], RegExp][] = [
  ['an unknown command, with a suggestion', ['lst'], /list/],
  ['another unknown command, with a suggestion', ['expot', '-k', 'single'], /export/],
  ['an unknown option, with a suggestion', ['list', '--jsn'], /--json/],
  ['another unknown option, with a suggestion', ['set', 'x', '--feild', 'a=b'], /--field/],
  ['a missing key', ['get'], /\S/],
  ['one argument too many', ['get', 'single', 'multi'], /\S/],
  ['set without a key', ['set'], /\S/],
  ['an option without its value', ['run', '-k'], /\S/],
];

/** A command that is refused for what it asks: exit code, what stderr has to say. */
const REFUSED: [string, string[], number, RegExp][] = [
  ['a key with an empty segment', ['set', 'a//b'], 1, /key/i],
  ['a field name with a space', ['set', 'x', '--field', 'a b=c'], 1, /field/i],
  ['an empty field name', ['set', 'x', '--field', '=c'], 1, /field/i],
  ['a field given twice', ['set', 'x', '--field', 'a=1', '--field', 'a=2'], 1, /a/],
  ['a binding without =', ['set', 'x', '--field', 'a=1', '--binding', 'A'], 1, /binding|ENV=/i],
  [
    'a binding with a bad variable name',
    ['set', 'x', '--field', 'a=1', '--binding', 'A B=a'],
    1,
    /A B|variable|binding/i,
  ],
  ['a binding to a missing field', ['set', 'multi', '--binding', 'A=nope'], 1, /binding A|field/],
  [
    'a binding to a missing field of a new secret',
    ['set', 'x', '--field', 'a=1', '--binding', 'A=nope'],
    1,
    /binding A|field/,
  ],
  [
    'a binding of a single value to another name',
    ['set', 'x', '--binding', 'A=password'],
    1,
    /password|value/,
  ],
  ['a binding to PATH', ['set', 'x', '--field', 'a=1', '--binding', 'PATH=a'], 1, /PATH/],
  [
    'a binding to NODE_OPTIONS',
    ['set', 'x', '--field', 'a=1', '--binding', 'NODE_OPTIONS=a'],
    1,
    /NODE_OPTIONS/,
  ],
  ['a tag with a control character', ['set', 'x', '--tag', 'a\tb'], 1, /tag/i],
  ['a kind that is free text', ['set', 'x', '--field', 'a=1', '--kind', 'a=banana'], 1, /kind/i],
  ['a kind for a missing field', ['set', 'x', '--field', 'a=1', '--kind', 'b=text'], 1, /b/],
  [
    'an alias that is another field',
    ['set', 'x', '--field', 'a=1', '--field', 'b=2', '--alias', 'a=b'],
    1,
    /b/,
  ],
  ['fields for a single value without --replace', ['set', 'single', '--field', 'a=1'], 1, /--replace/],
  ['a pattern with **', ['run', '-k', 'a/**', '--', 'true'], 1, /\*\*/],
  ['a pattern with braces', ['run', '-k', '{a,b}', '--', 'true'], 1, /pattern/i],
  ['a second init', ['init'], 1, /already|exists/i],
  ['a missing secret', ['get', 'nope'], 3, /secret not found: nope/],
  ['a missing secret to delete', ['delete', 'nope', '--yes'], 3, /secret not found: nope/],
  ['a missing field', ['get', 'multi', '--field', 'nope'], 3, /field not found: nope/],
];

const server = useServer(home, MODERN);
/** All that an agent can see of all secrets, times included: proves that a refused command changed nothing. */
const snapshot = async (): Promise<string> => {
  const { secrets } = (await server.ok('secret_list')) as { secrets: { key: string }[] };
  const details = secrets.map(async ({ key }) => [
    await server.ok('secret_get_masked', { key }),
    await server.ok('secret_list_fields', { key }),
  ]);
  return JSON.stringify([secrets, await Promise.all(details)]);
};

describe('the shape of the command line', () => {
  for (const [what, args, message] of SHAPE) {
    test(`[D Places and names] exit code 2: ${what} (vaultctl ${args.join(' ')})`, async () => {
      const result = await home.cli(args);
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toMatch(message);
    });
  }
});

describe('refused, and nothing is changed', () => {
  for (const [what, args, code, message] of REFUSED) {
    test(`[D Places and names] exit code ${code}: ${what}`, async () => {
      const before = await snapshot();
      const result = await home.cli(args, { stdin: 'some value' });
      expect(result).toMatchObject({ code, stdout: '' });
      expect(result.stderr).toMatch(message);
      expect(await snapshot()).toBe(before);
    });
  }

  for (const [what, expires] of [
    ['a word', 'banana'],
    ['a number without a unit', '7'],
    ['an unknown unit', '7x'],
    ['a negative duration', '-7d'],
    ['an impossible date', '2031-02-31'],
    ['nothing', ''],
  ] as const) {
    test(`[D Secrets] --expires refuses ${what}`, async () => {
      const before = await snapshot();
      const result = await home.cli(['set', 'x', `--expires=${expires}`], { stdin: 'v' });
      expect([1, 2]).toContain(result.code);
      expect(result.stderr).toMatch(/expir|duration|time/i);
      expect(await snapshot()).toBe(before);
    });
  }

  test('[D Secrets] a value with a NUL byte is refused, and nothing is stored', async () => {
    const result = await home.cli(['set', 'nul'], { stdin: Buffer.from('a\0b') });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(await home.cli(['get', 'nul'])).toMatchObject({ code: 3 });
  });

  test('[D Secrets] a value that is no UTF-8 text is refused, and nothing is stored', async () => {
    const result = await home.cli(['set', 'latin'], { stdin: Buffer.from([0x61, 0xff, 0xfe, 0x62]) });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(await home.cli(['get', 'latin'])).toMatchObject({ code: 3 });
  });

  test('[D Secrets] a value of 2 MiB is refused, and the old value stays', async () => {
    const result = await home.cli(['set', 'single'], { stdin: 'x'.repeat(2 * 1024 * 1024) });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect((await home.ok(['get', 'single'])).stdout).toBe('value\n');
  });

  test('[D Secrets] a refused value is never repeated in the message', async () => {
    const value = 'Zk4-refused-9Qx';
    const result = await home.cli(['set', 'single', '--field', `a=${value}\u0001`, '--field', 'user'], {
      stdin: value,
    });
    expect(result.code).not.toBe(0);
    expect(result.stderr).not.toContain(value);
  });
});

describe('no way into the vault', () => {
  const wrong = { VAULT_PASSWORD: 'not the password of this vault' };
  for (const args of [
    ['list'],
    ['get', 'single'],
    ['set', 'single'],
    ['run', '-k', 'single', '--', 'true'],
    ['export', '--all'],
    ['delete', 'single', '--yes'],
    ['audit', 'export'],
  ]) {
    test(`[D Places and names] exit code 4: a wrong password (${args.join(' ')})`, async () => {
      const result = await home.cli(args, { env: wrong, stdin: 'other' });
      expect(result).toMatchObject({ code: 4, stdout: '' });
      expect(result.stderr).toMatch(/password/i);
      expect(result.stderr).not.toContain(wrong.VAULT_PASSWORD);
      expect((await home.ok(['get', 'single'])).stdout).toBe('value\n');
    });
  }

  test('[D Places and names] exit code 4: no password from anywhere, and the message says how to give one', async () => {
    const result = await home.cli(['list'], { env: { VAULT_PASSWORD: undefined } });
    expect(result).toMatchObject({ code: 4, stdout: '' });
    expect(result.stderr).toContain('VAULT_PASSWORD');
  });

  for (const args of [
    ['list'],
    ['get', 'x'],
    ['set', 'x'],
    ['run', '-k', 'x', '--', 'true'],
    ['export', '--all'],
  ]) {
    test(`[D Places and names] without a vault "${args.join(' ')}" fails and says to run init`, () =>
      withHome(async (empty) => {
        const result = await empty.cli(args, { stdin: 'v' });
        expect(result.code).not.toBe(0);
        expect(result.stdout).toBe('');
        expect(result.stderr).toMatch(/vaultctl init/);
      }));
  }
});
