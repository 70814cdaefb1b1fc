import { describe, expect, test, vi } from 'vitest';
import { sayError } from '../../src/cli/say-error.ts';
import { VaultError } from '../../src/errors.ts';

/** What is written to standard error for it. */
function said(error: unknown): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    sayError(error);
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('what people are told of a failure', () => {
  test('is its message, and its hint on a second line', () => {
    expect(said(new VaultError('denied', 'policy not found', 'write one'))).toBe(
      'vaultctl: policy not found\n  write one\n',
    );
    expect(said(new VaultError('locked', 'locked'))).toBe('vaultctl: locked\n');
  });

  test('has control characters written out', () => {
    expect(said(new VaultError('not-found', 'secret not found: a\u001b[2J\nb'))).toBe(
      'vaultctl: secret not found: a\\x1b[2J\\x0ab\n',
    );
  });

  test.each([
    [new TypeError('hunter2'), 'TypeError'],
    [Object.assign(new Error('hunter2'), { code: 'ENOSPC', path: 'hunter2' }), 'Error ENOSPC'],
    [Object.assign(new Error('x'), { code: 'hunter2' }), 'Error'],
    ['hunter2', 'string'],
    [{ hunter2: 'hunter2' }, 'object'],
    [undefined, 'undefined'],
  ])('is only class and code of an error nobody foresaw: %o', (error, what) => {
    const text = said(error);
    expect(text.split('\n')[0]).toBe(`vaultctl: internal error (${what})`);
    expect(text).not.toContain('hunter2');
  });
});
