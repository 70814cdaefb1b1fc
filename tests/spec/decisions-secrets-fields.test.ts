import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MODERN, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';
import { random } from './support/text.ts';

const KINDS =
  'text password passphrase pin token api_key username email url host port database private_key certificate connection_string totp'.split(
    ' ',
  );

const home = useVault();
const server = useServer(home, MODERN);
interface Listed {
  name: string;
  sensitive: boolean;
  kind?: string;
}
const fieldsOf = async (key: string): Promise<Map<string, Listed>> => {
  const { fields } = (await server.ok('secret_list_fields', { key })) as { fields: Listed[] };
  return new Map(fields.map((field) => [field.name, field]));
};
let next = 0;
/** Stores one field with these options and says how it is listed. */
const listed = async (name: string, value: string, ...options: string[]): Promise<Listed | undefined> => {
  const key = `case/${next++}`;
  await home.ok(['set', key, '--field', `${name}=${value}`, ...options]);
  return (await fieldsOf(key)).get(name);
};

describe('kind', () => {
  for (const kind of KINDS) {
    test(`[D Secrets] the kind ${kind} is taken`, async () => {
      expect(await listed('thing', 'x', '--kind', `thing=${kind}`)).toMatchObject({ kind });
    });
  }

  for (const kind of ['banana', 'Password', '', 'api-key', 'secret']) {
    test(`[D Secrets] the kind "${kind}" is refused: free text is no kind`, async () => {
      const result = await home.cli(['set', 'bad-kind', '--field', 'thing=x', '--kind', `thing=${kind}`]);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(await home.cli(['get', 'bad-kind'])).toMatchObject({ code: 3 });
    });
  }

  for (const name of [
    'password',
    'username',
    'email',
    'host',
    'port',
    'url',
    'database',
    'token',
    'api_key',
    'private_key',
  ]) {
    test(`[D Secrets] the kind of a field named ${name} is inferred when not given`, async () => {
      expect(await listed(name, 'x')).toMatchObject({ kind: name });
    });
  }

  test('[D Secrets] a kind that is given wins over the name', async () => {
    expect(await listed('host', 'x', '--kind', 'host=text')).toMatchObject({ kind: 'text' });
  });
});

describe('sensitive', () => {
  for (const name of ['key', 'token', 'secret', 'pass', 'pwd', 'auth', 'cred', 'dsn', 'hook']) {
    for (const field of [name, `my${name}s`, `X_${name.toUpperCase()}_1`]) {
      test(`[D Secrets] a field named ${field} is sensitive: its name contains ${name}`, async () => {
        expect(await listed(field, 'hello')).toMatchObject({ sensitive: true });
      });
    }
  }

  for (const kind of ['password', 'passphrase', 'pin', 'token', 'api_key', 'private_key', 'totp']) {
    test(`[D Secrets] a field of the password-like kind ${kind} is sensitive`, async () => {
      expect(await listed('thing', 'hello', '--kind', `thing=${kind}`)).toMatchObject({ sensitive: true });
    });
  }

  const values: [string, string][] = [
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
  for (const [what, value] of values) {
    test(`[D Secrets] a field is sensitive when its value carries or looks like ${what}`, async () => {
      expect(await listed('thing', value)).toMatchObject({ sensitive: true });
    });
  }

  for (const [name, value] of [
    ['host', 'localhost'],
    ['host', 'db-primary.eu-west-1.example.org'],
    ['port', '5432'],
    ['user', 'alice'],
    ['username', 'alice.liddell'],
    ['email', 'alice@example.org'],
    ['region', 'eu-west-1'],
    ['database', 'production'],
    ['url', 'https://example.org/path?x=1'],
    ['note', 'call before changing'],
    ['empty', ''],
  ] as const) {
    test(`[D Secrets] any other field is readable by agents: ${name}=${value}`, async () => {
      expect(await listed(name, value)).toMatchObject({ sensitive: false });
    });
  }

  test('[D Secrets] a field given bare is sensitive, whatever its name', async () => {
    await home.ok(['set', 'bare', '--field', 'city'], { stdin: 'Paris' });
    expect((await fieldsOf('bare')).get('city')).toMatchObject({ sensitive: true });
  });

  test('[D Secrets] --sensitive NAME makes a field sensitive', async () => {
    expect(await listed('city', 'Paris', '--sensitive', 'city')).toMatchObject({ sensitive: true });
  });

  test('[D Secrets] --plain NAME makes a field readable', async () => {
    expect(await listed('token', 'hello', '--plain', 'token')).toMatchObject({ sensitive: false });
    await home.ok(['set', 'bare-plain', '--field', 'city', '--plain', 'city'], { stdin: 'Paris' });
    expect((await fieldsOf('bare-plain')).get('city')).toMatchObject({ sensitive: false });
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
