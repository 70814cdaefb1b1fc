import { describe, expect, test } from 'vitest';
import { ERAS, failure, useServer } from './support/client.ts';
import { ALLOW_ALL, exists, useVault } from './support/home.ts';
import { node, probe, seen, writeProbe } from './support/probe.ts';
import { random } from './support/text.ts';

const KEYS = [
  'db/url',
  'db/user',
  'prod/db/url',
  'prod/db/user',
  'staging/db/url',
  'api/token',
  'eu/svc/a/key',
  'fixed',
];
const VALUES = Object.fromEntries(KEYS.map((key) => [key, random()]));
const PROD_ALIASES = {
  prod: [{ pattern: 'db/*', target: 'prod/db/*' }],
  staging: [
    { pattern: 'db/url', target: 'staging/db/url' },
    { pattern: 'db/*', target: 'prod/db/*' },
  ],
  eu: [{ pattern: 'svc-*/*', target: 'eu/svc/*/*' }],
  one: [{ pattern: 'db/url', target: 'fixed' }],
};

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy({ ...ALLOW_ALL, env_aliases: PROD_ALIASES });
  for (const [key, value] of Object.entries(VALUES)) await fresh.set(key, value);
});

const digest = (key: string): string | null => seen(VALUES[key] ?? null);

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const variables = async (keys: string[], env: string | undefined, ...names: string[]): Promise<unknown> => {
    const alias = env === undefined ? {} : { env };
    const run = await server.ok('secret_run', { keys, ...alias, ...probe(home, ...names) });
    return JSON.parse(String(run['stdout']));
  };

  test('[4.5] rule 3: with env set, a key is transformed through the pattern and target of the alias', async () => {
    expect(await variables(['db/url'], 'prod', 'DB_URL')).toEqual({ DB_URL: digest('prod/db/url') });
  });

  test('[4.5] rule 3: with env set, a pattern is transformed as well', async () => {
    expect(await variables(['db/*'], 'prod', 'DB_URL', 'DB_USER')).toEqual({
      DB_URL: digest('prod/db/url'),
      DB_USER: digest('prod/db/user'),
    });
  });

  test('[4.5] without env no alias applies', async () => {
    expect(await variables(['db/url'], undefined, 'DB_URL')).toEqual({ DB_URL: digest('db/url') });
  });

  test('[D Selecting keys and naming variables] the resolved secret has the name of its own key as well', async () => {
    expect(await variables(['db/url'], 'prod', 'DB_URL', 'PROD_DB_URL')).toEqual({
      DB_URL: digest('prod/db/url'),
      PROD_DB_URL: digest('prod/db/url'),
    });
  });

  test('[D Selecting keys and naming variables] the first entry whose pattern matches wins', async () => {
    expect(await variables(['db/url', 'db/user'], 'staging', 'DB_URL', 'DB_USER')).toEqual({
      DB_URL: digest('staging/db/url'),
      DB_USER: digest('prod/db/user'),
    });
  });

  test('[D Selecting keys and naming variables] a key no entry matches stays as it is', async () => {
    expect(await variables(['api/token'], 'prod', 'API_TOKEN')).toEqual({ API_TOKEN: digest('api/token') });
  });

  test('[D Selecting keys and naming variables] wildcards of the pattern fill those of the target in order', async () => {
    expect(await variables(['svc-a/key'], 'eu', 'EU_SVC_A_KEY', 'SVC_A_KEY')).toEqual({
      EU_SVC_A_KEY: digest('eu/svc/a/key'),
      SVC_A_KEY: digest('eu/svc/a/key'),
    });
  });

  test('[D Selecting keys and naming variables] a target may be one key', async () => {
    expect(await variables(['db/url'], 'one', 'FIXED', 'DB_URL')).toEqual({
      FIXED: digest('fixed'),
      DB_URL: digest('fixed'),
    });
  });

  test('[D Selecting keys and naming variables] env_prefix is put in front of both names', async () => {
    const run = await server.ok('secret_run', {
      keys: ['db/url'],
      env: 'prod',
      env_prefix: 'X_',
      ...probe(home, 'X_DB_URL', 'X_PROD_DB_URL'),
    });
    expect(JSON.parse(String(run['stdout']))).toEqual({
      X_DB_URL: digest('prod/db/url'),
      X_PROD_DB_URL: digest('prod/db/url'),
    });
  });

  test('[D Selecting keys and naming variables] the marker names the key of the secret, not the one asked for', async () => {
    const args = { keys: ['db/url'], env: 'prod', ...node('console.log(process.env.DB_URL)') };
    expect(await server.ok('secret_run', args)).toMatchObject({ stdout: '[REDACTED:prod/db/url]\n' });
  });

  test('[D Selecting keys and naming variables] an unknown alias is an error naming the known ones; nothing runs', async () => {
    const script = 'require("node:fs").writeFileSync("ran-unknown-alias", "")';
    const answer = await server.call('secret_run', { keys: ['db/url'], env: 'qa', ...node(script) });
    failure(answer);
    for (const alias of Object.keys(PROD_ALIASES)) expect(answer.texts.join(' ')).toContain(alias);
    expect(await exists(home.file('ran-unknown-alias'))).toBe(false);
  });

  test('[4.5] env as an empty string counts as absent', async () => {
    expect(await variables(['db/url'], '', 'DB_URL')).toEqual({ DB_URL: digest('db/url') });
  });

  test('[D Selecting keys and naming variables] a target that exists in no secret is secret not found', async () => {
    const message = await server.fails('secret_run', { keys: ['db/nope'], env: 'prod', command: 'true' });
    expect(message).toMatch(/^secret not found: (prod\/)?db\/nope$/);
  });
});

test('[4.10] run --env=<alias> gives the child the secrets of the alias', async () => {
  const { command, args } = probe(home, 'DB_URL', 'PROD_DB_URL');
  const run = await home.ok(['run', '-k', 'db/url', '--env=prod', '--', command, ...args]);
  expect(JSON.parse(run.stdout)).toEqual({
    DB_URL: digest('prod/db/url'),
    PROD_DB_URL: digest('prod/db/url'),
  });
});

test('[4.10] run --env with an unknown alias fails, names the known ones, and runs nothing', async () => {
  const { command, args } = node('require("node:fs").writeFileSync("ran-cli-alias", "")');
  const run = await home.cli(['run', '-k', 'db/url', '--env=qa', '--', command, ...args]);
  expect(run.code).not.toBe(0);
  expect(run.stderr).toContain('staging');
  expect(await exists(home.file('ran-cli-alias'))).toBe(false);
});
