import { expect, test } from 'vitest';
import { checkValue, MAX_VALUE_BYTES } from '../../src/domain/value.ts';

test('text of any length up to 1 MiB is a value, given back as it is', () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from('a\r\n\u{1f512}\u0007'),
    Buffer.alloc(MAX_VALUE_BYTES, 'a'),
  ]) {
    expect(checkValue(bytes, 'the value')).toBe(bytes);
  }
});

test.each([
  ['longer than 1 MiB', Buffer.alloc(MAX_VALUE_BYTES + 1, 'a')],
  ['NUL', Buffer.from('hunter\0two')],
  ['not UTF-8', Buffer.from([0x68, 0xff])],
  ['not UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
  ['not UTF-8', Buffer.from([0xf0, 0x9f, 0x94])],
])('a value that is or holds %s is refused by its name, never its bytes', (why, bytes) => {
  expect(() => checkValue(bytes, 'field note')).toThrow(
    expect.objectContaining({
      code: 'invalid',
      message: expect.stringMatching(new RegExp(`^field note .*${why}`)),
    }),
  );
});
