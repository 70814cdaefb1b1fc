import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patternsFor } from '../../src/domain/redaction-forms.ts';
import { createRedactor } from '../../src/domain/redactor.ts';

const VALUE = `p@ss "w0rd"<&'\n+é/`;

function redactFull(value: string, text: string): string {
  return createRedactor(patternsFor(Buffer.from(value), 'k', 'full')).redactText(text);
}

describe('exact redaction', () => {
  test('looks for the value as given, whatever its length', () => {
    for (const value of ['x', 'hunter2', VALUE]) {
      expect(patternsFor(Buffer.from(value), 'k', 'exact')).toEqual([
        { bytes: Buffer.from(value), label: 'k' },
      ]);
    }
  });

  test('lets encoded values pass', () => {
    const redactor = createRedactor(patternsFor(Buffer.from('hunter2'), 'k', 'exact'));
    expect(redactor.redactText('aHVudGVyMg== HUNTER2')).toBe('aHVudGVyMg== HUNTER2');
  });
});

describe('full redaction', () => {
  test.each([
    ['the value as given', VALUE],
    ['hex', Buffer.from(VALUE).toString('hex')],
    ['hex in upper case', Buffer.from(VALUE).toString('hex').toUpperCase()],
    ['a URI component', encodeURIComponent(VALUE)],
    [
      'a URI component in lower case',
      encodeURIComponent(VALUE).replaceAll(/%../g, (hex) => hex.toLowerCase()),
    ],
    [
      'a form',
      new URLSearchParams({ v: VALUE.replace('\n', '') }).toString().slice(2),
      VALUE.replace('\n', ''),
    ],
    ['a JSON string', JSON.stringify(VALUE).slice(1, -1)],
    ['HTML', 'p@ss &quot;w0rd&quot;&lt;&amp;&#39;\n+é/'],
    ['a shell word', `p@ss "w0rd"<&'\\''\n+é/`],
    ['the value reversed', Array.from(VALUE).toReversed().join('')],
    ['upper case', VALUE.toUpperCase()],
    ['lower case', 'mixed case', 'Mixed Case'],
    ['CRLF line ends', VALUE.replace('\n', '\r\n')],
    ['the value trimmed', 'trimmed', '  trimmed\n'],
  ])('finds %s', (_, text, value = VALUE) => {
    expect(redactFull(value, `<${text}>`)).toBe('<[REDACTED:k]>');
  });

  test('finds base64 of any text the value is in, in both alphabets', () => {
    const text = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
    const value = fc.string({ unit: 'binary', minLength: 6, maxLength: 40 });
    fc.assert(
      fc.property(text, value, text, (before, secret, after) => {
        const whole = Buffer.concat([before, Buffer.from(secret), after]);
        for (const alphabet of ['base64', 'base64url'] as const) {
          const redacted = redactFull(secret, whole.toString(alphabet));
          expect(redacted).toContain('[REDACTED:k]');
          // At most one character on either side also holds bits of the value.
          const left = redacted.replaceAll('[REDACTED:k]', '').replaceAll('=', '').length;
          expect(left).toBeLessThanOrEqual(Math.ceil(((before.length + after.length) * 8) / 6) + 4);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('adds nothing for values under 6 bytes, and no form under 6 bytes', () => {
    expect(patternsFor(Buffer.from('short'), 'k', 'full')).toHaveLength(1);
    const patterns = patternsFor(Buffer.from('    ab    '), 'k', 'full');
    expect(patterns.every(({ bytes }) => bytes.length >= 6)).toBe(true);
  });

  test('labels every form with the key', () => {
    expect(new Set(patternsFor(Buffer.from(VALUE), 'a/b', 'full').map(({ label }) => label))).toEqual(
      new Set(['a/b']),
    );
  });
});
