import { randomInt } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { generatePassword } from '../../src/domain/password-generator.ts';

const random = (max: number): number => randomInt(max);

describe('a generated password', () => {
  test.each([4, 5, 8, 24, 64, 1024])('of length %d has that length and every class', (length) => {
    for (let round = 0; round < 20; round += 1) {
      const password = generatePassword(length, random);
      expect(password).toHaveLength(length);
      expect(password).toMatch(/^[A-Za-z0-9]/);
      for (const members of [/[A-Z]/, /[a-z]/, /[0-9]/, /[-_.+:,@=]/]) expect(password).toMatch(members);
      expect(password).toMatch(/^[A-Za-z0-9_.+:,@=-]+$/);
    }
  });

  test.each([3, 0, -1, 1025, 8.5, NaN, Infinity])('cannot have the length %d', (length) => {
    expect(() => generatePassword(length, random)).toThrow(
      expect.objectContaining({ code: 'invalid', message: 'the length of a password is 4 to 1024' }),
    );
  });

  test('uses all 70 characters about equally often', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 70; round += 1) {
      for (const character of generatePassword(1000, random)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(70);
    // 1,000 expected of each; six standard deviations are 190.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190);
  });

  test('draws only below the size of its alphabet', () => {
    const asked = new Set<number>();
    generatePassword(24, (max) => {
      asked.add(max);
      return randomInt(max);
    });
    expect([...asked]).toEqual([70]);
  });

  test('means itself to a shell, unquoted', () => {
    const password = generatePassword(1024, random);
    expect(execFileSync('/bin/sh', ['-c', `printf %s ${password}`]).toString()).toBe(password);
  });

  test('is refused when the random source is broken', () => {
    expect(() => generatePassword(8, () => 0)).toThrow('no usable password');
  });
});
