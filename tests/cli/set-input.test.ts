import { describe, expect, test } from 'vitest';
import { OPEN } from '../spec/support/cli.ts';
import { useVault } from '../spec/support/home.ts';

const home = useVault();

const valueOf = async (key: string): Promise<string> => (await home.ok(['get', key, '-n'])).stdout;

describe('set on a single value, with other changes', () => {
  test('takes a value that is piped in', async () => {
    await home.set('a', 'old');
    await home.ok(['set', 'a', '--tag', 't'], { stdin: 'new\n' });
    expect(await valueOf('a')).toBe('new');
  });

  test('keeps the value when standard input is empty', async () => {
    await home.set('b', 'old');
    await home.ok(['set', 'b', '--notes=n', '--expires', '7d'], { stdin: '' });
    expect(await valueOf('b')).toBe('old');
  });

  test('gives up on a pipe that stays silent, and says so', async () => {
    await home.set('c', 'old');
    const { code, stderr } = await home.cli(['set', 'c', '--tag', 't'], { stdin: OPEN, limit: 10_000 });
    expect(code).toBe(0);
    expect(stderr).toMatch(/nothing came on standard input/);
    expect(await valueOf('c')).toBe('old');
  });

  test('does not look at standard input to take something away', async () => {
    await home.set('plain', 'old');
    const { code, stderr } = await home.cli(['set', 'plain', '--untag', 't', '--no-notes'], {
      stdin: OPEN,
      limit: 10_000,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'updated plain\n' });
  });
});

describe('set without anything else', () => {
  test('takes an empty value as the value', async () => {
    await home.set('d', 'old');
    await home.ok(['set', 'd'], { stdin: '' });
    expect(await valueOf('d')).toBe('');
  });

  test.each([
    ['x\n', 'x'],
    ['x\r\n', 'x'],
    ['x\n\n', 'x\n'],
    ['x\r', 'x\r'],
    ['\n', ''],
  ])('drops one newline only: of %j it stores %j', async (stdin, stored) => {
    await home.ok(['set', 'e'], { stdin });
    expect(await valueOf('e')).toBe(stored);
  });
});

describe('set on a secret with fields', () => {
  test('leaves standard input alone when only metadata changes', async () => {
    await home.ok(['set', 'f', '--field', 'x=1']);
    await home.ok(['set', 'f', '--tag', 't', '--hint', 'x=what it is'], { stdin: OPEN });
    expect(await home.json(['get', 'f', '--json'])).toEqual({
      key: 'f',
      fields: { x: { value: '1', sensitive: false } },
    });
  });

  test('becomes a single value with --replace, and not without', async () => {
    await home.ok(['set', 'g', '--field', 'x=1']);
    expect((await home.cli(['set', 'g'], { stdin: 'v' })).code).toBe(1);
    await home.ok(['set', 'g', '--replace', '--tag', 't'], { stdin: 'v' });
    expect(await home.json(['get', 'g', '--json'])).toEqual({ key: 'g', value: 'v' });
  });
});

describe('several bare fields', () => {
  const fields = ['--field', 'one', '--field', 'two'];

  test.each([
    ['a\nb\n', 'a', 'b'],
    ['a\r\nb\r\n', 'a', 'b'],
    ['a\nb', 'a', 'b'],
    ['\n\n', '', ''],
    ['a\n\n', 'a', ''],
  ])('take %j line by line', async (stdin, one, two) => {
    await home.ok(['set', 'h', ...fields], { stdin });
    expect(await home.json(['get', 'h', '--json'])).toMatchObject({
      fields: { one: { value: one }, two: { value: two } },
    });
  });

  test.each([
    ['', 'field one'],
    ['a\n', 'field two'],
    ['a\nb\nc\n', 'more lines'],
    ['a\nb\n\n', 'more lines'],
  ])('refuse %j and change nothing', async (stdin, message) => {
    const { code, stderr } = await home.cli(['set', 'never', ...fields], { stdin });
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect((await home.cli(['get', 'never'])).code).toBe(3);
  });
});

describe('early refusals', () => {
  test('a key that cannot be, before standard input is read', async () => {
    const { code, stderr } = await home.cli(['set', 'a//b'], { stdin: OPEN });
    expect(code).toBe(1);
    expect(stderr).toMatch(/invalid key/);
  });

  test('a value that is too long, before it has ended', async () => {
    const { code, stderr } = await home.cli(['set', 'long'], { stdin: 'x'.repeat(64 * 1024 * 1024) });
    expect(code).toBe(1);
    expect(stderr).toMatch(/1 MiB/);
  });

  test('--notes and --no-notes together', async () => {
    expect((await home.cli(['set', 'k', '--notes=a', '--no-notes'])).code).toBe(2);
  });
});
