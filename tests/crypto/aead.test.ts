import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { open, OVERHEAD, seal } from '../../src/crypto/aead.ts';
import { hex, runVectors, wycheproof } from './wycheproof.ts';

const FILE = 'aes_gcm_test.json';
const groups = wycheproof(FILE).filter(
  ({ keySize, ivSize, tagSize }) => keySize === 256 && ivSize === 96 && tagSize === 128,
);

test.skipIf(groups.length === 0)('AES-256-GCM answers as Wycheproof says', () => {
  const { run, mismatches } = runVectors(`${FILE} (256-bit keys, our nonces and tags)`, groups, (vector) => {
    const key = createSecretKey(hex(vector, 'key'));
    const [iv, message, aad] = [hex(vector, 'iv'), hex(vector, 'msg'), hex(vector, 'aad')];
    const sealed = Buffer.concat([iv, hex(vector, 'ct'), hex(vector, 'tag')]);
    const opened = open(key, sealed, aad);
    if (vector.result !== 'valid') return opened === null;
    return opened?.equals(message) === true && seal(key, message, aad, iv).equals(sealed);
  });
  expect(mismatches).toEqual([]);
  expect(run).toBeGreaterThan(50);
});

describe('a sealed text', () => {
  const key = createSecretKey(randomBytes(32));
  const plaintext = Buffer.from('plaintext');
  const aad = Buffer.from('place');
  const sealed = seal(key, plaintext, aad);

  test('opens under its key and associated data', () => {
    expect(open(key, sealed, aad)).toEqual(plaintext);
    expect(sealed.length).toBe(plaintext.length + OVERHEAD);
  });

  test('does not open with any one bit flipped', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const flipped = Buffer.from(sealed);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(open(key, flipped, aad)).toBeNull();
    }
  });

  test('does not open cut short or lengthened, not even to a shorter tag', () => {
    for (let length = 0; length < sealed.length; length += 1) {
      expect(open(key, sealed.subarray(0, length), aad)).toBeNull();
    }
    expect(open(key, Buffer.concat([sealed, Buffer.alloc(1)]), aad)).toBeNull();
  });

  test('does not open under another key or other associated data', () => {
    expect(open(createSecretKey(randomBytes(32)), sealed, aad)).toBeNull();
    expect(open(key, sealed, Buffer.from('elsewhere'))).toBeNull();
  });

  test('never has the same nonce twice', () => {
    const nonces = Array.from({ length: 1000 }, () => seal(key, plaintext, aad).toString('hex', 0, 12));
    expect(new Set(nonces).size).toBe(1000);
  });

  test('may be of nothing', () => {
    expect(open(key, seal(key, Buffer.alloc(0), aad), aad)).toEqual(Buffer.alloc(0));
  });
});

test('a key of another length is refused', () => {
  expect(() => seal(createSecretKey(randomBytes(16)), Buffer.alloc(1), Buffer.alloc(0))).toThrow();
});
