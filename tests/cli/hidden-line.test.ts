import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HiddenLine } from '../../src/cli/hidden-line.ts';

/** Types the text byte by byte, as a slow terminal gives it. */
function type(text: string): { isOver: boolean; isFinished: boolean; line: string } {
  const hidden = new HiddenLine();
  let isOver = false;
  for (const byte of Buffer.from(text)) isOver = hidden.type(Buffer.from([byte]));
  return { isOver, isFinished: hidden.isFinished, line: hidden.take().toString() };
}

describe('a line typed without echo', () => {
  test.each([
    ['ends with Enter', 'abc\r', 'abc'],
    ['ends with a line feed', 'abc\n', 'abc'],
    ['ends with Ctrl-D once there is something', 'abc\x04', 'abc'],
    ['may be empty', '\r', ''],
    ['keeps tabs and spaces', ' a\tb \r', ' a\tb '],
    ['loses its last character to Backspace', 'abcd\x7f\r', 'abc'],
    ['loses a whole character of several bytes', 'aé🔑\x7f\x7fb\r', 'ab'],
    ['stays empty when there is nothing to take back', '\x7f\x08a\r', 'a'],
    ['starts again after Ctrl-U', 'wrong\x15right\r', 'right'],
    ['knows no arrow keys', 'a\x1b[Db\x1b[1;5Cc\x1bOPd\r', 'abcd'],
    ['knows no other control keys', 'a\x01\x0b\x1ab\r', 'ab'],
  ])('%s', (_, typed, line) => {
    expect(type(typed)).toEqual({ isOver: true, isFinished: true, line });
  });

  test.each([
    ['Ctrl-C', 'abc\x03'],
    ['Ctrl-C in the middle of an escape sequence', 'abc\x1b[\x03'],
    ['Ctrl-D on an empty line', '\x04'],
  ])('is over but not finished after %s, and nothing of it is left', (_, typed) => {
    expect(type(typed)).toEqual({ isOver: true, isFinished: false, line: '' });
  });

  test('is not over before its end', () => {
    expect(type('abc')).toMatchObject({ isOver: false, isFinished: false });
  });

  test('is the same in one piece as byte by byte, and the keys are wiped', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.array(fc.constantFrom('\x7f', '\x1b[A', '\x15', 'ü')),
        (text, keys) => {
          const typed = `${text.replaceAll(/\p{Cc}/gu, '')}${keys.join('')}x\r`;
          const whole = new HiddenLine();
          const chunk = Buffer.from(typed);
          expect(whole.type(chunk)).toBe(true);
          expect(chunk.every((byte) => byte === 0)).toBe(true);
          expect(whole.take().toString()).toBe(type(typed).line);
        },
      ),
    );
  });

  test('longer than any value stays too long', () => {
    const hidden = new HiddenLine();
    hidden.type(Buffer.alloc(2 * 1024 * 1024, 'a'));
    hidden.type(Buffer.from('\r'));
    expect(hidden.take().length).toBe(1024 * 1024 + 1);
  });
});

test('a line that was taken is not there any more', () => {
  const line = new HiddenLine();
  line.type(Buffer.from('hunter2\n'));
  expect(line.take().toString()).toBe('hunter2');
  expect(line.take()).toHaveLength(0);
});
