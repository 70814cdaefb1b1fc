import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';
import { anyTime, random } from './support/text.ts';

const VALUE = random();
const home = useVault(async (fresh) => {
  await fresh.set('plain', VALUE);
  await fresh.set('soon', random(), '--expires', '3d', '--tag', 'red');
  await fresh.set('month', random(), '--expires', '20d', '--tag', 'red', '--tag', 'blue');
  await fresh.set('year', random(), '--expires', '1y', '--notes=n', '--url', 'https://example.org');
  await fresh.set('past', random(), '--expires', '1ms');
  await fresh.ok(['set', 'multi', '--field', 'a=1', '--field', 'b=2', '--field', 'c=3']);
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const keys = async (args: Record<string, unknown>): Promise<string[]> => {
    const { secrets } = (await server.ok('secret_list', args)) as { secrets: { key: string }[] };
    return secrets.map((secret) => secret.key);
  };

  test('[4.2] without input every secret is listed', async () => {
    expect((await keys({})).toSorted()).toEqual(['month', 'multi', 'past', 'plain', 'soon', 'year']);
  });

  test('[4.2] an entry without expiry has exactly the other seven fields', async () => {
    const { secrets } = (await server.ok('secret_list')) as { secrets: { key: string }[] };
    expect(secrets.find(({ key }) => key === 'plain')).toEqual({
      key: 'plain',
      field_count: 1,
      tags: [],
      has_notes: false,
      has_url: false,
      created_at: anyTime,
      updated_at: anyTime,
    });
  });

  test('[4.2] an entry with everything has exactly the eight fields', async () => {
    const { secrets } = (await server.ok('secret_list')) as { secrets: { key: string }[] };
    expect(secrets.find(({ key }) => key === 'year')).toEqual({
      key: 'year',
      field_count: 1,
      tags: [],
      expires_at: anyTime,
      has_notes: true,
      has_url: true,
      created_at: anyTime,
      updated_at: anyTime,
    });
  });

  test('[4.2] field_count counts the fields', async () => {
    const { secrets } = (await server.ok('secret_list')) as { secrets: { key: string }[] };
    expect(secrets.find(({ key }) => key === 'multi')).toMatchObject({ field_count: 3 });
  });

  test('[4.2] tag keeps only the secrets that carry it', async () => {
    expect((await keys({ tag: 'red' })).toSorted()).toEqual(['month', 'soon']);
    expect(await keys({ tag: 'blue' })).toEqual(['month']);
  });

  test('[4.2] a tag nobody carries gives an empty list', async () => {
    expect(await server.ok('secret_list', { tag: 'green' })).toEqual({ secrets: [] });
  });

  test('[4.2] expiring_within 7d keeps only what expires within 7 days', async () => {
    expect(await keys({ expiring_within: '7d' })).toEqual(['soon']);
  });

  test('[4.2] expiring_within 30d keeps only what expires within 30 days', async () => {
    expect((await keys({ expiring_within: '30d' })).toSorted()).toEqual(['month', 'soon']);
  });

  test('[4.2] tag and expiring_within narrow together', async () => {
    expect(await keys({ tag: 'blue', expiring_within: '30d' })).toEqual(['month']);
    expect(await keys({ tag: 'blue', expiring_within: '7d' })).toEqual([]);
  });

  test('[D Secrets] "expiring within" includes neither the expired nor those without expiry', async () => {
    expect((await keys({ expiring_within: '2y' })).toSorted()).toEqual(['month', 'soon', 'year']);
  });

  for (const duration of ['banana', '7', '7x', '-7d', '7 days']) {
    test(`[4.2] expiring_within "${duration}" is no duration and is refused`, async () => {
      await server.fails('secret_list', { expiring_within: duration });
    });
  }

  test('[4.2] no value is returned', async () => {
    await server.ok('secret_list');
    expect(server.transcript).not.toContain(VALUE);
  });
});
