import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { VaultError } from '../../src/errors.ts';
import { checkArguments } from '../../src/mcp/arguments.ts';

const tool = {
  input: z.strictObject({
    key: z.string(),
    keys: z.array(z.string()).optional(),
    tag: z.string().optional(),
    deep: z.boolean().optional(),
  }),
  example: { key: 'aws/access-key' },
};

function check(args: Record<string, unknown>) {
  return checkArguments(tool, args);
}

function fault(args: Record<string, unknown>): VaultError {
  try {
    check(args);
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
  throw new Error('the arguments were accepted');
}

describe('the arguments of a tool', () => {
  test('arrive as they were given', () => {
    const args = { key: 'a/b', keys: ['x', ''], tag: 'prod', deep: false };
    expect(check(args)).toEqual(args);
  });

  test.each([{ tag: null }, { tag: '' }, { keys: null }, { keys: '' }, { deep: null }, { deep: '' }])(
    'count as absent when optional and %j',
    (args) => {
      expect(check({ key: 'k', ...args })).toEqual({ key: 'k' });
    },
  );

  test('may be empty where they are required: such a key is simply not there', () => {
    expect(check({ key: '' })).toEqual({ key: '' });
  });

  test.each([
    [{}, "invalid arguments: 'key' must be a string"],
    [{ key: null }, "invalid arguments: 'key' must be a string"],
    [{ key: 7 }, "invalid arguments: 'key' must be a string"],
    [{ key: 'k', keys: 'a' }, "invalid arguments: 'keys' must be a list of strings"],
    [{ key: 'k', keys: ['a', 3] }, "invalid arguments: 'keys'[1] must be a string"],
    [{ key: 'k', deep: 'true' }, "invalid arguments: 'deep' must be true or false"],
    [{ key: 'k', kez: 1 }, "invalid arguments: unknown argument 'kez' (known: key, keys, tag, deep)"],
    [{ key: 'k', kez: null }, "invalid arguments: unknown argument 'kez' (known: key, keys, tag, deep)"],
  ])('%j is refused as %s', (args, message) => {
    expect(fault(args).message).toBe(message);
  });

  test('called __proto__ are unknown like any other', () => {
    const args = JSON.parse('{"key":"k","__proto__":{"tag":"x"}}') as Record<string, unknown>;
    expect(fault(args).message).toContain("unknown argument '__proto__'");
    const empty = JSON.parse('{"key":"k","__proto__":null}') as Record<string, unknown>;
    expect(() => check(empty)).toThrow("unknown argument '__proto__'");
  });

  test('are never echoed, only named', () => {
    const secret = 'hunter2-hunter2';
    for (const args of [
      { key: { secret } },
      { key: [secret] },
      { key: 'k', keys: secret },
      { key: secret, x: secret },
    ]) {
      expect(fault(args).message).not.toContain(secret);
      expect(fault(args).hint).not.toContain(secret);
    }
  });

  test('with odd names are named plainly and shortly', () => {
    const message = fault({ key: 'k', [`\u001b[31m${'x'.repeat(500)}`]: 1 }).message;
    expect(message).not.toContain('\u001b');
    expect(message.length).toBeLessThan(200);
  });

  test.each([
    [{ key: 'a\0b' }, "'key' contains a NUL character"],
    [{ key: 'k', keys: ['a', 'b\0'] }, "'keys' contains a NUL character"],
    [{ key: '\ud800' }, "'key' is not well-formed Unicode"],
    [{ key: 'k', keys: Array.from({ length: 10_001 }, () => '') }, "'keys' has more than 10000 items"],
    [{ key: 'k', keys: ['a'.repeat(600_000), 'b'.repeat(600_000)] }, 'more than 1048576 characters in all'],
  ])('that no program could be given are refused', (args, fault_) => {
    expect(fault(args).message).toBe(`invalid arguments: ${fault_}`);
  });

  test('that are wrong come with an example of right ones', () => {
    expect(fault({}).hint).toBe('a right call has arguments like {"key":"aws/access-key"}');
  });
});
