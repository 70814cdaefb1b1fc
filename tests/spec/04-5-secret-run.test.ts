import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { ALLOW_ALL, exists, useVault } from './support/home.ts';
import { node, probe, seen, writeProbe } from './support/probe.ts';
import { random } from './support/text.ts';

const VALUES: Record<string, string> = Object.fromEntries(
  ['aws/access', 'aws/secret-key', 'aws/deep/token', 'aws2/x', 'top', 'my-app/db-url'].map((key) => [
    key,
    random(),
  ]),
);

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy(ALLOW_ALL);
  for (const [key, value] of Object.entries(VALUES)) await fresh.set(key, value);
});

/** Keys as asked for and the variables they become. */
const NAMES: [string[], Record<string, string>, string][] = [
  [['top'], { TOP: 'top' }, 'converted to uppercase'],
  [['aws/access'], { AWS_ACCESS: 'aws/access' }, '/ becomes _'],
  [['aws/secret-key'], { AWS_SECRET_KEY: 'aws/secret-key' }, '- becomes _'],
  [['aws/deep/token'], { AWS_DEEP_TOKEN: 'aws/deep/token' }, 'every / becomes _'],
  [['my-app/db-url'], { MY_APP_DB_URL: 'my-app/db-url' }, '/ and - together'],
];

const digests = (expected: Record<string, string>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(expected).map(([name, key]) => [name, seen(VALUES[key] ?? null)]));

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  /** The variables, out of those of all keys, that a run of these keys gave to its child. */
  const injected = async (
    args: Record<string, unknown>,
    ...also: string[]
  ): Promise<Record<string, string>> => {
    const names = Object.keys(VALUES).map((key) => key.replaceAll(/[/-]/g, '_').toUpperCase());
    const run = await server.ok('secret_run', { ...probe(home, ...names, ...also), ...args });
    const found = JSON.parse(String(run['stdout'])) as Record<string, string | null>;
    return Object.fromEntries(
      Object.entries(found).filter((pair): pair is [string, string] => pair[1] !== null),
    );
  };

  test('[4.5] the answer has exactly exit_code, stdout, stderr, duration_ms and sanitized', async () => {
    const run = await server.ok('secret_run', {
      keys: ['top'],
      ...node('console.log("out"); console.error("err")'),
    });
    expect(run).toEqual({
      exit_code: 0,
      stdout: 'out\n',
      stderr: 'err\n',
      duration_ms: expect.any(Number),
      sanitized: false,
    });
    expect(Number.isInteger(run['duration_ms'])).toBe(true);
  });

  test('[4.5] duration_ms is the time the command took', async () => {
    const run = await server.ok('secret_run', { keys: [], command: 'sleep', args: ['0.4'] });
    expect(run['duration_ms']).toBeGreaterThanOrEqual(390);
    expect(run['duration_ms']).toBeLessThan(10_000);
  });

  test('[4.5] rule 1: an exact key matches itself and no other', async () => {
    expect(await injected({ keys: ['aws/access'] })).toEqual(digests({ AWS_ACCESS: 'aws/access' }));
  });

  test('[4.5] rule 1: aws/* matches the keys one level under aws/, not deeper ones', async () => {
    expect(await injected({ keys: ['aws/*'] })).toEqual(
      digests({ AWS_ACCESS: 'aws/access', AWS_SECRET_KEY: 'aws/secret-key' }),
    );
  });

  test('[4.5] rule 1: * matches the keys of the top level only', async () => {
    expect(await injected({ keys: ['*'] })).toEqual(digests({ TOP: 'top' }));
  });

  test('[4.5] rule 1: aws/*/* matches two levels', async () => {
    expect(await injected({ keys: ['aws/*/*'] })).toEqual(digests({ AWS_DEEP_TOKEN: 'aws/deep/token' }));
  });

  test('[4.5] several keys and patterns are injected together', async () => {
    expect(await injected({ keys: ['top', 'aws2/*', 'aws/deep/token'] })).toEqual(
      digests({ TOP: 'top', AWS2_X: 'aws2/x', AWS_DEEP_TOKEN: 'aws/deep/token' }),
    );
  });

  for (const [keys, expected, why] of NAMES) {
    test(`[4.5] rule 2: ${keys[0]} becomes ${Object.keys(expected)[0]} (${why})`, async () => {
      expect(await injected({ keys })).toEqual(digests(expected));
    });
  }

  test('[4.5] rule 2: env_prefix is put in front of the resulting name', async () => {
    expect(await injected({ keys: ['my-app/db-url'], env_prefix: 'CI_' }, 'CI_MY_APP_DB_URL')).toEqual(
      digests({ CI_MY_APP_DB_URL: 'my-app/db-url' }),
    );
  });

  test('[4.5] rule 2: the prefix itself is not converted', async () => {
    expect(await injected({ keys: ['top'], env_prefix: 'app_' }, 'app_TOP', 'APP_TOP')).toEqual(
      digests({ app_TOP: 'top' }),
    );
  });

  test('[4.5] rule 4: the exact value in stdout is replaced by [REDACTED:<key>]', async () => {
    const run = await server.ok('secret_run', {
      keys: ['top'],
      ...node('console.log(`<${process.env.TOP}>`)'),
    });
    expect(run).toMatchObject({ stdout: '<[REDACTED:top]>\n', stderr: '', sanitized: true });
  });

  test('[4.5] rule 4: the exact value in stderr is replaced by [REDACTED:<key>]', async () => {
    const run = await server.ok('secret_run', {
      keys: ['top'],
      ...node('console.error(`<${process.env.TOP}>`)'),
    });
    expect(run).toMatchObject({ stdout: '', stderr: '<[REDACTED:top]>\n', sanitized: true });
  });

  test('[4.5] rule 4: each match is replaced, each by the marker of its own key', async () => {
    const script =
      'const e = process.env; console.log([e.AWS_ACCESS, e.AWS_SECRET_KEY, e.AWS_ACCESS].join(" "))';
    const run = await server.ok('secret_run', { keys: ['aws/*'], ...node(script) });
    expect(run['stdout']).toBe('[REDACTED:aws/access] [REDACTED:aws/secret-key] [REDACTED:aws/access]\n');
  });

  test('[4.5] rule 4: a value written in two pieces is still found', async () => {
    const script =
      'const v = process.env.TOP; process.stdout.write(v.slice(0, 9)); setTimeout(() => process.stdout.write(v.slice(9)), 120)';
    const run = await server.ok('secret_run', { keys: ['top'], ...node(script) });
    expect(run).toMatchObject({ stdout: '[REDACTED:top]', sanitized: true });
  });

  test('[4.5] rule 4: output without a value is unchanged, and sanitized is false', async () => {
    const run = await server.ok('secret_run', { keys: ['top'], ...node('console.log("nothing secret")') });
    expect(run).toMatchObject({ stdout: 'nothing secret\n', sanitized: false });
  });

  test('[4.5] rule 6: past the timeout the call fails with "timeout exceeded"', async () => {
    const args = { keys: ['top'], command: 'sleep', args: ['20'], timeout: '300ms' };
    expect(await server.fails('secret_run', args)).toBe('timeout exceeded');
  });

  for (const timeout of ['30s', '5m', '1h', '1h30m', '24h']) {
    test(`[4.5] a timeout such as ${timeout} is accepted`, async () => {
      const run = await server.ok('secret_run', { keys: [], ...node(''), timeout });
      expect(run['exit_code']).toBe(0);
    });
  }

  for (const timeout of ['soon', '30', '-5s', '0s', '25h', '5 m']) {
    test(`[4.5] the timeout "${timeout}" is refused and nothing runs`, async () => {
      const script = 'require("node:fs").writeFileSync("ran-with-bad-timeout", "")';
      await server.fails('secret_run', { keys: [], ...node(script), timeout });
      expect(await exists(home.file('ran-with-bad-timeout'))).toBe(false);
    });
  }

  for (const code of [1, 3, 255]) {
    test(`[4.5] rule 7: the exit code ${code} is returned in the output, not as an error`, async () => {
      const run = await server.ok('secret_run', {
        keys: [],
        ...node(`console.log("x"); process.exitCode = ${code}`),
      });
      expect(run).toMatchObject({ exit_code: code, stdout: 'x\n' });
    });
  }

  test('[4.5] args reach the command as they are: no shell splits, expands or joins them', async () => {
    const given = ['$TOP', 'a b', '*', '', '`id`', ';', "'", '"', '\\', '$(id)', '日本'];
    const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const { command, args } = node(script);
    const run = await server.ok('secret_run', { keys: ['top'], command, args: [...args, '--', ...given] });
    expect(JSON.parse(String(run['stdout']))).toEqual(given);
  });

  test('[4.5] args may be left out', async () => {
    expect(await server.ok('secret_run', { keys: [], command: 'true' })).toMatchObject({
      exit_code: 0,
      stdout: '',
    });
  });

  test('[4.5] keys is required', async () => {
    await server.fails('secret_run', { command: 'true' });
  });

  test('[4.5] command is required', async () => {
    await server.fails('secret_run', { keys: ['top'] });
  });
});
