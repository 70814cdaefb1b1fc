import { describe, expect, test } from 'vitest';
import { rateStrength } from '../../src/domain/strength.ts';

describe('what people choose', () => {
  test.each([
    'password',
    '123456',
    'hunter2',
    'qwertyuiop',
    'Password1!',
    'letmein2026',
    'aaaaaaaaaaaaaaaaaaaa',
  ])('is weak when easy to guess: %s', async (value) => {
    expect(await rateStrength(value)).toBeLessThan(3);
    expect(await rateStrength(value, 'password')).toBeLessThan(3);
  });

  test.each(['correct horse battery staple', 'mauve-otter-plinth-gavotte', 'f8K#qz!Lw2'])(
    'is strong when hard to guess: %s',
    async (value) => {
      expect(await rateStrength(value, 'password')).toBeGreaterThanOrEqual(3);
    },
  );

  test('is rated by its first 100 characters, in bounded time', async () => {
    await rateStrength('x');
    const started = performance.now();
    await rateStrength('p4ssw0rd '.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('what programs make', () => {
  test.each([
    ['3f786850e387550fdab836ed7e6dc881', 'token', 4],
    ['3f786850e3875501', 'token', 3],
    ['k7q2w9x4m1', 'token', 2],
    ['JBSWY3DPEHPK3PXP', 'totp', 3],
    ['aB3dE5fG7hJ9kL1mN2pQ', 'api_key', 4],
    ['k3y', 'api_key', 0],
    ['', 'token', 0],
  ] as const)('is rated by length and alphabet: %s as %s is %d', async (value, kind, rating) => {
    expect(await rateStrength(value, kind)).toBe(rating);
  });

  test('is rated so under any kind when it looks random', async () => {
    expect(await rateStrength('aB3dE5fG7hJ9kL1mN2pQ', 'password')).toBe(4);
    expect(await rateStrength('3f786850e387550fdab836ed7e6dc881')).toBe(4);
  });

  test('is weak when it reads like a password', async () => {
    expect(await rateStrength('password12345678', 'api_key')).toBeLessThan(3);
    expect(await rateStrength('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'token')).toBe(0);
  });
});
