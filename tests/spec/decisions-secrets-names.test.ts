import { describe, expect, test } from 'vitest';
import { MODERN, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';

const home = useVault();
const server = useServer(home, MODERN);

const show = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 12)}... (${text.length} characters)` : JSON.stringify(text);

describe('keys', () => {
  const good = [
    'a',
    'Z',
    '0',
    'A.b_c-d',
    'a/b/c/d/e/f',
    '-dash',
    '.hidden',
    '...',
    'a/.../b',
    '_',
    '__proto__',
    'constructor',
    'k'.repeat(256),
    `${'s/'.repeat(127)}xx`,
  ];
  for (const key of good) {
    test(`[D Secrets] ${show(key)} is a key`, async () => {
      await home.ok(['set', '--', key], { stdin: 'value' });
      expect(await server.ok('secret_exists', { key })).toMatchObject({ exists: true, key });
    });
  }

  const bad = [
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/..',
    './a',
    'a/./b',
    'a/../b',
    'a b',
    ' a',
    'a\n',
    'a\tb',
    'é',
    'a*',
    'a?',
    '[a]',
    'a:b',
    'a=b',
    'a\\b',
    '@team/x',
    '@',
    'a,b',
    '$a',
    'k'.repeat(257),
  ];
  for (const key of bad) {
    test(`[D Secrets] ${show(key)} is refused as a key, with the rule in the message`, async () => {
      const result = await home.cli(['set', '--', key], { stdin: 'value' });
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toMatch(/key/i);
      expect(await server.ok('secret_exists', { key })).toMatchObject({ exists: false });
    });
  }
});

describe('field names and aliases', () => {
  const good = ['a', 'A.b_c-d', '0', '__proto__', 'constructor', 'f'.repeat(64)];
  for (const [index, name] of good.entries()) {
    test(`[D Secrets] ${show(name)} is a field name`, async () => {
      await home.ok(['set', `field/${index}`, '--field', `${name}=x1`, '--plain', name]);
      expect(await server.ok('secret_get_field', { key: `field/${index}`, field: name })).toMatchObject({
        field: name,
        value: 'x1',
      });
    });

    test(`[D Secrets] ${show(name)} is an alias`, async () => {
      await home.ok(['set', `alias/${index}`, '--field', 'city=x2', '--alias', `city=${name}`]);
      expect(await server.ok('secret_get_field', { key: `alias/${index}`, field: name })).toMatchObject({
        field: 'city',
        value: 'x2',
      });
    });
  }

  const bad = ['', 'a b', 'é', 'a/b', 'a*', 'a\n', 'f'.repeat(65)];
  for (const name of bad) {
    test(`[D Secrets] ${show(name)} is refused as a field name`, async () => {
      const result = await home.cli(['set', 'bad-field', '--field', `${name}=x`]);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(await server.ok('secret_exists', { key: 'bad-field' })).toMatchObject({ exists: false });
    });

    test(`[D Secrets] ${show(name)} is refused as an alias`, async () => {
      const result = await home.cli(['set', 'bad-alias', '--field', 'a=x', '--alias', `a=${name}`]);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(await server.ok('secret_exists', { key: 'bad-alias' })).toMatchObject({ exists: false });
    });
  }

  test('[D Secrets] the exact name is found before an alias could be', async () => {
    await home.ok([
      'set',
      'order',
      '--field',
      'one=1',
      '--field',
      'two=2',
      '--alias',
      'one=uno',
      '--alias',
      'two=dos',
    ]);
    expect(await server.ok('secret_get_field', { key: 'order', field: 'two' })).toMatchObject({
      field: 'two',
    });
    expect(await server.ok('secret_get_field', { key: 'order', field: 'UNO' })).toMatchObject({
      field: 'one',
    });
    expect((await home.ok(['get', 'order', '--field', 'Dos'])).stdout).toBe('2\n');
  });

  for (const [what, ...aliases] of [
    ['the alias of another field', 'one=x', 'two=x'],
    ['the alias of another field in other case', 'one=x', 'two=X'],
    ['the name of another field', 'one=two'],
    ['the name of another field in other case', 'one=TWO'],
  ] as const) {
    test(`[D Secrets] names are unique in a secret: an alias may not be ${what}`, async () => {
      const options = aliases.flatMap((alias) => ['--alias', alias]);
      const result = await home.cli(['set', 'clash', '--field', 'one=1', '--field', 'two=2', ...options]);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(await server.ok('secret_exists', { key: 'clash' })).toMatchObject({ exists: false });
    });
  }
});
