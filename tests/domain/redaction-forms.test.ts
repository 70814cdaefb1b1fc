import * as fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { formsOf } from '../../src/domain/redaction/forms/forms.ts';
import { createRedactor } from '../../src/domain/redactor.ts';

const VALUE = `p@ss "w0rd"<&'\n+é/`;

function redactFull(value: string, text: string): string {
  return createRedactor([{ bytes: Buffer.from(value), label: 'k' }], 'full').redactText(text);
}

describe('exact redaction', () => {
  test('looks for the value as given, whatever its length', () => {
    for (const value of ['x', 'hunter2', VALUE]) {
      const redactor = createRedactor([{ bytes: Buffer.from(value), label: 'k' }]);
      expect(redactor.redactText(`<${value}>`)).toBe('<[REDACTED:k]>');
    }
  });

  test('lets encoded values pass', () => {
    const redactor = createRedactor([{ bytes: Buffer.from('hunter2'), label: 'k' }], 'exact');
    expect(redactor.redactText('aHVudGVyMg== HUNTER2')).toBe('aHVudGVyMg== HUNTER2');
  });
});

describe('full redaction', () => {
  test.each([
    ['the value as given', VALUE],
    ['letters of several bytes apart', 'p ä s s w ö r d', 'pässwörd'],
    [
      'hex with spaces',
      Buffer.from(VALUE)
        .toString('hex')
        .replaceAll(/..(?=.)/g, '$& '),
    ],
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
    ['a JSON string in a JSON string', JSON.stringify(JSON.stringify(VALUE).slice(1, -1)).slice(1, -1)],
    ['JSON in ASCII', `p@ss \\"w0rd\\"<&'\\n+\\u00e9/`],
    ['JSON that is safe in HTML', `p@ss \\"w0rd\\"\\u003c\\u0026'\\n+é/`],
    ['JSON with its slashes escaped', `p@ss \\"w0rd\\"<&'\\n+\\u00e9\\/`],
    ["JavaScript's string", inspect(VALUE).slice(1, -1)],
    ["Python's repr", `p@ss "w0rd"<&\\'\\n+é/`],
    ["Python's bytes", `p@ss "w0rd"<&\\'\\n+\\xc3\\xa9/`],
    ["C's octal escapes", `p@ss \\"w0rd\\"<&'\\n+\\303\\251/`],
    ['XML with numbers', 'p@ss &#34;w0rd&#34;&lt;&amp;&apos;\n+&#233;/'],
    ['an XML attribute', "p@ss &quot;w0rd&quot;&lt;&amp;'&#10;+é/"],
    ['a word of bash printf %q', `p@ss "w0rd"<&\\'\\n+\\303\\251/`],
    ['a word of dash', `a'"'"'b"$c'"''"'d`, `a'b"$c''d`],
    ['backslashes by bash', 'a\\ b\\&c\\$d', 'a b&c$d'],
    ['a word for cmd.exe', 'a^&b%%c^|d', 'a&b%c|d'],
    ['doubled dollars', 'pa$$word$$', 'pa$word$'],
    ['SQL', "it''s secret", "it's secret"],
    ['a regular expression', 'p\\.q\\+r\\*s', 'p.q+r*s'],
    ['UTF-16', Buffer.from('secret', 'utf16le').toString('latin1'), 'secret'],
    ['UTF-16, the other way round', Buffer.from('secret', 'utf16le').swap16().toString('latin1'), 'secret'],
    ['base64 of UTF-16', Buffer.from('secret', 'utf16le').toString('base64'), 'secret'],
    ['quotes dropped', 'secret words', '"secret words"'],
    ['UTF-8 by bash', 'pass\\ 码\\ à', 'pass 码 à'],
    ["Python's ascii", '\\xe9\\u7801\\U0001f511 x', 'é码🔑 x'],
    ["Perl's double quotes", 'p\\@q\\$r\\"\\303\\251', 'p@q$r"é'],
    ['a word of busybox that ends in a quote', `'"'"'ab'"'"'cd'"'"`, "'ab'cd'"],
    ['backslashes taken for quotes', 'foobar\\', 'foo\\bar\\\\'],
    ['escapes that echo took', 'pass\tword', 'pass\\tword'],
    ['carets taken for quotes', '<>()^&|', '^<^>^(^)^^^&^|'],
    ['base64 without its first byte', 'ZGVmZ2hp', 'cdefghi'],
    ['base64 without its first two bytes', 'ZGVmZ2hp', 'bcdefghi'],
    ['the end of what PowerShell colours', 'ephew-oyster', 'legend&+nephew-oyster'],
    ['the same with a letter of two bytes', 'phew-oyster', 'legend&+éphew-oyster'],
    ['a line that ends in a letter with 0xa0', 'first-linà', 'first-linà\nnext'],
    ['what PowerShell leaves after an ampersand', 'second&', 'first-&second&'],
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

  test('finds forms of a random value far behind the beginning', () => {
    const value = 'q7Rk2vXz9LmT4wBn8JcH3pYd6GsF1eKuWa5Z';
    const forms = [Array.from(value).toReversed().join(''), Buffer.from(value).toString('base64')];
    const redactor = createRedactor([{ bytes: Buffer.from(value), label: 'key' }], 'full');
    for (const form of forms) {
      for (let before = 4000; before < 4020; before++) {
        const filler = 'no secret at all, '.repeat(300).slice(0, before);
        expect(redactor.redactText(`${filler}\n${form}\ntail`)).toBe(`${filler}\n[REDACTED:key]\ntail`);
      }
    }
  });

  test('finds a value under 6 bytes as given', () => {
    expect(redactFull('pin 7', 'a pin 7 b')).toBe('a [REDACTED:k] b');
  });

  test('finds a long value as given and in its main forms', () => {
    const value = Array.from({ length: 900 }, (_, line) => `line ${line}`).join(' ');
    const bytes = Buffer.from(value);
    for (const form of [value, bytes.toString('hex'), bytes.toString('hex').toUpperCase()]) {
      expect(redactFull(value, `<${form}>`)).toBe('<[REDACTED:k]>');
    }
    expect(redactFull(value, `<${bytes.toString('base64')}>`)).toMatch(/^<\[REDACTED:k\].{0,4}>$/);
  });

  test('adds nothing for values under 6 bytes, and no form under 6 bytes', () => {
    expect(formsOf(Buffer.from('short'))).toEqual([]);
    expect(formsOf(Buffer.from('    ab    ')).every(({ length }) => length >= 6)).toBe(true);
  });

  test('finds the long lines of a value of several, but no PEM heading', () => {
    const pem = '-----BEGIN KEY-----\nMIIEvgIBADANBgkq\nshort\n-----END KEY-----\n';
    expect(redactFull(pem, 'MIIEvgIBADANBgkq short')).toBe('[REDACTED:k] short');
    expect(redactFull(pem, '-----BEGIN KEY-----')).toBe('-----BEGIN KEY-----');
  });

  test('finds twelve bytes of a value that looks random, and takes out what it can', () => {
    const token = 'sk_4fT9xQ2mZ7vLpW1nR8yK';
    expect(redactFull(token, `<${token.slice(5, 17)}>`)).toBe('<[REDACTED:k]>');
    expect(redactFull(token, `<${token.slice(2, 20)}>`)).toBe('<[REDACTED:k]>');
    expect(redactFull(token, `<${token.slice(5, 16)}>`)).toBe(`<${token.slice(5, 16)}>`);
  });

  test('leaves parts of words and sentences', () => {
    expect(redactFull('correct horse battery staple', 'horse battery')).toBe('horse battery');
    expect(redactFull('postgres://app:S3cr3t9@db1.local:5432/a', 'postgres://app2')).toBe('postgres://app2');
  });
});
