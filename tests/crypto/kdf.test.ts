import { afterEach, describe, expect, test, vi } from 'vitest';
import { argon2OfNode, checkKdf, defaultKdf, deriveFromPassword } from '../../src/crypto/kdf.ts';

const password = Buffer.from('correct horse battery staple');
const salt = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
// Agreed on by OpenSSL 3.5 and the Rust argon2 crate.
const expected = '853b272a44db1421c02962669a55eb0994f3cab385ed1c4c79253eee19bab49e';

afterEach(() => {
  vi.doUnmock('@node-rs/argon2');
  vi.resetModules();
});

describe('Argon2id', () => {
  test('gives the known bytes, from the native module and from Node alike', async () => {
    expect((await deriveFromPassword(password, salt, defaultKdf)).toString('hex')).toBe(expected);
    expect((await argon2OfNode(password, salt, defaultKdf)).toString('hex')).toBe(expected);
  });

  test('falls back to Node where the native module does not load', async () => {
    vi.doMock('@node-rs/argon2', () => {
      throw new Error('no native module for this platform');
    });
    vi.resetModules();
    const kdf = await import('../../src/crypto/kdf.ts');
    expect((await kdf.deriveFromPassword(password, salt, defaultKdf)).toString('hex')).toBe(expected);
  });

  test.each([
    ['memory under the floor', { memory: 65_535 }],
    ['memory over the ceiling', { memory: 1_048_577 }],
    ['memory beyond any machine', { memory: 2 ** 52 }],
    ['too few passes', { passes: 2 }],
    ['too many passes', { passes: 11 }],
    ['no lanes', { lanes: 0 }],
    ['too many lanes', { lanes: 17 }],
    ['no number', { memory: Number.NaN }],
  ])('with %s is refused before memory is taken', async (_, change) => {
    const before = process.memoryUsage().rss;
    await expect(deriveFromPassword(password, salt, { ...defaultKdf, ...change })).rejects.toMatchObject({
      code: 'damaged',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
  });

  test('is allowed at the bounds', () => {
    expect(() => checkKdf({ memory: 65_536, passes: 3, lanes: 1 })).not.toThrow();
    expect(() => checkKdf({ memory: 1_048_576, passes: 10, lanes: 16 })).not.toThrow();
  });
});
