import { expect, test } from 'vitest';
import { clientName } from '../../src/mcp/client-name.ts';

test('a client is called by its name and version', () => {
  expect(clientName({ name: 'claude-code', version: '2.1.0' })).toBe('claude-code 2.1.0');
  expect(clientName({ name: 'only' })).toBe('only');
});

test.each([undefined, null, 'text', {}, { name: 7 }, { name: '', version: '' }, { name: '\u0000\n' }])(
  'a client that introduces itself as %j has no name',
  (info) => {
    expect(clientName(info)).toBeUndefined();
  },
);

test('what would disturb a terminal or a log line is left out', () => {
  expect(clientName({ name: 'a\u001b[2Jb\nc\u202ed\u2028e\ud800', version: '1' })).toBe('a[2Jbcde\ufffd 1');
});

test('a long name is cut', () => {
  expect(clientName({ name: 'x'.repeat(100_000), version: 'y'.repeat(100_000) })?.length).toBeLessThan(210);
});

test('a token put into the name does not reach the journal', () => {
  const token = `ghp_${'aB3dE6gH9j'.repeat(4)}`.slice(0, 40);
  expect(clientName({ name: token, version: '1' })).not.toContain(token);
});
