import { describe, expect, test } from 'vitest';
import { useVault } from '../spec/support/home.ts';

const home = useVault();

const SPACES = /is only spaces/;
const GUESSED = /can be guessed/;
const NAMED = /the key contains the value/;

describe('set warns of what redaction cannot protect, and stores it', () => {
  test.each([
    ['pin', '1234', GUESSED],
    ['repeated', 'aaaaaaaaaaaaaaaaaaaa', GUESSED],
    ['common', 'password1', GUESSED],
    ['disguised', 'p4ssw0rd', GUESSED],
    ['blank', '   ', SPACES],
    ['tabs', '\t\t\t\t\t\t\t\t', SPACES],
    ['app/letmein-zq8fK2nXw5Tb', 'zq8fK2nXw5Tb', NAMED],
  ])('%s', async (key, value, expected) => {
    const { stderr } = await home.ok(['set', key], { stdin: value });
    expect(stderr).toMatch(expected);
    // A key that contains its value is shown by the warning that says so.
    if (expected !== NAMED && value.trim() !== '') expect(stderr).not.toContain(value);
    expect((await home.ok(['get', key])).stdout).toBe(`${value}\n`);
  });

  test.each([
    ['token', 'ghp_zq8fK2nXw5Tb7LdR3vHsQm1Ya6'],
    ['words', 'quartz-Lantern 58 over the Harbour'],
    ['short', 'zq8fK2n'],
    ['empty', ''],
  ])('but not of %s', async (key, value) => {
    const { stderr } = await home.ok(['set', `fine/${key}`], { stdin: value });
    expect(stderr).not.toContain('warning');
  });

  test('of a sensitive field, by its name; not of one agents may read', async () => {
    const { stderr } = await home.ok(['set', 'fields', '--field', 'host=h', '--field', 'password=1234']);
    expect(stderr).toContain('the value of fields, field password can be guessed');
    expect(stderr).not.toContain('field host');
  });
});
