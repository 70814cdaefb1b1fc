import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hkdf, takeKey } from '../../src/crypto/hkdf.ts';
import { hmac, sameBytes } from '../../src/crypto/hmac.ts';
import { hex, runVectors, wycheproof } from './wycheproof.ts';

const [HKDF, HMAC] = ['hkdf_sha256_test.json', 'hmac_sha256_test.json'];
const [hkdfGroups, hmacGroups] = [wycheproof(HKDF), wycheproof(HMAC)];

test.skipIf(hkdfGroups.length === 0)('HKDF-SHA256 answers as Wycheproof says', () => {
  const { run, mismatches } = runVectors(HKDF, hkdfGroups, (vector) => {
    const derived = orNull(() =>
      hkdf(
        createSecretKey(hex(vector, 'ikm')),
        hex(vector, 'salt'),
        hex(vector, 'info'),
        Number(vector['size']),
      ),
    );
    return vector.result === 'valid' ? derived?.equals(hex(vector, 'okm')) === true : derived === null;
  });
  expect(mismatches).toEqual([]);
  expect(run).toBeGreaterThan(50);
});

test.skipIf(hmacGroups.length === 0)('HMAC-SHA256 answers as Wycheproof says', () => {
  const { run, mismatches } = runVectors(HMAC, hmacGroups, (vector, { tagSize = 0 }) => {
    const mac = hmac(createSecretKey(hex(vector, 'key')), hex(vector, 'msg'));
    return sameBytes(mac.subarray(0, tagSize / 8), hex(vector, 'tag')) === (vector.result === 'valid');
  });
  expect(mismatches).toEqual([]);
  expect(run).toBeGreaterThan(50);
});

function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

test('bytes of different lengths are not the same', () => {
  expect(sameBytes(Buffer.from('ab'), Buffer.from('abc'))).toBe(false);
  expect(sameBytes(Buffer.from('abc'), Buffer.from('abc'))).toBe(true);
});

test('taking a key wipes the bytes it came in', () => {
  const bytes = randomBytes(32);
  const copy = Buffer.from(bytes);
  const key = takeKey(bytes);
  expect(bytes).toEqual(Buffer.alloc(32));
  expect(key.export()).toEqual(copy);
});

test('a key that is not 32 bytes is refused', () => {
  expect(() => takeKey(Buffer.alloc(31))).toThrow(RangeError);
});
