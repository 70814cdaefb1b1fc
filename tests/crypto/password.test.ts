import { describe, expect, test } from 'vitest';
import { normalisePassword } from '../../src/crypto/password.ts';

describe('a master password', () => {
  test('is taken as it is when it is ASCII, in a buffer of its own', () => {
    const given = Buffer.from('correct horse ');
    const taken = normalisePassword(given);
    expect(taken.toString()).toBe('correct horse ');
    taken.fill(0);
    expect(given.toString()).toBe('correct horse ');
  });

  test('is the same however a letter is composed', () => {
    expect(normalisePassword(Buffer.from('cafe\u0301'))).toEqual(normalisePassword(Buffer.from('caf\u00e9')));
    expect(normalisePassword(Buffer.from('\ufb01sh')).toString()).toBe('fish');
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'the master password is empty'],
    ['1,025 bytes', Buffer.alloc(1025, 'a'), 'the master password is longer than 1,024 bytes'],
    [
      '1,025 bytes once normalised',
      Buffer.from('\ufdfa'.repeat(40)),
      'the master password is longer than 1,024 bytes',
    ],
    ['bytes that are no UTF-8', Buffer.from([0xc3, 0x28]), 'the master password is not UTF-8 text'],
  ])('is refused when it is %s', (_, bytes, message) => {
    expect(() => normalisePassword(bytes)).toThrow(expect.objectContaining({ code: 'locked', message }));
  });

  test('may be 1,024 bytes', () => {
    expect(normalisePassword(Buffer.alloc(1024, 'a')).length).toBe(1024);
  });
});
