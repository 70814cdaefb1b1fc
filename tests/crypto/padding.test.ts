import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pad, paddedSize, unpad } from '../../src/crypto/padding.ts';

describe('padding', () => {
  test.each([
    [0, 512],
    [17, 512],
    [300, 512],
    [511, 512],
    [512, 512],
    [513, 544],
    [544, 544],
    [545, 576],
    [1023, 1024],
    [65_537, 67_584],
    [1_048_580, 1_081_344],
  ])('of %i bytes makes %i', (size, padded) => {
    expect(paddedSize(size)).toBe(padded);
  });

  test('is undone exactly', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (data) => {
        expect(unpad(pad(data))).toEqual(Buffer.from(data));
      }),
    );
  });

  test('is refused where there is less than its length', () => {
    for (let length = 0; length < 512; length += 1) expect(unpad(Buffer.alloc(length))).toBeNull();
  });

  test('never shrinks, never grows by more than 12% above the smallest size, and never falls', () => {
    let before = 0;
    for (let size = 512; size < 70_000; size += 1) {
      const padded = paddedSize(size);
      expect(padded >= size && padded >= before && padded <= size * 1.12).toBe(true);
      before = padded;
    }
  });

  test('is the same for sizes already padded', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 31 }), (size) => {
        expect(paddedSize(paddedSize(size))).toBe(paddedSize(size));
      }),
    );
  });

  test('is refused with any bit of it set, a length that lies, or another size', () => {
    const padded = pad(Buffer.from('data'));
    for (let at = 8; at < padded.length; at += 1) {
      const altered = Buffer.from(padded);
      altered[at] = 1;
      expect(unpad(altered)).toBeNull();
    }
    const lying = Buffer.from(padded);
    lying.writeUInt32BE(0xffffffff);
    expect(unpad(lying)).toBeNull();
    expect(unpad(padded.subarray(0, 511))).toBeNull();
    expect(unpad(Buffer.concat([padded, Buffer.alloc(32)]))).toBeNull();
  });
});
