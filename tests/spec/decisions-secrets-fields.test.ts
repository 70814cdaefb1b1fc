import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MODERN, useServer } from './support/client.ts';
import { useVault, type Home } from './support/home.ts';
import { random } from './support/text.ts';

const KINDS =
  'text password passphrase pin token api_key username email url host port database private_key certificate connection_string totp'.split(
    ' ',
  );
const WELL_KNOWN = 'password username email host port url database token api_key private_key'.split(' ');
const PASSWORD_LIKE = 'password passphrase pin token api_key private_key totp'.split(' ');
const TELLING = 'key token secret pass pwd auth cred dsn hook'.split(' ');
const NAMES = TELLING.flatMap((part) => [part, `my${part}s`, `X_${part.toUpperCase()}_1`]);

const SECRET_VALUES: [string, string][] = [
  ['URL userinfo', 'postgres://alice:wonder@db.example.org/app'],
  ['URL userinfo (https)', 'https://alice:wonder@example.org/'],
  ['the prefix of a GitHub token', `ghp_${random(36)}`],
  ['the prefix of a fine-grained GitHub token', `github_pat_${random(22)}_${random(59)}`],
  ['the prefix of a Stripe key', `sk_live_${random(24)}`],
  ['the prefix of a Slack token', `xoxb-123456789012-${random(24)}`],
  ['PEM', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----'],
  ['random letters', random(40)],
  ['random base64', randomBytes(33).toString('base64')],
  ['random hex', randomBytes(32).toString('hex')],
];
const READABLE: Record<string, string> = {
  host: 'localhost',
  server: 'db-primary.eu-west-1.example.org',
  port: '5432',
  user: 'alice',
  username: 'alice.liddell',
  email: 'alice@example.org',
  region: 'eu-west-1',
  database: 'production',
  url: 'https://example.org/path?x=1',
  note: 'call before changing',
  empty: '',
};

const fieldOptions = (fields: [string, string][]): string[] =>
  fields.flatMap(([name, value]) => ['--field', `${name}=${value}`]);
const kindOptions = (kinds: string[]): string[] => kinds.flatMap((kind, i) => ['--kind', `f${i}=${kind}`]);
/** One secret with a field f0, f1, ... for each value. */
const numbered = (home: Home, key: string, values: string[], options: string[] = []): Promise<unknown> =>
  home.ok(['set', key, ...fieldOptions(values.map((value, i) => [`f${i}`, value])), ...options]);

const home = useVault(async (fresh) => {
  await numbered(
    fresh,
    'kinds',
    KINDS.map(() => 'hello'),
    kindOptions(KINDS),
  );
  await numbered(
    fresh,
    'password-like',
    PASSWORD_LIKE.map(() => 'hello'),
    kindOptions(PASSWORD_LIKE),
  );
  await numbered(
    fresh,
    'values',
    SECRET_VALUES.map(([, value]) => value),
  );
  await fresh.ok(['set', 'well-known', ...fieldOptions(WELL_KNOWN.map((name) => [name, 'x']))]);
  await fresh.ok(['set', 'names', ...fieldOptions(NAMES.map((name) => [name, 'hello']))]);
  await fresh.ok(['set', 'readable', ...fieldOptions(Object.entries(READABLE))]);
});
const server = useServer(home, MODERN);

interface Listed {
  name: string;
  sensitive: boolean;
  kind?: string;
}
const field = async (key: string, name: string): Promise<Listed | undefined> => {
  const { fields } = (await server.ok('secret_list_fields', { key })) as { fields: Listed[] };
  return fields.find((each) => each.name === name);
};

describe('kind', () => {
  for (const [index, kind] of KINDS.entries()) {
    test(`[D Secrets] the kind ${kind} is taken`, async () => {
      expect(await field('kinds', `f${index}`)).toMatchObject({ kind });
    });
  }

  for (const kind of ['banana', 'Password', '', 'api-key', 'secret']) {
    test(`[D Secrets] the kind "${kind}" is refused: free text is no kind`, async () => {
      const result = await home.cli(['set', 'bad-kind', '--field', 'thing=x', '--kind', `thing=${kind}`]);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(await server.ok('secret_exists', { key: 'bad-kind' })).toMatchObject({ exists: false });
    });
  }

  for (const name of WELL_KNOWN) {
    test(`[D Secrets] the kind of a field named ${name} is inferred when not given`, async () => {
      expect(await field('well-known', name)).toMatchObject({ kind: name });
    });
  }

  test('[D Secrets] a kind that is given wins over the name', async () => {
    await home.ok(['set', 'given', '--field', 'host=x', '--kind', 'host=text']);
    expect(await field('given', 'host')).toMatchObject({ kind: 'text' });
  });
});

describe('sensitive', () => {
  for (const name of NAMES) {
    test(`[D Secrets] a field named ${name} is sensitive: its name tells`, async () => {
      expect(await field('names', name)).toMatchObject({ sensitive: true });
    });
  }

  for (const [index, kind] of PASSWORD_LIKE.entries()) {
    test(`[D Secrets] a field of the password-like kind ${kind} is sensitive`, async () => {
      expect(await field('password-like', `f${index}`)).toMatchObject({ kind, sensitive: true });
    });
  }

  for (const [index, [what]] of SECRET_VALUES.entries()) {
    test(`[D Secrets] a field is sensitive when its value carries or looks like ${what}`, async () => {
      expect(await field('values', `f${index}`)).toMatchObject({ sensitive: true });
    });
  }

  for (const [name, value] of Object.entries(READABLE)) {
    test(`[D Secrets] any other field is readable by agents: ${name}=${value}`, async () => {
      expect(await field('readable', name)).toMatchObject({ sensitive: false });
    });
  }

  test('[D Secrets] a field given bare is sensitive, whatever its name', async () => {
    await home.ok(['set', 'bare', '--field', 'city'], { stdin: 'Paris' });
    expect(await field('bare', 'city')).toMatchObject({ sensitive: true });
  });

  test('[D Secrets] --sensitive NAME makes a field sensitive', async () => {
    await home.ok(['set', 'hidden', '--field', 'city=Paris', '--sensitive', 'city']);
    expect(await field('hidden', 'city')).toMatchObject({ sensitive: true });
  });

  test('[D Secrets] --plain NAME makes a field readable', async () => {
    await home.ok(['set', 'shown', '--field', 'token=hello', '--plain', 'token']);
    expect(await field('shown', 'token')).toMatchObject({ sensitive: false });
    await home.ok(['set', 'bare-plain', '--field', 'city', '--plain', 'city'], { stdin: 'Paris' });
    expect(await field('bare-plain', 'city')).toMatchObject({ sensitive: false });
  });

  test('[D Secrets] set prints to stderr which fields agents may read', async () => {
    const names = ['--field', 'city=Paris', '--field', 'password=hello', '--field', 'street=Rivoli'];
    const { stdout, stderr } = await home.ok(['set', 'said', ...names]);
    expect(stdout).toBe('');
    expect(stderr).toContain('city');
    expect(stderr).toContain('street');
    expect(stderr).not.toContain('hello');
  });
});
