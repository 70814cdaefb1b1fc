import { expect, test } from 'vitest';
import { auditText } from '../../src/domain/audit-text.ts';

test('a text for the journal has its tokens masked', () => {
  expect(auditText('curl -H ghp_0123456789abcdefghij')).toBe('curl -H ghp_[MASKED]');
});

test('a text for the journal is at most 4 KiB, cut between characters', () => {
  expect(auditText('x'.repeat(4096))).toBe('x'.repeat(4096));
  const cut = auditText('é'.repeat(4000));
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(4096);
  expect(cut).toMatch(/^é{2046}…$/);
});
