import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';

/** Value, its mask, its length in characters. */
const MASKS: [string, string, number][] = [
  ['a', '*', 1],
  ['ab', '**', 2],
  ['abc', '***', 3],
  ['abcd', '****', 4],
  ['abcde', '***de', 5],
  ['abcdef', '****ef', 6],
  ['abcdefg', '*****fg', 7],
  ['abcdefgh', '******gh', 8],
  ['abcdefghi', '*****fghi', 9],
  ['abcdefghij', '******ghij', 10],
  ['abcdefghijklmnopqrstuvwxyz', `${'*'.repeat(22)}wxyz`, 26],
  // Characters are code points: four bytes or two UTF-16 units count once.
  ['🔑🔑🔑🔑', '****', 4],
  ['🔑🔑🔑é🔒', '***é🔒', 5],
  ['pässwörd', '******rd', 8],
  ['日本語のパスワード', '*****スワード', 9],
  // A letter and a combining accent are two code points.
  ['abce\u0301', '***e\u0301', 5],
  ['two\nlines', '*****ines', 9],
];

const rule = (length: number): string =>
  length <= 4
    ? '1 to 4 characters shows nothing'
    : length <= 8
      ? '5 to 8 characters shows its last 2'
      : '9 characters or more shows its last 4';

const home = useVault(async (fresh) => {
  for (const [index, [value]] of MASKS.entries()) await fresh.set(`mask/${index}`, value);
  await fresh.set('empty', '');
  const fields = ['host=localhost', 'pass=12', 'token=abcdefg', 'password=abcdefghijkl', 'note='];
  await fresh.ok(['set', 'multi', ...fields.flatMap((field) => ['--field', field])]);
  await fresh.ok([
    'set',
    'tricky',
    '--field',
    '__proto__=x1',
    '--field',
    'constructor=x2',
    '--field',
    'toString=x3',
  ]);
  await fresh.ok(['set', 'one', '--field', 'host=localhost']);
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);

  for (const [index, [value, mask, length]] of MASKS.entries()) {
    test(`[4.4] a value of ${rule(length)}: ${JSON.stringify(value)} is ${JSON.stringify(mask)}`, async () => {
      expect(await server.ok('secret_get_masked', { key: `mask/${index}` })).toEqual({
        key: `mask/${index}`,
        masked_value: mask,
        value_length: length,
        field_count: 1,
      });
    });
  }

  test('[4.4] fields is absent for single-value secrets', async () => {
    expect(await server.ok('secret_get_masked', { key: 'mask/0' })).not.toHaveProperty('fields');
  });

  test('[4.4] the mask of an empty value is empty', async () => {
    expect(await server.ok('secret_get_masked', { key: 'empty' })).toEqual({
      key: 'empty',
      masked_value: '',
      value_length: 0,
      field_count: 1,
    });
  });

  test('[4.4] several fields: no primary value, sensitive fields masked, the others in full', async () => {
    expect(await server.ok('secret_get_masked', { key: 'multi' })).toEqual({
      key: 'multi',
      masked_value: '',
      value_length: 0,
      field_count: 5,
      fields: {
        host: { value: 'localhost', sensitive: false, value_length: 9 },
        pass: { value: '**', sensitive: true, value_length: 2 },
        token: { value: '*****fg', sensitive: true, value_length: 7 },
        password: { value: '********ijkl', sensitive: true, value_length: 12 },
        note: { value: '', sensitive: false, value_length: 0 },
      },
    });
  });

  test('[4.4] a secret with one named field is a multi-field secret', async () => {
    expect(await server.ok('secret_get_masked', { key: 'one' })).toEqual({
      key: 'one',
      masked_value: '',
      value_length: 0,
      field_count: 1,
      fields: { host: { value: 'localhost', sensitive: false, value_length: 9 } },
    });
  });

  test('[4.4] fields is keyed by field name, whatever the name', async () => {
    const { fields } = (await server.ok('secret_get_masked', { key: 'tricky' })) as { fields: object };
    const names = Object.entries(fields).map(([name, field]) => [name, (field as { value: string }).value]);
    expect(Object.fromEntries(names.map(([name, value]) => [`-${name}`, value]))).toEqual({
      '-__proto__': 'x1',
      '-constructor': 'x2',
      '-toString': 'x3',
    });
  });

  test('[4.4] a missing key is secret not found', async () => {
    expect(await server.fails('secret_get_masked', { key: 'nope' })).toBe('secret not found: nope');
  });

  test('[4.4] key is required', async () => {
    await server.fails('secret_get_masked', {});
  });
});
