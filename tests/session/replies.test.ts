import { describe, expect, test } from 'vitest';
import { parseAttach, parseEnd, parseQuestion, parseStarted, statusIn } from '../../src/session/replies.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const status = {
  vault: '/v',
  since: 's',
  until: 'u',
  idle_until: 'i',
  policy: 'trusted',
  running: 0,
  version: '1',
};
const failed = { failed: { code: 'locked', message: 'no' } };

describe('how a request ended', () => {
  test.each([
    { exit: 0 },
    { exit: 143 },
    { local: 'free' },
    { local: 'reveal' },
    { local: 'write' },
    { local: 'elsewhere' },
    failed,
  ])('is read: %j', (end) => {
    expect(parseEnd(bytes(end))).toEqual(end);
  });

  test.each([
    null,
    0,
    {},
    [],
    { exit: '0' },
    { exit: null },
    { local: 'session' },
    { local: '__proto__' },
    { failed: null },
    { failed: { code: 'unheard-of', message: 'x' } },
    { failed: { code: 'toString', message: 'x' } },
    { failed: { code: 'locked' } },
    { failed: { code: 'locked', message: 7 } },
  ])('is refused where it is none: %j', (end) => {
    expect(() => parseEnd(bytes(end))).toThrow();
  });

  test('is not found in a prototype', () => {
    expect(() => parseEnd(Buffer.from('{"__proto__":{"exit":0}}'))).toThrow();
  });
});

test('a question is hidden or to be confirmed, and nothing else', () => {
  expect(parseQuestion(bytes({ kind: 'hidden', label: 'Value' }))).toEqual({
    kind: 'hidden',
    label: 'Value',
  });
  expect(parseQuestion(bytes({ kind: 'confirm', question: 'Sure?' }))).toEqual({
    kind: 'confirm',
    question: 'Sure?',
  });
  for (const value of [null, {}, { label: 7 }, { question: null }, []])
    expect(() => parseQuestion(bytes(value))).toThrow();
});

test('a terminal is only wanted where it is said to be', () => {
  expect(parseAttach(bytes({ terminal: true }))).toEqual({ terminal: true });
  for (const value of [null, {}, { terminal: 1 }, { terminal: 'true' }, { terminal: false }])
    expect(parseAttach(bytes(value))).toEqual({ terminal: false });
});

test('a status is whole, or none', () => {
  expect(statusIn(status)).toEqual(status);
  expect(parseStarted(JSON.stringify({ status }))).toEqual({ status });
  expect(parseStarted(JSON.stringify(failed))).toEqual(failed);
  for (const name of Object.keys(status)) {
    const { [name as keyof typeof status]: _gone, ...rest } = status;
    expect(() => statusIn(rest), name).toThrow();
    expect(() => statusIn({ ...status, [name]: {} }), name).toThrow();
    expect(() => parseStarted(JSON.stringify({ status: rest })), name).toThrow();
  }
  expect(() => parseStarted('')).toThrow();
});
