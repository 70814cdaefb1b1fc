import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';

const WITH_ALIAS = { ...ALLOW_ALL, env_aliases: { staging: [{ pattern: '*', target: 'staging/*' }] } };

const home = useVault(async (fresh) => {
  await fresh.set('db/password', VALUE);
  const fields = [
    '--field',
    'host=db.example',
    '--field',
    `password=${VALUE}`,
    '--binding',
    'PGPASSWORD=password',
  ];
  await fresh.ok(['set', 'staging/db', ...fields]);
  await fresh.policy(WITH_ALIAS);
});

const explain = (...args: string[]) => home.cli(['run', '--explain', ...args]);

const countRuns = (records: unknown): number => JSON.stringify(records).split('"action":"run"').length;

describe('run --explain', () => {
  test('runs nothing, shows no value and ends with 0', async () => {
    const { code, stdout, stderr } = await explain('-k', 'db/password', '--', 'touch', 'touched');
    expect(code).toBe(0);
    expect(existsSync(home.file('touched'))).toBe(false);
    expect(stdout + stderr).not.toContain(VALUE);
    expect(stdout).toMatch(/^program {4}touch is \/\S+$/m);
    expect(stdout).toContain(`directory  ${home.dir}\n`);
    expect(stdout).toContain('variables  DB_PASSWORD from db/password (sensitive)\n');
  });

  test('shows the file behind a link, and how it was found', async () => {
    await symlink('/bin/sh', home.file('linked'));
    const { stdout } = await explain('-k', 'db/password', '--', home.file('linked'));
    expect(stdout).toContain(`, found as ${home.file('linked')}\n`);
  });

  test('tells fields, what agents may read, and what is replaced', async () => {
    const { stdout } = await home.cli(['run', '--explain', '-k', 'staging/db', '--', 'true'], {
      env: { STAGING_DB_HOST: 'other' },
    });
    expect(stdout).toContain(
      'STAGING_DB_HOST from staging/db, field host (readable; replaces one of the environment)',
    );
    expect(stdout).toContain('STAGING_DB_PASSWORD from staging/db, field password (sensitive)');
  });

  test('tells what an alias made of the key', async () => {
    const { stdout } = await explain('-k', 'db', '--env', 'staging', '--', 'true');
    expect(stdout).toContain('DB_PASSWORD from staging/db, field password (asked for as db; sensitive)');
  });

  test.each([
    [[], 'off: output passes as it is; --redact would take out db/password'],
    [['--redact'], 'full: values come back as [REDACTED:db/password]'],
  ])('tells what is redacted with %j', async (options, expected) => {
    const { stdout } = await explain('-k', 'db/password', ...options, '--', 'true');
    expect(stdout).toContain(`redaction  ${expected}\n`);
  });

  test.each([
    [ALLOW_ALL, 'allowed (default_action: allow)'],
    [{ ...ALLOW_ALL, denied_commands: ['true'] }, 'denied (denied_commands: true)'],
    [
      { ...ALLOW_ALL, default_action: 'deny', allowed_commands: ['true'] },
      'allowed (allowed_commands: true)',
    ],
  ])('tells what an agent would be told: %j', async (policy, expected) => {
    await home.policy(policy);
    const { code, stdout } = await explain('-k', 'db/password', '--', 'true');
    expect(stdout).toContain(`rule       none: the owner runs it; to an agent it is ${expected}\n`);
    expect(code).toBe(0);
  });

  test.each([
    [['-k', 'db/password', '--', 'no-such-program'], 127, 'command not found: no-such-program'],
    [['-k', 'no/such', '--', 'true'], 3, 'secret not found: no/such'],
    [['-k', 'db/password', '--env', 'nowhere', '--', 'true'], 1, 'unknown environment alias: nowhere'],
    [['-k', 'db/password', '--env-prefix', 'LD_', '--', 'true'], 1, 'LD_'],
  ])('explains %j as far as it goes, and ends as the run would', async (args, exit, message) => {
    const { code, stdout, stderr } = await explain(...args);
    expect(code).toBe(exit);
    expect(stderr).toContain(message);
    for (const about of ['program', 'directory', 'rule', 'variables', 'redaction'])
      expect(stdout).toContain(about);
  });

  test('as JSON gives the same, and the exit code', async () => {
    await home.policy(WITH_ALIAS);
    const answer = await home.json([
      'run',
      '--explain',
      '--json',
      '-k',
      'db',
      '--env',
      'staging',
      '--',
      'true',
    ]);
    expect(answer).toEqual({
      exit_code: 0,
      errors: [],
      command: 'true',
      program: { file: expect.stringMatching(/^\//), found: expect.stringMatching(/\/true$/) },
      directory: home.dir,
      policy: { allowed: true, rule: 'default_action: allow' },
      variables: [
        { name: 'STAGING_DB_HOST', field: 'host', sensitive: false },
        { name: 'DB_HOST', field: 'host', sensitive: false },
        { name: 'STAGING_DB_PASSWORD', field: 'password', sensitive: true },
        { name: 'DB_PASSWORD', field: 'password', sensitive: true },
      ].map((entry) => ({ ...entry, key: 'staging/db', asked_for: 'db', bound: false, replaces: false })),
      redaction: 'off',
    });
  });

  test('as JSON tells what fails, each failure once, and which code the run ends with', async () => {
    await home.policy(ALLOW_ALL, 0o644);
    const args = ['--json', '-k', 'db', '--env', 'staging', '--', 'no-such-program'];
    const { code, stdout } = await explain(...args);
    expect(code).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject({
      exit_code: 5,
      errors: [expect.stringMatching(/^policy refused: /), 'command not found: no-such-program'],
      program: null,
      policy: { allowed: false, rule: expect.stringMatching(/^policy refused: /) },
      variables: null,
    });
  });

  test('a person needs no policy', async () => {
    await rm(home.file('.vault/mcp-policy.yaml'), { force: true });
    const { code, stdout } = await explain('-k', 'db/password', '--', 'true');
    expect(code).toBe(0);
    expect(stdout).toContain('to an agent it is denied (policy not found)');
  });

  test('--json is for explanations alone', async () => {
    const { code, stderr } = await home.cli(['run', '--json', '-k', 'db/password', '--', 'touch', 'touched']);
    expect(code).toBe(2);
    expect(stderr).toContain('--json goes with --explain');
    expect(existsSync(home.file('touched'))).toBe(false);
  });

  test('leaves no record of a run', async () => {
    const before = await home.json(['audit', 'export']);
    await explain('-k', 'db/password', '--', 'true');
    const after = await home.json(['audit', 'export']);
    expect(countRuns(after)).toBe(countRuns(before));
  });
});
