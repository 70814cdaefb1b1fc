import { describe, expect, test } from 'vitest';
import {
  encodeFrame,
  type Frame,
  frameKinds,
  FrameReader,
  MAX_BODY,
  MAX_REQUEST,
} from '../../src/session/frames.ts';

const shown = (frames: readonly Frame[] | null) =>
  frames?.map(({ kind, body }) => [kind, body.toString('latin1')]) ?? null;

/** A header without what should follow it. */
function header(length: number, kind: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(length, 0);
  bytes.writeUInt8(kind, 4);
  return bytes;
}

const conversation = [
  encodeFrame(frameKinds.request, Buffer.from('{"type":"status"}')),
  encodeFrame(frameKinds.inputEnd, Buffer.alloc(0)),
  encodeFrame(frameKinds.input, Buffer.from([0, 1, 2, 0, 255])),
  encodeFrame(frameKinds.end, Buffer.from('{"exit":0}')),
];
const expected = [
  [1, '{"type":"status"}'],
  [3, ''],
  [2, '\0\u0001\u0002\0\u00ff'],
  [21, '{"exit":0}'],
];

describe('frames', () => {
  test('are a length, a kind and the bytes', () => {
    expect(encodeFrame(frameKinds.answer, Buffer.from('ab'))).toEqual(Buffer.from([0, 0, 0, 2, 7, 97, 98]));
  });

  test('come out whole wherever the bytes are split in two', () => {
    const bytes = Buffer.concat(conversation);
    for (let at = 0; at <= bytes.length; at++) {
      const reader = new FrameReader();
      const parts = [bytes.subarray(0, at), bytes.subarray(at)];
      expect(shown(parts.flatMap((part) => reader.take(part) ?? [])), `split at ${at}`).toEqual(expected);
    }
  });

  test('come out whole byte by byte, each with its last byte', () => {
    const reader = new FrameReader();
    const ends: number[] = [];
    const frames = Array.from(Buffer.concat(conversation)).flatMap((byte, at) => {
      const whole = reader.take(Buffer.from([byte])) ?? [];
      if (whole.length > 0) ends.push(at + 1);
      return whole;
    });
    expect(shown(frames)).toEqual(expected);
    expect(ends).toEqual([22, 27, 37, 52]);
  });

  test('do not come out while a byte is missing', () => {
    const reader = new FrameReader();
    expect(reader.take(header(3, frameKinds.input))).toEqual([]);
    expect(reader.take(Buffer.from('ab'))).toEqual([]);
    expect(shown(reader.take(Buffer.from('c')))).toEqual([[2, 'abc']]);
  });

  test('of kinds nobody knows come out as they are', () => {
    for (const kind of [0, 9, 15, 23, 99, 255]) {
      expect(shown(new FrameReader().take(Buffer.concat([header(1, kind), Buffer.from('x')])))).toEqual([
        [kind, 'x'],
      ]);
    }
  });
});

describe('a frame that is too long', () => {
  const kinds = [0, ...Object.values(frameKinds), 99, 255];

  test.each(kinds)('is refused by its header alone: kind %i', (kind) => {
    const limit = kind === frameKinds.request ? MAX_REQUEST : MAX_BODY;
    for (const length of [limit + 1, 2 ** 31, 2 ** 32 - 1]) {
      expect(new FrameReader().take(header(length, kind)), String(length)).toBeNull();
    }
    expect(new FrameReader().take(header(limit, kind))).toEqual([]);
  });

  test('is refused when its header comes in pieces', () => {
    const reader = new FrameReader();
    const bytes = [...header(MAX_BODY + 1, frameKinds.input)];
    expect(bytes.slice(0, 4).map((byte) => reader.take(Buffer.from([byte])))).toEqual([[], [], [], []]);
    expect(reader.take(Buffer.from(bytes.slice(4)))).toBeNull();
  });

  test('is refused as a second request that is as long as a first may be', () => {
    const reader = new FrameReader();
    expect(reader.take(encodeFrame(frameKinds.request, Buffer.from('{}')))).toHaveLength(1);
    expect(reader.take(header(MAX_BODY + 1, frameKinds.request))).toBeNull();
  });

  test('is refused behind frames that are not', () => {
    const good = encodeFrame(frameKinds.input, Buffer.from('x'));
    expect(new FrameReader().take(Buffer.concat([good, header(MAX_BODY + 1, frameKinds.input)]))).toBeNull();
  });
});

test('the longest request is put together in linear time from small chunks', () => {
  const reader = new FrameReader();
  const began = performance.now();
  expect(reader.take(header(MAX_REQUEST, frameKinds.request))).toEqual([]);
  const chunk = Buffer.alloc(1024, 'x');
  let frames: readonly Frame[] = [];
  for (let sent = 0; sent < MAX_REQUEST; sent += chunk.length) frames = reader.take(chunk) ?? [];
  expect(frames.map(({ body }) => body.length)).toEqual([MAX_REQUEST]);
  // Copying all that has come with each chunk would move 70 GB.
  expect(performance.now() - began).toBeLessThan(4000);
});
