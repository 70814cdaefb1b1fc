import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineBuffer } from '../../src/mcp/line-buffer.ts';

test('lines come out the same however the bytes are cut', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ' '));
  fc.assert(
    fc.property(fc.array(line), line, fc.array(fc.nat(40)), (lines, rest, cuts) => {
      const bytes = Buffer.from([...lines, rest].join('\n'));
      const buffer = new LineBuffer(10_000);
      const seen: string[] = [];
      let at = 0;
      for (const cut of cuts) {
        seen.push(...buffer.push(bytes.subarray(at, at + cut)));
        at += cut;
      }
      seen.push(...buffer.push(bytes.subarray(at)), buffer.rest());
      expect(seen).toEqual([...lines, rest].map((text) => text.toWellFormed()));
    }),
  );
});

test('a carriage return before the newline belongs to the ending', () => {
  expect([...new LineBuffer(100).push(Buffer.from('a\r\nb\rc\n'))]).toEqual(['a', 'b\rc']);
});

test('a line of exactly the limit passes, one byte more throws, complete or not', () => {
  expect([...new LineBuffer(4).push(Buffer.from('abcd\n'))]).toEqual(['abcd']);
  expect(() => [...new LineBuffer(4).push(Buffer.from('abcde\n'))]).toThrow(RangeError);
  const buffer = new LineBuffer(4);
  expect([...buffer.push(Buffer.from('abc'))]).toEqual([]);
  expect(() => [...buffer.push(Buffer.from('de'))]).toThrow(RangeError);
});
