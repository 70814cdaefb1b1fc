import { describe, expect, test } from 'vitest';
import { ERAS, useServer, withServer } from './support/client.ts';
import { ALLOW_ALL, useVault } from './support/home.ts';
import { node, probe, seen, writeProbe } from './support/probe.ts';
import { anyTime, random } from './support/text.ts';

const NOTE = `note ${random()}`;
const URL_TEXT = `https://example.org/${random()}`;
const PASS = random();
const UPPER = random();
const LOWER = random();
const PROD = random();
const DEV = random();

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy({
    ...ALLOW_ALL,
    env_aliases: {
      prod: [{ pattern: 'db/*', target: 'prod/db/*' }],
      dev: [{ pattern: 'db/*', target: 'dev/db/*' }],
    },
  });
  await fresh.set('Case/Key', UPPER);
  await fresh.set('case/key', LOWER);
  await fresh.set('prod/db/url', PROD);
  await fresh.set('dev/db/url', DEV);
  await fresh.set('legacy', random());
  await fresh.ok(
    [
      'set',
      'full',
      '--field',
      'host=localhost',
      '--field',
      'password',
      '--binding',
      'APP_PASS=password',
      `--notes=${NOTE}`,
      '--url',
      URL_TEXT,
      '--tag',
      'one',
      '--tag',
      'two',
      '--expires',
      '90d',
      '--hint',
      'host=where it runs',
      '--alias',
      'host=server',
    ],
    { stdin: `${PASS}\n` },
  );
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const entry = async (key: string): Promise<Record<string, unknown>> => {
    const { secrets } = (await server.ok('secret_list')) as { secrets: Record<string, unknown>[] };
    const found = secrets.find((secret) => secret['key'] === key);
    if (found === undefined) throw new Error(`${key} is not listed`);
    return found;
  };

  test('[2.1] key names are case-sensitive: two spellings are two secrets', async () => {
    expect(await entry('Case/Key')).toMatchObject({ key: 'Case/Key' });
    expect(await entry('case/key')).toMatchObject({ key: 'case/key' });
    expect(await server.ok('secret_exists', { key: 'CASE/KEY' })).toMatchObject({ exists: false });
  });

  test('[2.1] key names are hierarchical, with / as the separator', async () => {
    expect(await entry('prod/db/url')).toMatchObject({ key: 'prod/db/url', field_count: 1 });
  });

  test('[2.1] field_count is 1 for a legacy single-value secret', async () => {
    expect(await entry('legacy')).toMatchObject({ field_count: 1 });
  });

  test('[2.1] field_count is the number of fields', async () => {
    expect(await entry('full')).toMatchObject({ field_count: 2 });
  });

  test('[2.1] tags are a list of strings', async () => {
    const tags = (await entry('full'))['tags'] as string[];
    expect(tags.toSorted()).toEqual(['one', 'two']);
  });

  test('[2.1] expires_at is RFC 3339 and optional', async () => {
    expect(await entry('full')).toMatchObject({ expires_at: anyTime });
    expect(await entry('legacy')).not.toHaveProperty('expires_at');
  });

  test('[2.1] has_notes and has_url tell whether notes and a URL are set', async () => {
    expect(await entry('full')).toMatchObject({ has_notes: true, has_url: true });
    expect(await entry('legacy')).toMatchObject({ has_notes: false, has_url: false });
  });

  test('[2.1] created_at and updated_at are RFC 3339', async () => {
    expect(await entry('legacy')).toMatchObject({ created_at: anyTime, updated_at: anyTime });
  });

  test('[2.1] bindings set with --binding map a variable to a field', async () => {
    const run = await server.ok('secret_run_with_bindings', { key: 'full', ...probe(home, 'APP_PASS') });
    expect(JSON.parse(String(run['stdout']))).toEqual({ APP_PASS: seen(PASS) });
  });

  test('[2.1] the tool server never returns the text of notes or the URL', async () => {
    for (const tool of ['secret_exists', 'secret_get_masked', 'secret_list_fields']) {
      await server.ok(tool, { key: 'full' });
    }
    await server.ok('secret_list');
    await server.call('secret_get_field', { key: 'full', field: 'host' });
    await server.call('secret_get_field', { key: 'full', field: 'notes' });
    await server.call('secret_get_field', { key: 'full', field: 'url' });
    await server.ok('security_score', { include_keys: true });
    expect(server.transcript).not.toContain(NOTE);
    expect(server.transcript).not.toContain(URL_TEXT);
  });

  test('[2.2] a field has name, sensitive and aliases, and hint and kind when it has them', async () => {
    const { fields } = await server.ok('secret_list_fields', { key: 'full' });
    expect(fields).toContainEqual(
      expect.objectContaining({ name: 'host', sensitive: false, hint: 'where it runs', aliases: ['server'] }),
    );
    expect(fields).toContainEqual(
      expect.objectContaining({ name: 'password', sensitive: true, aliases: [] }),
    );
  });

  test('[2.2] value and value_length are present only in masked-read output', async () => {
    const listed = (await server.ok('secret_list_fields', { key: 'full' })) as { fields: object[] };
    for (const field of listed.fields) {
      expect(field).not.toHaveProperty('value');
      expect(field).not.toHaveProperty('value_length');
    }
    const masked = (await server.ok('secret_get_masked', { key: 'full' })) as {
      fields: Record<string, object>;
    };
    expect(masked.fields['host']).toEqual({ value: 'localhost', sensitive: false, value_length: 9 });
  });

  test('[2.2] the tool server never returns the value of a sensitive field', async () => {
    await server.ok('secret_get_masked', { key: 'full' });
    await server.call('secret_get_field', { key: 'full', field: 'password' });
    await server.ok('secret_run', { keys: ['full'], ...node('console.log(process.env.FULL_PASSWORD)') });
    expect(server.transcript).not.toContain(PASS);
  });

  for (const [alias, value] of [
    ['prod', () => PROD],
    ['dev', () => DEV],
  ] as const) {
    test(`[2.4] with the alias ${alias} a key of db/* resolves to the key of ${alias}/db/*`, async () => {
      const run = await server.ok('secret_run', { keys: ['db/url'], env: alias, ...probe(home, 'DB_URL') });
      expect(JSON.parse(String(run['stdout']))).toEqual({ DB_URL: seen(value()) });
    });
  }
});

test('[2.5] the CLI exports audit records as a JSON array, each with a source', async () => {
  const records = (await home.json(['audit', 'export'])) as { source?: unknown }[];
  expect(records.length).toBeGreaterThan(0);
  for (const record of records) expect(record).toHaveProperty('source', expect.any(String));
});

test('[2.5] the source mcp marks the records caused by the tool server, and only those', async () => {
  const records = (await home.json(['audit', 'export'])) as { source: string; action: string }[];
  const sources = (action: string): Set<string> =>
    new Set(records.filter((record) => record.action === action).map((record) => record.source));
  expect(sources('secret_run')).toEqual(new Set(['mcp']));
  expect(sources('secret_list')).toEqual(new Set(['mcp']));
  expect(sources('set')).toEqual(new Set(['cli']));
});

test('[3] an issue is computed from the content of the vault, not stored: it goes when its cause goes', () =>
  withServer(home, async (server) => {
    const weak = async (): Promise<number> =>
      ((await server.ok('security_score')) as { issues_count: { weak: number } }).issues_count.weak;
    const before = await weak();
    await home.set('passing', 'password');
    expect(await weak()).toBe(before + 1);
    await home.set('passing', random());
    expect(await weak()).toBe(before);
  }));
