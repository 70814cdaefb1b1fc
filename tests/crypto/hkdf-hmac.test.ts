import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hkdf, takeKey } from '../../src/crypto/hkdf.ts';
import { hmac, sameBytes } from '../../src/crypto/hmac.ts';
import { hex, wycheproof } from './wycheproof.ts';

const hkdfVectors = wycheproof('hkdf_sha256_test.json').flatMap((group) => group.tests);
const hmacGroups = wycheproof('hmac_sha256_test.json');

describe.skipIf(hkdfVectors.length === 0)('HKDF-SHA256 answers as Wycheproof says', () => {
  test.each(hkdfVectors)('in case $tcId ($comment)', (vector) => {
    const derive = (): Buffer => {
      const key = createSecretKey(hex(vector, 'ikm'));
      return hkdf(key, hex(vector, 'salt'), hex(vector, 'info'), Number(vector['size']));
    };
    if (vector.result === 'valid') expect(derive()).toEqual(hex(vector, 'okm'));
    else expect(derive).toThrow();
  });
});

describe.skipIf(hmacGroups.length === 0)('HMAC-SHA256 answers as Wycheproof says', () => {
  const vectors = hmacGroups.flatMap(({ tagSize = 0, tests }) =>
    tests.map((vector) => Object.assign(vector, { tagBytes: tagSize / 8 })),
  );
  test.each(vectors)('in case $tcId ($comment)', (vector) => {
    const mac = hmac(createSecretKey(hex(vector, 'key')), hex(vector, 'msg'));
    const same = sameBytes(mac.subarray(0, vector.tagBytes), hex(vector, 'tag'));
    expect(same).toBe(vector.result === 'valid');
  });
});

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
