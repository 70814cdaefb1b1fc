import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';
import { anyTime, random } from './support/text.ts';

const VALUE = random();
const home = useVault(async (fresh) => {
  await fresh.set('bare', VALUE);
  await fresh.set(
    'rich',
    VALUE,
    '--tag',
    'b',
    '--tag',
    'a',
    '--notes=text',
    '--url',
    'https://example.org',
    '--expires',
    '30d',
  );
});
const ABSENT = { exists: false, tags: null, has_notes: false, has_url: false };

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);

  test('[4.3] rule 1: for an existing secret the metadata is filled', async () => {
    const { tags, ...rest } = (await server.ok('secret_exists', { key: 'rich' })) as { tags: string[] };
    expect(tags.toSorted()).toEqual(['a', 'b']);
    expect(rest).toEqual({
      exists: true,
      key: 'rich',
      expires_at: anyTime,
      has_notes: true,
      has_url: true,
      created_at: anyTime,
      updated_at: anyTime,
    });
  });

  test('[4.3] an existing secret without tags and expiry: tags null, expires_at left out', async () => {
    expect(await server.ok('secret_exists', { key: 'bare' })).toEqual({
      exists: true,
      key: 'bare',
      tags: null,
      has_notes: false,
      has_url: false,
      created_at: anyTime,
      updated_at: anyTime,
    });
  });

  test('[4.3] rule 2: a missing secret is not an error; tags null, flags false, times left out', async () => {
    expect(await server.ok('secret_exists', { key: 'missing' })).toEqual({ ...ABSENT, key: 'missing' });
  });

  test('[D Secrets] on a look-up a malformed key is simply not found', async () => {
    for (const key of ['a//b', '/a', 'a b', '..', 'é', 'x'.repeat(300)]) {
      expect(await server.ok('secret_exists', { key })).toEqual({ ...ABSENT, key });
    }
  });

  test('[4.3] key is required', async () => {
    await server.fails('secret_exists', {});
  });

  test('[4.3] no value is returned', async () => {
    await server.ok('secret_exists', { key: 'bare' });
    expect(server.transcript).not.toContain(VALUE);
  });
});
