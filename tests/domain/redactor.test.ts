import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../src/domain/redactor.ts';

function redact(values: readonly (string | Buffer)[], text: string): string {
  return createRedactor(labelled(values)).redact(Buffer.from(text)).bytes.toString();
}

/** The first value is labelled A, the second B, and so on. */
function labelled(values: readonly (string | Buffer)[]): { bytes: Buffer; label: string }[] {
  return values.map((value, i) => ({ bytes: Buffer.from(value), label: String.fromCharCode(65 + i) }));
}

describe('a redactor', () => {
  test.each([
    ['one value', ['hunter2'], 'pw=hunter2;', 'pw=[REDACTED:A];'],
    ['a whole output', ['hunter2'], 'hunter2', '[REDACTED:A]'],
    ['a value of one byte', ['x'], 'axbx', 'a[REDACTED:A]b[REDACTED:A]'],
    ['neighbours as two', ['abc'], 'abcabc', '[REDACTED:A][REDACTED:A]'],
    ['neighbours of two values', ['ab', 'cd'], 'abcd', '[REDACTED:A][REDACTED:B]'],
    ['a value that overlaps itself as one', ['aba'], 'xababay', 'x[REDACTED:A]y'],
    ['a nested value under the longer name', ['cd', 'abcdef'], 'abcdef', '[REDACTED:B]'],
    ['a nested value alone where it is alone', ['cd', 'abcdef'], 'cdef', '[REDACTED:A]ef'],
    ['an overlap under the longer name', ['abcd', 'cdefg'], 'abcdefg', '[REDACTED:B]'],
    ['an overlap of equals under the left name', ['cdef', 'abcd'], 'abcdef', '[REDACTED:B]'],
    ['two that a third one joins', ['ab', 'cd', 'bcx'], 'abcd', '[REDACTED:A][REDACTED:B]'],
    ['two that a third one bridges', ['ab', 'cd', 'bc'], 'abcd', '[REDACTED:A]'],
    ['the same bytes under the first name', ['same', 'same'], 'same', '[REDACTED:A]'],
    ['a value over several lines', ['a\nb\n'], '1 a\nb\n2', '1 [REDACTED:A]2'],
    ['UTF-8', ['pässwörd'], 'ein pässwörd!', 'ein [REDACTED:A]!'],
  ])('replaces %s', (_, values, text, expected) => {
    expect(redact(values, text)).toBe(expected);
  });

  test('leaves text without a value as it is', () => {
    const { bytes, replaced } = createRedactor(labelled(['hunter2'])).redact(Buffer.from('hunter1 hunter'));
    expect(bytes.toString()).toBe('hunter1 hunter');
    expect(replaced).toBe(false);
  });

  test('does not search its own markers', () => {
    expect(redact(['[REDACTED:B]', 'R'], 'R [REDACTED:B]')).toBe('[REDACTED:B] [REDACTED:A]');
    expect(redact(['secret', 'REDACTED'], 'secret')).toBe('[REDACTED:A]');
  });

  test('puts any label into the marker as it is', () => {
    const redactor = createRedactor([{ bytes: Buffer.from('v1'), label: 'a]$&v1\n' }]);
    expect(redactor.redactText('v1')).toBe('[REDACTED:a]$&v1\n]');
  });

  test('ignores empty values', () => {
    expect(redact(['', 'b'], 'abc')).toBe('a[REDACTED:B]c');
    expect(redact([''], 'abc')).toBe('abc');
    expect(redact([], 'abc')).toBe('abc');
  });

  test('works on bytes that are no UTF-8', () => {
    const redactor = createRedactor([{ bytes: Buffer.from([0xff, 0x00, 0xfe]), label: 'bin' }]);
    const { bytes, replaced } = redactor.redact(Buffer.from([0x80, 0xff, 0x00, 0xfe, 0xff, 0x00]));
    expect(bytes).toEqual(
      Buffer.concat([Buffer.of(0x80), Buffer.from('[REDACTED:bin]'), Buffer.of(0xff, 0)]),
    );
    expect(replaced).toBe(true);
  });

  test('still works when the values it was made from are wiped', () => {
    const value = Buffer.from('hunter2');
    const redactor = createRedactor([{ bytes: value, label: 'pw' }]);
    value.fill(0);
    expect(redactor.redactText('hunter2')).toBe('[REDACTED:pw]');
  });

  test('returns text without a value unchanged, lone surrogates included', () => {
    expect(createRedactor(labelled(['x'])).redactText('a\ud800b')).toBe('a\ud800b');
  });

  test('does not join the two halves of a value over what stands between them', () => {
    const redactor = createRedactor(labelled(['abcdefgh']));
    for (let before = 0; before < 80; before++) {
      for (let between = 1; between < 20; between++) {
        const text = `.....fgh${'.'.repeat(before)}abc${'.'.repeat(between)}defgh`;
        expect(redactor.redactText(text)).toBe(text);
      }
    }
  });

  test('makes streams that do not know of each other', () => {
    const redactor = createRedactor(labelled(['abcd']));
    const [one, two] = [redactor.stream(), redactor.stream()];
    one.write(Buffer.from('ab'));
    expect(two.write(Buffer.from('cd')).toString() + two.end().toString()).toBe('cd');
    expect(one.write(Buffer.from('cd')).toString() + one.end().toString()).toBe('[REDACTED:A]');
    expect([one.replaced, two.replaced]).toEqual([true, false]);
  });
});

describe('a redaction stream', () => {
  test('releases what can no longer be part of a value, and holds back the rest', () => {
    const stream = createRedactor(labelled(['secret'])).stream();
    expect(stream.write(Buffer.from('my sec')).toString()).toBe('my ');
    expect(stream.write(Buffer.from('ond')).toString()).toBe('second');
    expect(stream.write(Buffer.from(' secre')).toString()).toBe(' ');
    expect(stream.replaced).toBe(false);
    expect(stream.write(Buffer.from('t')).toString()).toBe('[REDACTED:A]');
    expect(stream.replaced).toBe(true);
    expect(stream.write(Buffer.from('s')).toString()).toBe('');
    expect(stream.end().toString()).toBe('s');
  });

  test('waits with the marker while the stretch may still grow', () => {
    const stream = createRedactor(labelled(['abc', 'cdef'])).stream();
    expect(stream.write(Buffer.from('abc')).toString()).toBe('');
    expect(stream.write(Buffer.from('de')).toString()).toBe('');
    expect(stream.write(Buffer.from('f')).toString()).toBe('[REDACTED:B]');
  });

  test('gives the half of a stretch that did not grow back', () => {
    const stream = createRedactor(labelled(['abc', 'cdef'])).stream();
    stream.write(Buffer.from('abcde'));
    expect(stream.end().toString()).toBe('[REDACTED:A]de');
  });

  test('is used up by its end', () => {
    const stream = createRedactor([]).stream();
    stream.end();
    expect(() => stream.write(Buffer.from('x'))).toThrow('ended');
  });
});
