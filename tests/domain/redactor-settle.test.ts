import { expect, test } from 'vitest';
import { createRedactor, type RedactionMode } from '../../src/domain/redactor.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';

/** What a screen shows of text that comes byte by byte, with a pause after each. */
function typed(text: string, mode: RedactionMode): string {
  const stream = createRedactor([{ bytes: Buffer.from(VALUE), label: 'k' }], mode).stream();
  const shown = [...Buffer.from(text)].flatMap((byte) => [
    stream.write(Buffer.from([byte])),
    stream.settle(),
  ]);
  return Buffer.concat([...shown, stream.end()]).toString();
}

test.each(['exact', 'full'] as const)(
  'settled after every byte, no 4 bytes of a value are shown: %s',
  (mode) => {
    expect(typed(`a ${VALUE} b`, mode)).toBe('a zq8[REDACTED:k] b');
  },
);

test.each([
  ['base64', Buffer.from(VALUE).toString('base64')],
  ['hex', Buffer.from(VALUE).toString('hex')],
  ['hex, spaced', Buffer.from(VALUE).toString('hex').replaceAll(/../g, '$& ')],
  ['letters apart', Array.from(VALUE).join(' ')],
  ['wrapped', VALUE.replaceAll(/.{5}/g, '$&\n')],
  ['a fragment', VALUE.slice(3, 17)],
])('nor of its forms: %s', (_, form) => {
  const shown = typed(form, 'full');
  expect(shown).toContain('[REDACTED:k]');
  for (let i = 0; i + 10 <= form.length; i++) expect(shown).not.toContain(form.slice(i, i + 10));
});

test('what is no value is shown at once', () => {
  const stream = createRedactor([{ bytes: Buffer.from(VALUE), label: 'k' }], 'full').stream();
  for (const key of 'zq8 late\r\n$ ls -l 7a7') {
    const shown = Buffer.concat([stream.write(Buffer.from(key)), stream.settle()]).toString();
    expect(shown).toBe(key);
  }
});

test('settling changes nothing of what comes after', () => {
  const stream = createRedactor([{ bytes: Buffer.from(VALUE), label: 'k' }], 'full').stream();
  const parts = [`one ${VALUE}`, ' two zq', `8fK2 ${VALUE} three`].flatMap((part) => [
    stream.write(Buffer.from(part)),
    stream.settle(),
  ]);
  expect(Buffer.concat([...parts, stream.end()]).toString()).toBe(
    'one [REDACTED:k] two zq8fK2 [REDACTED:k] three',
  );
});
