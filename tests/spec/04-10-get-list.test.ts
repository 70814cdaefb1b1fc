import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';

const SORTED = [
  '-',
  '-dash',
  'A',
  'B/x',
  'a-b',
  'a.b',
  'a/b',
  'a0',
  'aB',
  'a_b',
  'multi',
  'single',
  'zz',
].toSorted((one, two) => Buffer.compare(Buffer.from(one), Buffer.from(two)));

const home = useVault(async (fresh) => {
  for (const key of SORTED.toReversed()) {
    if (key === 'multi') {
      const fields = ['--field', 'user=alice', '--field', 'password', '--field', 'pin=12'];
      await fresh.ok(['set', key, ...fields], { stdin: 'abcdefghijkl' });
    } else if (key === 'single')
      await fresh.set(key, 'first line\nabcdefgh', '--tag', 'red', '--expires', '5d');
    else if (key === 'zz') await fresh.set(key, 'v', '--tag', 'red', '--expires', '60d');
    else await fresh.ok(['set', '--', key], { stdin: `value of ${key}` });
  }
});

describe('get', () => {
  test('[4.10] get prints the secret', async () => {
    expect((await home.ok(['get', 'A'])).stdout).toBe('value of A\n');
  });

  test('[D Secrets] a single value is printed with a newline', async () => {
    expect((await home.ok(['get', 'single'])).stdout).toBe('first line\nabcdefgh\n');
  });

  test('[D Secrets] -n leaves the newline out', async () => {
    expect((await home.ok(['get', 'single', '-n'])).stdout).toBe('first line\nabcdefgh');
  });

  test('[D Secrets] several fields are printed as name=value lines', async () => {
    const lines = (await home.ok(['get', 'multi'])).stdout.trimEnd().split('\n');
    expect(lines.toSorted()).toEqual(['password=abcdefghijkl', 'pin=12', 'user=alice']);
  });

  test('[D Secrets] --field NAME prints one field', async () => {
    expect((await home.ok(['get', 'multi', '--field', 'password'])).stdout).toBe('abcdefghijkl\n');
    expect((await home.ok(['get', 'multi', '--field', 'password', '-n'])).stdout).toBe('abcdefghijkl');
  });

  test('[D Secrets] --masked prints the mask of 4.4 and not the value', async () => {
    expect((await home.ok(['get', 'A', '--masked'])).stdout).toBe('******of A\n');
    const { stdout } = await home.ok(['get', 'multi', '--masked']);
    expect(stdout).toContain('********ijkl');
    expect(stdout).toContain('alice');
    expect(stdout).not.toContain('abcdefghijkl');
  });

  test('[D Secrets] a key that does not exist: exit code 3, secret not found, nothing on stdout', async () => {
    const result = await home.cli(['get', 'nope/nope']);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('secret not found: nope/nope');
  });

  test('[D Secrets] a malformed key is simply not found', async () => {
    const result = await home.cli(['get', 'a//b']);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('secret not found: a//b');
  });

  test('[D Secrets] a field that does not exist: exit code 3', async () => {
    const result = await home.cli(['get', 'multi', '--field', 'nope']);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('field not found: nope');
  });

  test('[D Places and names] get --json prints JSON', async () => {
    expect(await home.json(['get', 'multi', '--json'])).toBeTypeOf('object');
  });
});

describe('list', () => {
  test('[4.10] list lists the keys', async () => {
    const keys = (await home.ok(['list'])).stdout.trimEnd().split('\n');
    expect(keys.toSorted()).toEqual(SORTED.toSorted());
  });

  test('[D Secrets] list prints one key a line, sorted by code point', async () => {
    expect((await home.ok(['list'])).stdout).toBe(`${SORTED.join('\n')}\n`);
  });

  test('[D Secrets] list --tag keeps those with the tag', async () => {
    expect((await home.ok(['list', '--tag', 'red'])).stdout).toBe('single\nzz\n');
  });

  test('[D Secrets] list --expiring-within keeps those that expire within it', async () => {
    expect((await home.ok(['list', '--expiring-within', '30d'])).stdout).toBe('single\n');
  });

  test('[D Secrets] list with a tag nobody carries prints nothing and succeeds', async () => {
    expect((await home.ok(['list', '--tag', 'none'])).stdout).toBe('');
  });

  test('[D Places and names] list prints no colour when it is not on a terminal', async () => {
    const result = await home.ok(['list']);
    expect(result.stdout + result.stderr).not.toContain('\u001B');
  });

  test('[D Secrets] list prints no value', async () => {
    const { stdout } = await home.ok(['list', '--json']);
    expect(stdout).not.toContain('value of');
    expect(stdout).not.toContain('abcdefgh');
  });
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);

  for (const [args, input] of [
    [[], {}],
    [['--tag', 'red'], { tag: 'red' }],
    [['--expiring-within', '30d'], { expiring_within: '30d' }],
  ] as const) {
    test(`[D Places and names] list --json ${args.join(' ')} has the shape of secret_list`, async () => {
      expect(await home.json(['list', '--json', ...args])).toEqual(await server.ok('secret_list', input));
    });
  }

  for (const key of ['A', 'multi']) {
    test(`[D Places and names] get ${key} --masked --json has the shape of secret_get_masked`, async () => {
      expect(await home.json(['get', key, '--masked', '--json'])).toEqual(
        await server.ok('secret_get_masked', { key }),
      );
    });
  }

  test('[D Secrets] secret_list is sorted by code point as list is', async () => {
    const { secrets } = (await server.ok('secret_list')) as { secrets: { key: string }[] };
    expect(secrets.map(({ key }) => key)).toEqual(SORTED);
  });
});
