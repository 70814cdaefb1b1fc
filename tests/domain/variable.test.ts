import { describe, expect, test } from 'vitest';
import { checkVariableName, variableName, variableNames } from '../../src/domain/variable.ts';

test.each([
  ['db/url', undefined, 'DB_URL'],
  ['aws/access-key', undefined, 'AWS_ACCESS_KEY'],
  ['a/b/c-d_e', undefined, 'A_B_C_D_E'],
  ['db/url', 'app_', 'app_DB_URL'],
  ['db/url', '', 'DB_URL'],
  ['1x', undefined, '1X'],
  ['a.b', undefined, 'A.B'],
])('%s with the prefix %s becomes %s', (key, prefix, name) => {
  expect(variableName(key, prefix)).toBe(name);
});

test('one of several fields adds its name, by the same rule', () => {
  expect(variableNames('aws/prod', 'access-key')).toEqual(['AWS_PROD_ACCESS_KEY']);
  expect(variableNames('db', 'user', 'X_')).toEqual(['X_DB_USER']);
});

test('a name with a dot comes also with an underscore, from key, field or prefix', () => {
  expect(variableNames('api.example.com/key')).toEqual(['API.EXAMPLE.COM_KEY', 'API_EXAMPLE_COM_KEY']);
  expect(variableNames('db', 'a.b')).toEqual(['DB_A.B', 'DB_A_B']);
  expect(variableNames('db', undefined, 'p.')).toEqual(['p.DB', 'p_DB']);
});

describe('a variable', () => {
  test.each(['DB_URL', 'A.B', '1X', 'x-y', 'a%b', 'É', 'x'.repeat(1024)])('may be called %s', (name) => {
    expect(() => checkVariableName(name, 'db')).not.toThrow();
  });

  test.each([
    ['', 'empty'],
    ['A=B', '"="'],
    ['=', '"="'],
    ['A\0B', 'control'],
    ['A B', 'spaces'],
    ['A\nB', 'control'],
    ['A\u001bB', 'control'],
    ['A\u00a0B', 'spaces'],
    ['A\u202eB', 'control'],
    ['A\u200bB', 'control'],
    ['A\ud800', 'control'],
    ['x'.repeat(1025), 'at most 1024'],
    ['PATH', 'which program'],
    ['LD_PRELOAD', 'loader'],
  ])('may not be called %j', (name, why) => {
    expect(() => checkVariableName(name, 'db/url')).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(why) }),
    );
  });

  test('that is refused is named with its source, in visible characters only', () => {
    expect(() => checkVariableName('LD_PRELOAD', 'ld/preload')).toThrow(
      /^ld\/preload cannot be given as the variable LD_PRELOAD: /,
    );
    for (const name of ['A\u001b[31m\u202e', 'A\n', 'x'.repeat(2000)]) {
      try {
        checkVariableName(name, 'k');
        expect.unreachable();
      } catch (error) {
        expect((error as Error).message).toMatch(/^[\x20-\x7e…]{1,200}$/);
      }
    }
  });
});
