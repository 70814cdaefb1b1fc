import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode, Reader, type Item } from '../../src/crypto/canonical.ts';
import { VaultError } from '../../src/errors.ts';

const item: fc.Arbitrary<Item> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.maxSafeNat(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);

function readBack(bytes: Buffer, like: readonly Item[]): Item[] {
  const reader = new Reader(bytes, 'it');
  const items = like.map((one) => {
    if (typeof one === 'string') return reader.text();
    return typeof one === 'number' ? reader.integer() : reader.bytes();
  });
  reader.end();
  return items;
}

function fromHex(text: string): Buffer {
  return Buffer.from(text.replaceAll(' ', ''), 'hex');
}

describe('the canonical encoding', () => {
  test('is what the format says, byte for byte', () => {
    expect(encode('ab', 258, Buffer.from([7])).toString('hex')).toBe(
      '0000000261620000000800000000000001020000000107',
    );
  });

  test('reads back as it was written', () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        expect(readBack(encode(...items), items)).toEqual(items);
      }),
    );
  });

  test('of two parts is the two encodings in a row, so no part can run into the next', () => {
    fc.assert(
      fc.property(fc.array(item), fc.array(item), (a, b) => {
        expect(encode(...a, ...b)).toEqual(Buffer.concat([encode(...a), encode(...b)]));
      }),
    );
  });

  test('reads any bytes either as an encoding of exactly them or not at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const reader = new Reader(bytes, 'it');
        try {
          const items = reader.rest((rest) => rest.bytes());
          expect(encode(...items)).toEqual(Buffer.from(bytes));
        } catch (error) {
          expect(error).toMatchObject({ code: 'damaged', message: 'it is malformed' });
        }
      }),
    );
  });

  test.each([
    ['a length past the end', '00000002 61'],
    ['a length cut short', '000000'],
    ['UTF-8 that is not', '00000001 ff'],
    ['an overlong form', '00000002 c080'],
    ['half a surrogate pair', '00000003 eda080'],
  ])('refuses %s as text', (_, bytes) => {
    expect(() => new Reader(fromHex(bytes), 'it').text()).toThrow(VaultError);
  });

  test.each([
    ['7 bytes', '00000007 00000000000001'],
    ['9 bytes', '00000009 000000000000000001'],
    ['more than a safe integer', '00000008 0020000000000000'],
    ['a negative number', '00000008 ffffffffffffffff'],
  ])('refuses an integer of %s', (_, bytes) => {
    expect(() => new Reader(fromHex(bytes), 'it').integer()).toThrow(VaultError);
  });

  test('refuses an integer under the least, bytes of another length, and bytes left over', () => {
    expect(() => new Reader(encode(0), 'it').integer(1)).toThrow(VaultError);
    expect(() => new Reader(encode('abc'), 'it').bytes(2)).toThrow(VaultError);
    expect(() => new Reader(encode('abc'), 'it').end()).toThrow(VaultError);
  });

  test('keeps a byte order mark', () => {
    expect(new Reader(encode('\ufeffa'), 'it').text()).toBe('\ufeffa');
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 53])('does not write %s', (number) => {
    expect(() => encode(number)).toThrow(RangeError);
  });

  test('does not write half a surrogate pair', () => {
    expect(() => encode('a\ud800')).toThrow(RangeError);
  });

  test('reads from a view into a larger buffer', () => {
    const whole = Buffer.concat([Buffer.alloc(3), encode('x')]);
    expect(new Reader(whole.subarray(3), 'it').text()).toBe('x');
  });
});
