import { describe, expect, test } from 'vitest';
import { checkAliases, checkFieldName, findField } from '../../src/domain/field-name.ts';
import type { Field } from '../../src/domain/secret.ts';

const field = (name: string, ...aliases: string[]): Field => ({ id: name, name, sensitive: false, aliases });

describe('a field name', () => {
  test.each(['a', 'user.name', 'API_KEY-2', '__proto__', 'constructor', 'x'.repeat(64)])(
    'may be %s',
    (name) => {
      expect(checkFieldName(name)).toBe(name);
    },
  );

  test.each(['', 'a/b', 'a b', 'a=b', 'a\n', 'é', 'x'.repeat(65)])('may not be %j', (name) => {
    expect(() => checkFieldName(name)).toThrow(/1 to 64 letters/);
  });

  test('or alias stands once in a secret, whatever its case', () => {
    expect(() => checkAliases([field('a', 'b'), field('c', 'd')])).not.toThrow();
    expect(() => checkAliases([field('a'), field('b', 'a')])).toThrow(/alias a stands twice/);
    expect(() => checkAliases([field('a', 'x'), field('b', 'X')])).toThrow(/alias X stands twice/);
    expect(() => checkAliases([field('Pass'), field('pass')])).toThrow(/stands twice/);
    expect(() => checkAliases([field('a', 'not valid')])).toThrow(/invalid field name/);
  });
});

describe('finding a field', () => {
  const secret = {
    form: 'fields',
    fields: [field('user', 'Login', 'pass'), field('Pass'), field('x', 'USER')],
  } as const;

  test('takes the exact name before anything else', () => {
    expect(findField(secret, 'user')?.name).toBe('user');
    expect(findField(secret, 'Pass')?.name).toBe('Pass');
  });

  test('takes a name in another case before an alias', () => {
    expect(findField(secret, 'pass')?.name).toBe('Pass');
    expect(findField(secret, 'USER')?.name).toBe('user');
  });

  test('takes an alias in any case', () => {
    expect(findField(secret, 'login')?.name).toBe('user');
    expect(findField(secret, 'LOGIN')?.name).toBe('user');
  });

  test('finds nothing under other names, those of objects included', () => {
    for (const name of ['', 'nobody', '__proto__', 'constructor']) expect(findField(secret, name)).toBeNull();
  });

  test('finds nothing in a single value, its internal name included', () => {
    expect(findField({ form: 'single', fields: [field('value')] }, 'value')).toBeNull();
  });
});
