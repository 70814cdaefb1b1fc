import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';
import { random } from './support/text.ts';

const SECRET = random();
const PLAIN = 'readable-by-agents.example';

const home = useVault(async (fresh) => {
  await fresh.set('single', SECRET);
  await fresh.ok(
    [
      'set',
      'db',
      '--field',
      `server=${PLAIN}`,
      '--field',
      'pass',
      '--field',
      'note=n',
      '--alias',
      'server=hostname',
      '--alias',
      'server=addr',
      '--hint',
      'pass=ask the DBA',
      '--kind',
      'server=host',
      '--kind',
      'pass=password',
    ],
    { stdin: SECRET },
  );
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const fields = async (key: string): Promise<Record<string, unknown>[]> =>
    (await server.ok('secret_list_fields', { key }))['fields'] as Record<string, unknown>[];
  const field = async (name: string): Promise<Record<string, unknown> | undefined> =>
    (await fields('db')).find((each) => each['name'] === name);

  test('[4.6] the answer has exactly key and fields', async () => {
    const answer = await server.ok('secret_list_fields', { key: 'db' });
    expect(Object.keys(answer).toSorted()).toEqual(['fields', 'key']);
    expect(answer['key']).toBe('db');
  });

  test('[4.6] every field is listed with its name', async () => {
    expect((await fields('db')).map((each) => String(each['name'])).toSorted()).toEqual([
      'note',
      'pass',
      'server',
    ]);
  });

  test('[4.6] a field has name, sensitive, aliases, and kind and hint when set', async () => {
    const { aliases, ...rest } = (await field('server')) ?? {};
    expect((aliases as string[]).toSorted()).toEqual(['addr', 'hostname']);
    expect(rest).toEqual({ name: 'server', sensitive: false, kind: 'host' });
    expect(await field('pass')).toEqual({
      name: 'pass',
      sensitive: true,
      kind: 'password',
      hint: 'ask the DBA',
      aliases: [],
    });
  });

  test('[4.6] hint is left out when there is none; aliases is then an empty list', async () => {
    const note = await field('note');
    expect(note).not.toHaveProperty('hint');
    expect(note).toMatchObject({ sensitive: false, aliases: [] });
  });

  test('[4.6] values are never returned, not even of fields agents may read', async () => {
    await server.ok('secret_list_fields', { key: 'db' });
    await server.ok('secret_list_fields', { key: 'single' });
    expect(server.transcript).not.toContain(SECRET);
    expect(server.transcript).not.toContain(PLAIN);
  });

  test('[D Tool server] secret_list_fields of a single value gives an empty list', async () => {
    expect(await server.ok('secret_list_fields', { key: 'single' })).toEqual({ key: 'single', fields: [] });
  });

  test('[4.6] a missing key is secret not found', async () => {
    expect(await server.fails('secret_list_fields', { key: 'a/b' })).toBe('secret not found: a/b');
  });

  test('[4.6] key is required', async () => {
    await server.fails('secret_list_fields', {});
  });
});
