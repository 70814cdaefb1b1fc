import { describe, expect, test } from 'vitest';
import { OPEN } from './support/cli.ts';
import { MODERN, useServer } from './support/client.ts';
import { ALLOW_ALL, pause, useVault } from './support/home.ts';
import { probe, seen, writeProbe } from './support/probe.ts';
import { anyTime } from './support/text.ts';

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy(ALLOW_ALL);
});
const server = useServer(home, MODERN);
const about = (key: string): Promise<Record<string, unknown>> => server.ok('secret_exists', { key });
const get = async (...args: string[]): Promise<string> => (await home.ok(['get', ...args])).stdout;

/** A secret with everything. */
const makeFull = async (key: string): Promise<void> => {
  const options = [
    '--field',
    'user=alice',
    '--field',
    'host=localhost',
    '--tag',
    'a',
    '--tag',
    'b',
    '--notes=n',
    '--url',
    'https://example.org',
    '--expires',
    '30d',
    '--binding',
    'B_USER=user',
    '--binding',
    'B_HOST=host',
  ];
  await home.ok(['set', key, ...options]);
};

describe('set on an existing key', () => {
  test('[D Secrets] it keeps what is not given and bumps updated_at', async () => {
    await makeFull('kept');
    const before = await about('kept');
    await pause(1_100);
    await home.ok(['set', 'kept', '--field', 'host=example.org']);
    const after = await about('kept');
    expect(after).toEqual({ ...before, updated_at: anyTime });
    expect(Date.parse(String(after['updated_at']))).toBeGreaterThan(Date.parse(String(before['updated_at'])));
    expect(await get('kept', '--field', 'user')).toBe('alice\n');
    expect(await get('kept', '--field', 'host')).toBe('example.org\n');
    const run = await server.ok('secret_run_with_bindings', {
      key: 'kept',
      ...probe(home, 'B_USER', 'B_HOST'),
    });
    expect(JSON.parse(String(run['stdout']))).toEqual({ B_USER: seen('alice'), B_HOST: seen('example.org') });
  });

  test('[D Secrets] a tag given is added to those there are', async () => {
    await makeFull('more-tags');
    await home.ok(['set', 'more-tags', '--field', 'user=bob', '--tag', 'c']);
    const { tags } = (await about('more-tags')) as { tags: string[] };
    expect(tags.toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('[D Secrets] a new field is added to those there are', async () => {
    await makeFull('more-fields');
    await home.ok(['set', 'more-fields', '--field', 'port=1']);
    const { fields } = (await server.ok('secret_list_fields', { key: 'more-fields' })) as {
      fields: { name: string }[];
    };
    expect(fields.map((field) => field.name).toSorted()).toEqual(['host', 'port', 'user']);
  });

  test('[D Secrets] a single value becomes fields only with --replace', async () => {
    await home.set('turn', 'value', '--tag', 't');
    expect(await home.cli(['set', 'turn', '--field', 'a=1'])).toMatchObject({ code: 1, stdout: '' });
    expect(await get('turn')).toBe('value\n');
    await home.ok(['set', 'turn', '--replace', '--field', 'a=1', '--field', 'b=2']);
    expect((await get('turn')).split('\n').toSorted()).toEqual(['', 'a=1', 'b=2']);
  });

  test('[D Secrets] fields become a single value only with --replace', async () => {
    await home.ok(['set', 'back', '--field', 'a=1']);
    expect((await home.cli(['set', 'back'], { stdin: 'value' })).code).not.toBe(0);
    expect(await get('back', '--field', 'a')).toBe('1\n');
    await home.ok(['set', 'back', '--replace'], { stdin: 'value' });
    expect(await get('back')).toBe('value\n');
  });
});

describe('taking things away', () => {
  /** Option, and what the secret no longer has. Standard input stays open: nothing needs it. */
  const removals: [string[], (after: Record<string, unknown>) => void][] = [
    [['--untag', 'a'], (after) => expect(after['tags']).toEqual(['b'])],
    [['--untag', 'a', '--untag', 'b'], (after) => expect(after['tags']).toBeNull()],
    [['--no-notes'], (after) => expect(after['has_notes']).toBe(false)],
    [['--no-url'], (after) => expect(after['has_url']).toBe(false)],
    [['--no-expires'], (after) => expect(after).not.toHaveProperty('expires_at')],
  ];
  for (const [index, [options, check]] of removals.entries()) {
    test(`[D Secrets] set ${options.join(' ')} takes it away, keeps the rest and reads no standard input`, async () => {
      await makeFull(`less/${index}`);
      await home.ok(['set', `less/${index}`, ...options], { stdin: OPEN, limit: 8_000 });
      check(await about(`less/${index}`));
      expect((await get(`less/${index}`)).split('\n').toSorted()).toEqual([
        '',
        'host=localhost',
        'user=alice',
      ]);
    });
  }

  test('[D Secrets] taking a tag from a single value keeps the value', async () => {
    await home.set('single-less', 'value', '--tag', 'a');
    await home.ok(['set', 'single-less', '--untag', 'a'], { stdin: OPEN, limit: 8_000 });
    expect(await get('single-less')).toBe('value\n');
  });

  test('[D Secrets] set --unbind ENV takes a binding away', async () => {
    await makeFull('unbound');
    await home.ok(['set', 'unbound', '--unbind', 'B_HOST']);
    const run = await server.ok('secret_run_with_bindings', {
      key: 'unbound',
      ...probe(home, 'B_USER', 'B_HOST'),
    });
    expect(JSON.parse(String(run['stdout']))).toEqual({ B_USER: seen('alice'), B_HOST: null });
  });

  test('[D Secrets] set --remove-field F takes a field away', async () => {
    await home.ok(['set', 'shrunk', '--field', 'a=1', '--field', 'b=2', '--field', 'c=3']);
    await home.ok(['set', 'shrunk', '--remove-field', 'b']);
    expect((await get('shrunk')).split('\n').toSorted()).toEqual(['', 'a=1', 'c=3']);
  });
});

describe('delete', () => {
  test('[D Secrets] delete --yes deletes', async () => {
    await home.set('gone', 'v');
    await home.ok(['delete', 'gone', '--yes']);
    expect(await home.cli(['get', 'gone'])).toMatchObject({ code: 3 });
    expect(await about('gone')).toMatchObject({ exists: false });
  });

  test('[D Secrets] without a terminal delete needs --yes, and says so', async () => {
    await home.set('stays', 'v');
    const result = await home.cli(['delete', 'stays'], { stdin: 'y\n' });
    expect(result.code).not.toBe(0);
    expect(result.stderr).toContain('--yes');
    expect(await get('stays')).toBe('v\n');
  });

  test('[D Secrets] a deleted key can be set anew, as a new secret', async () => {
    await home.set('anew', 'old', '--tag', 't', '--notes=n');
    await home.ok(['delete', 'anew', '--yes']);
    await home.set('anew', 'new');
    expect(await about('anew')).toMatchObject({ exists: true, tags: null, has_notes: false });
  });
});
