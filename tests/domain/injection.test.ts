import { describe, expect, test } from 'vitest';
import { buildInjection } from '../../src/domain/injection.ts';

const url = { name: 'DB_URL', key: 'db/url' };

describe('the variables of a run', () => {
  test('keep the order and the sources given', () => {
    const b = { name: 'B', key: 'b', field: 'x', extra: 1 };
    const a = { name: 'A', key: 'a', field: 'x', extra: 2 };
    expect([...buildInjection([b, a])]).toEqual([
      ['B', b],
      ['A', a],
    ]);
    expect(buildInjection([b]).get('B')).toBe(b);
  });

  test('take one value twice under one name, and under several names', () => {
    expect(buildInjection([url, { ...url }, { ...url, field: 'value' }, { ...url, name: 'X' }]).size).toBe(2);
  });

  test('refuse two keys for one variable, naming both', () => {
    expect(() => buildInjection([url, { name: 'DB_URL', key: 'db-url' }])).toThrow(
      expect.objectContaining({
        code: 'invalid',
        message: 'db/url and db-url would both set the variable DB_URL',
      }),
    );
  });

  test('refuse two fields for one variable, naming both', () => {
    const name = 'DB_A_B';
    expect(() =>
      buildInjection([
        { name, key: 'db', field: 'a-b' },
        { name, key: 'db', field: 'a_b' },
      ]),
    ).toThrow('db (field a-b) and db (field a_b) would both set the variable DB_A_B');
  });

  test('refuse dangerous and malformed names, naming the source', () => {
    expect(() => buildInjection([url, { name: 'LD_PRELOAD', key: 'ld', field: 'preload' }])).toThrow(
      /^ld \(field preload\) cannot be given as the variable LD_PRELOAD/,
    );
    expect(() => buildInjection([{ name: 'A=B', key: 'a' }])).toThrow(/^a cannot be given/);
  });

  test('may be named like properties of objects', () => {
    expect([
      ...buildInjection([
        { name: '__proto__', key: 'p' },
        { name: 'constructor', key: 'c' },
      ]).keys(),
    ]).toEqual(['__proto__', 'constructor']);
  });
});
