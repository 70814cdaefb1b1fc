import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  formatRecoveryCode,
  makeRecoveryCode,
  parseRecoveryCode,
  RECOVERY_RANDOM_BYTES,
} from '../../src/domain/recovery-code.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomBytes = fc.uint8Array({ minLength: RECOVERY_RANDOM_BYTES, maxLength: RECOVERY_RANDOM_BYTES });
const codes = randomBytes.map((random) => makeRecoveryCode(random));
const vectors: { readonly codes: readonly { readonly values: number[]; readonly code: string }[] } =
  JSON.parse(readFileSync(join(import.meta.dirname, '../vectors/recovery-1.json'), 'utf8'));

/** The text with other characters at some places. */
function changed(code: string, changes: readonly (readonly [at: number, by: number])[]): string {
  const characters = Array.from(code);
  for (const [at, by] of changes) {
    characters[at] = ALPHABET.charAt((ALPHABET.indexOf(characters[at] ?? '') + by) % ALPHABET.length);
  }
  return characters.join('');
}

describe('a recovery code', () => {
  test('is what the vectors say', () => {
    expect(vectors.codes.length).toBe(4);
    for (const { values, code } of vectors.codes) {
      expect(makeRecoveryCode(Uint8Array.from(values))).toBe(code);
      expect(parseRecoveryCode(code)).toEqual({ ok: true, code });
    }
  });

  test('carries 170 bits: every random byte gives one character its five', () => {
    fc.assert(
      fc.property(randomBytes, (random) => {
        const code = makeRecoveryCode(random);
        expect(Array.from(code.slice(0, 34), (one) => ALPHABET.indexOf(one))).toEqual(
          Array.from(random, (byte) => byte & 31),
        );
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{40}$/);
      }),
    );
    expect(() => makeRecoveryCode(new Uint8Array(33))).toThrow(RangeError);
  });

  test('is shown in eight groups of five, and read back', () => {
    fc.assert(
      fc.property(codes, (code) => {
        const shown = formatRecoveryCode(code);
        expect(shown).toMatch(/^(?:[0-9A-Z]{5}-){7}[0-9A-Z]{5}$/);
        expect(parseRecoveryCode(shown)).toEqual({ ok: true, code });
      }),
    );
  });

  test('is read in any case, with I, L and O for digits, and spaces and dashes anywhere', () => {
    const filler = fc.constantFrom('', '', '', ' ', '-', '\t', '\r\n', '\u2013', '\u00a0');
    fc.assert(
      fc.property(
        codes,
        fc.array(fc.tuple(filler, fc.boolean(), fc.nat(2)), { minLength: 40, maxLength: 40 }),
        (code, ways) => {
          const typed = ways.map(([space, lower, like], at) => {
            const one = code.charAt(at);
            const seen = one === '1' ? '1IL'.charAt(like) : one === '0' ? '00O'.charAt(like) : one;
            return space + (lower ? seen.toLowerCase() : seen);
          });
          expect(parseRecoveryCode(typed.join(''))).toEqual({ ok: true, code });
        },
      ),
    );
  });

  test('with up to four characters mistaken is told from a right one, always', () => {
    const change = fc.tuple(fc.nat(39), fc.integer({ min: 1, max: 31 }));
    const changes = fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: ([at]) => at });
    fc.assert(
      fc.property(codes, changes, (code, mistakes) => {
        expect(parseRecoveryCode(changed(code, mistakes)).ok).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  test('with two characters exchanged is told from a right one, wherever they stand', () => {
    const code = makeRecoveryCode(Uint8Array.from({ length: 34 }, (_, index) => index * 7));
    let tried = 0;
    for (let one = 0; one < 40; one += 1) {
      for (let two = one + 1; two < 40; two += 1) {
        const characters = Array.from(code);
        [characters[one], characters[two]] = [code.charAt(two), code.charAt(one)];
        const typed = characters.join('');
        if (typed === code) continue;
        tried += 1;
        expect(parseRecoveryCode(typed).ok, `${one} and ${two}`).toBe(false);
      }
    }
    expect(tried).toBeGreaterThan(700);
  });

  test('cut or grown by a character is refused with the count', () => {
    fc.assert(
      fc.property(codes, fc.nat(39), (code, at) => {
        const less = parseRecoveryCode(code.slice(0, at) + code.slice(at + 1));
        expect(less).toEqual({ ok: false, reason: 'it has 39 characters, and a code has 40' });
        const more = parseRecoveryCode(`${code.slice(0, at)}7${code.slice(at)}`);
        expect(more).toEqual({ ok: false, reason: 'it has 41 characters, and a code has 40' });
      }),
    );
  });

  test('is any text but a code refused, without an error and without being quoted', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.base64String()), (text) => {
        const parsed = parseRecoveryCode(text);
        expect(parsed.ok).toBe(false);
        if (parsed.ok || text.trim().length < 6) return;
        expect(parsed.reason).not.toContain(text.trim());
      }),
      { numRuns: 500 },
    );
    expect(parseRecoveryCode('U'.repeat(40))).toEqual({
      ok: false,
      reason: 'character 1 is one that no code has',
    });
  });
});
