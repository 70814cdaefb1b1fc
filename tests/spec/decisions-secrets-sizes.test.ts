import { describe, expect, test } from 'vitest';
import { MODERN, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';

const home = useVault();
const server = useServer(home, MODERN);
const KIB = 1024;
const MIB = 1024 * KIB;

const fields = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => ['--field', `f${i}=v${i}`]).flat();
const bindings = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => ['--binding', `APP_${i}=f`]).flat();
const tags = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => ['--tag', `tag-${i}`]).flat();

/** What is limited, the arguments at the limit, the arguments one past it. */
const LIMITS: [string, string[], string[]][] = [
  ['100 fields', fields(100), fields(101)],
  ['100 bindings', ['--field', 'f=v', ...bindings(100)], ['--field', 'f=v', ...bindings(101)]],
  [
    'notes of 64 KiB',
    ['--field', 'f=v', `--notes=${'n'.repeat(64 * KIB)}`],
    ['--field', 'f=v', `--notes=${'n'.repeat(64 * KIB + 1)}`],
  ],
  [
    'a URL of 2,048 characters',
    ['--field', 'f=v', '--url', `https://example.org/${'u'.repeat(2048 - 20)}`],
    ['--field', 'f=v', '--url', `https://example.org/${'u'.repeat(2049 - 20)}`],
  ],
  ['50 tags', ['--field', 'f=v', ...tags(50)], ['--field', 'f=v', ...tags(51)]],
  [
    'tags of 64 characters',
    ['--field', 'f=v', '--tag', 't'.repeat(64)],
    ['--field', 'f=v', '--tag', 't'.repeat(65)],
  ],
];

describe('limits', () => {
  for (const [index, [what, at, past]] of LIMITS.entries()) {
    test(`[D Secrets] ${what} are taken`, async () => {
      await home.ok(['set', `at/${index}`, ...at]);
      expect(await server.ok('secret_exists', { key: `at/${index}` })).toMatchObject({ exists: true });
    });

    test(`[D Secrets] more than ${what} is refused, and nothing is stored`, async () => {
      expect(await home.cli(['set', `past/${index}`, ...past])).toMatchObject({ code: 1, stdout: '' });
      expect(await server.ok('secret_exists', { key: `past/${index}` })).toMatchObject({ exists: false });
    });
  }

  test('[D Secrets] the limit of fields holds for those a secret has and those given together', async () => {
    expect(await home.cli(['set', 'at/0', '--field', 'one-more=v'])).toMatchObject({ code: 1 });
    const now = (await server.ok('secret_list_fields', { key: 'at/0' })) as { fields: object[] };
    expect(now.fields).toHaveLength(100);
  });

  // See "Deviations" in ARCHITECTURE.md: the limit is that of one command.
  test('[D Secrets] the limit of tags is for those given together; a secret gathers more', async () => {
    await home.ok(['set', 'at/4', '--tag', 'one-more'], { stdin: '' });
    const now = (await server.ok('secret_exists', { key: 'at/4' })) as { tags: string[] };
    expect(now.tags).toHaveLength(51);
  });
});

describe('values', () => {
  test('[D Secrets] a value of 1 MiB is taken and comes back whole', async () => {
    const value = 'v'.repeat(MIB);
    await home.set('big', value);
    expect((await home.ok(['get', 'big', '-n'])).stdout === value).toBe(true);
    expect(await server.ok('secret_get_masked', { key: 'big' })).toMatchObject({ value_length: MIB });
  });

  test('[D Secrets] a value of 1 MiB and one byte is refused, and nothing is stored', async () => {
    expect(await home.cli(['set', 'bigger'], { stdin: 'v'.repeat(MIB + 1) })).toMatchObject({
      code: 1,
      stdout: '',
    });
    expect(await server.ok('secret_exists', { key: 'bigger' })).toMatchObject({ exists: false });
  });

  test('[D Secrets] the newline that is dropped does not count', async () => {
    await home.set('big-newline', `${'v'.repeat(MIB)}\n`);
  });

  test('[D Secrets] the limit counts bytes of UTF-8', async () => {
    expect(await home.cli(['set', 'wide'], { stdin: '€'.repeat(MIB / 2) })).toMatchObject({
      code: 1,
      stdout: '',
    });
  });

  test('[D Secrets] a value may be empty', async () => {
    await home.set('empty', '');
    expect((await home.ok(['get', 'empty'])).stdout).toBe('\n');
  });

  test('[D Secrets] the value of a field may be 1 MiB as well', async () => {
    await home.ok(['set', 'big-field', '--field', 'body'], { stdin: 'v'.repeat(MIB) });
    expect(
      await home.cli(['set', 'big-field-2', '--field', 'body'], { stdin: 'v'.repeat(MIB + 1) }),
    ).toMatchObject({ code: 1 });
  });
});

describe('tags', () => {
  for (const [what, tag] of [
    ['a control character', 'a\u0007b'],
    ['a newline', 'a\nb'],
    ['a comma', 'a,b'],
  ] as const) {
    test(`[D Secrets] a tag with ${what} is refused by --tag`, async () => {
      expect(await home.cli(['set', 'bad-tag', '--tag', tag], { stdin: 'v' })).toMatchObject({
        code: 1,
        stdout: '',
      });
      expect(await server.ok('secret_exists', { key: 'bad-tag' })).toMatchObject({ exists: false });
    });
  }

  test('[D Secrets] a tag may hold spaces and non-ASCII text', async () => {
    await home.set('odd-tag', 'v', '--tag', 'größe 1/2');
    expect(await server.ok('secret_list', { tag: 'größe 1/2' })).toMatchObject({
      secrets: [{ key: 'odd-tag' }],
    });
  });
});
