import { describe, expect, test } from 'vitest';
import { ALLOW_ALL, exists, useVault } from './support/home.ts';
import { node, probe, seen, writeProbe } from './support/probe.ts';
import { random } from './support/text.ts';

const KEYS = ['top', 'aws/access', 'aws/secret-key', 'aws/deep/token', 'my-app/db-url'];
const VALUES = Object.fromEntries(KEYS.map((key) => [key, random()]));

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  for (const [key, value] of Object.entries(VALUES)) await fresh.set(key, value);
  await fresh.ok(['set', 'multi', '--field', 'user=alice', '--field', 'password'], {
    stdin: VALUES['top'] ?? '',
  });
});
const digest = (key: string): string | null => seen(VALUES[key] ?? null);

/** Runs the probe through `run` with these options and gives what the child saw. */
const variables = async (options: string[], ...names: string[]): Promise<unknown> => {
  const { command, args } = probe(home, ...names);
  return JSON.parse((await home.ok(['run', ...options, '--', command, ...args])).stdout);
};
const runNode = (script: string, ...options: string[]): ReturnType<typeof home.cli> => {
  const { command, args } = node(script);
  return home.cli(['run', ...options, '--', command, ...args]);
};

describe('run', () => {
  test('[4.10] -k <key> puts the secret in the environment of the command', async () => {
    expect(await variables(['-k', 'top'], 'TOP', 'AWS_ACCESS')).toEqual({
      TOP: digest('top'),
      AWS_ACCESS: null,
    });
  });

  test('[4.10] -k is repeatable', async () => {
    expect(await variables(['-k', 'top', '-k', 'aws/access'], 'TOP', 'AWS_ACCESS')).toEqual({
      TOP: digest('top'),
      AWS_ACCESS: digest('aws/access'),
    });
  });

  test('[4.10] -k <glob> follows rule 1 of 4.5: one level', async () => {
    const names = ['AWS_ACCESS', 'AWS_SECRET_KEY', 'AWS_DEEP_TOKEN'];
    expect(await variables(['-k', 'aws/*'], ...names)).toEqual({
      AWS_ACCESS: digest('aws/access'),
      AWS_SECRET_KEY: digest('aws/secret-key'),
      AWS_DEEP_TOKEN: null,
    });
  });

  test('[4.10] names follow rule 2 of 4.5', async () => {
    expect(await variables(['-k', 'my-app/db-url'], 'MY_APP_DB_URL')).toEqual({
      MY_APP_DB_URL: digest('my-app/db-url'),
    });
  });

  test('[D Selecting keys and naming variables] several fields give one variable each', async () => {
    expect(await variables(['-k', 'multi'], 'MULTI_USER', 'MULTI_PASSWORD', 'MULTI')).toEqual({
      MULTI_USER: seen('alice'),
      MULTI_PASSWORD: digest('top'),
      MULTI: null,
    });
  });

  test('[4.10] arguments after the command are its own', async () => {
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const { command, args } = node(script);
    const given = ['-k', 'x', '--env=prod', '$TOP', 'a b', '*'];
    const run = await home.ok(['run', '-k', 'top', '--', command, ...args, '--', ...given]);
    expect(JSON.parse(run.stdout)).toEqual(given);
  });

  test('[4.10] the output of the command is the output of run', async () => {
    const run = await runNode('process.stdout.write("out"); process.stderr.write("err")', '-k', 'top');
    expect(run).toMatchObject({ code: 0, stdout: 'out' });
    expect(run.stderr).toContain('err');
  });

  for (const code of [0, 1, 42, 255]) {
    test(`[D Places and names] the exit code of the child, ${code}, is the exit code of run`, async () => {
      expect(await runNode(`process.exitCode = ${code}`, '-k', 'top')).toMatchObject({ code });
    });
  }

  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGKILL', 137],
    ['SIGINT', 130],
  ] as const) {
    test(`[D Places and names] a child ended by ${signal} gives exit code ${code}`, async () => {
      const script = `process.kill(process.pid, "${signal}"); setTimeout(() => {}, 5000)`;
      expect(await runNode(script, '-k', 'top')).toMatchObject({ code });
    });
  }

  test('[D Places and names] a timeout gives exit code 124', async () => {
    const run = await home.cli(['run', '-k', 'top', '--timeout', '300ms', '--', 'sleep', '20']);
    expect(run.code).toBe(124);
    expect(run.stderr).toContain('timeout exceeded');
  });

  test('[D Places and names] a file that is not executable gives exit code 126', async () => {
    await home.write('plain-file', '#!/bin/sh\n', 0o600);
    expect(await home.cli(['run', '-k', 'top', '--', './plain-file'])).toMatchObject({ code: 126 });
  });

  test('[D Places and names] a command that does not exist gives exit code 127', async () => {
    const run = await home.cli(['run', '-k', 'top', '--', 'no-such-program-here']);
    expect(run.code).toBe(127);
    expect(run.stderr).toContain('command not found: no-such-program-here');
  });

  test('[D Places and names] a key that matches nothing: exit code 3, and nothing runs', async () => {
    const run = await runNode(
      'require("node:fs").writeFileSync("ran-missing", "")',
      '-k',
      'top',
      '-k',
      'nope/*',
    );
    expect(run).toMatchObject({ code: 3, stdout: '' });
    expect(run.stderr).toContain('secret not found: nope/*');
    expect(await exists(home.file('ran-missing'))).toBe(false);
  });

  test('[D Places and names] run without a command is a wrong command line: exit code 2', async () => {
    expect(await home.cli(['run', '-k', 'top'])).toMatchObject({ code: 2, stdout: '' });
  });

  test('[5.2] the policy file gates the tools: run needs none', async () => {
    await home.noPolicy();
    expect(await variables(['-k', 'top'], 'TOP')).toEqual({ TOP: digest('top') });
  });

  test('[D Running] output passes through untouched by default', async () => {
    const run = await runNode('process.stdout.write(process.env.TOP)', '-k', 'top');
    expect(run.stdout).toBe(VALUES['top']);
  });

  test('[D Running] bytes that are no text pass through untouched', async () => {
    const run = await runNode('process.stdout.write(Buffer.from([0, 255, 254, 128, 10, 0]))', '-k', 'top');
    expect([...run.bytes]).toEqual([0, 255, 254, 128, 10, 0]);
  });

  test('[D Running] --redact turns redaction on', async () => {
    const script = 'console.log(process.env.TOP); console.error(process.env.TOP)';
    const run = await runNode(script, '-k', 'top', '--redact');
    expect(run.stdout).toBe('[REDACTED:top]\n');
    expect(run.stderr).toContain('[REDACTED:top]');
    expect(run.stderr).not.toContain(VALUES['top']);
  });

  test("[D Running] the child inherits the caller's environment, without the master password", async () => {
    const { command, args } = probe(home, 'OF_THE_CALLER', 'HOME', 'VAULT_PASSWORD', 'VAULT_PASSWORD_FILE');
    const env = { OF_THE_CALLER: 'yes' };
    const run = await home.ok(['run', '-k', 'top', '--', command, ...args], { env });
    expect(JSON.parse(run.stdout)).toEqual({
      OF_THE_CALLER: seen('yes'),
      HOME: seen(home.dir),
      VAULT_PASSWORD: null,
      VAULT_PASSWORD_FILE: null,
    });
  });

  test('[D Selecting keys and naming variables] an expired secret still runs, with a warning on stderr', async () => {
    await home.policy(ALLOW_ALL);
    await home.set('old', random(), '--expires', '1ms');
    const run = await runNode('process.stdout.write(typeof process.env.OLD)', '-k', 'old');
    expect(run).toMatchObject({ code: 0, stdout: 'string' });
    expect(run.stderr).toMatch(/expired/i);
    expect(run.stderr).toContain('old');
  });
});
