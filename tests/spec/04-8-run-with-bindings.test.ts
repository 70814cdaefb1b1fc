import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { ALLOW_ALL, exists, useVault } from './support/home.ts';
import { node, probe, seen, writeProbe } from './support/probe.ts';
import { random } from './support/text.ts';

const SECRET = random();
const SINGLE = random();

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy(ALLOW_ALL);
  await fresh.ok(
    [
      'set',
      'db/main',
      '--field',
      'user=alice',
      '--field',
      'password',
      '--binding',
      'PGUSER=user',
      '--binding',
      'PGPASSWORD=password',
      '--binding',
      'ALSO=password',
    ],
    { stdin: SECRET },
  );
  await fresh.set('single', SINGLE, '--binding', 'TOKEN_OF_APP=value');
  await fresh.ok(['set', 'unbound', '--field', 'user=bob']);
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const run = (args: Record<string, unknown>): Promise<Record<string, unknown>> =>
    server.ok('secret_run_with_bindings', args);

  test('[4.8] the answer has exactly exit_code, stdout, stderr and sanitized: no duration_ms', async () => {
    expect(await run({ key: 'db/main', ...node('console.log("out"); console.error("err")') })).toEqual({
      exit_code: 0,
      stdout: 'out\n',
      stderr: 'err\n',
      sanitized: false,
    });
  });

  test('[4.8] rule 1: each bound variable has the value of its field', async () => {
    const { stdout } = await run({ key: 'db/main', ...probe(home, 'PGUSER', 'PGPASSWORD', 'ALSO') });
    expect(JSON.parse(String(stdout))).toEqual({
      PGUSER: seen('alice'),
      PGPASSWORD: seen(SECRET),
      ALSO: seen(SECRET),
    });
  });

  test('[4.8] rule 1: only the bindings are set, not the variables of 4.5', async () => {
    const { stdout } = await run({
      key: 'db/main',
      ...probe(home, 'DB_MAIN', 'DB_MAIN_PASSWORD', 'DB_MAIN_USER'),
    });
    expect(JSON.parse(String(stdout))).toEqual({ DB_MAIN: null, DB_MAIN_PASSWORD: null, DB_MAIN_USER: null });
  });

  test('[D Secrets] a single value has the field name value for bindings', async () => {
    const { stdout } = await run({ key: 'single', ...probe(home, 'TOKEN_OF_APP') });
    expect(JSON.parse(String(stdout))).toEqual({ TOKEN_OF_APP: seen(SINGLE) });
  });

  test('[4.8] rule 2: stdout is sanitized as in secret_run', async () => {
    const answer = await run({ key: 'db/main', ...node('console.log(process.env.PGPASSWORD)') });
    expect(answer).toMatchObject({ stdout: '[REDACTED:db/main]\n', sanitized: true });
  });

  test('[4.8] rule 2: stderr is sanitized as in secret_run', async () => {
    const answer = await run({ key: 'db/main', ...node('console.error(process.env.PGPASSWORD)') });
    expect(answer).toMatchObject({ stderr: '[REDACTED:db/main]\n', sanitized: true });
  });

  test('[4.8] a secret without bindings is refused, the message says so, and nothing runs', async () => {
    const script = 'require("node:fs").writeFileSync("ran-unbound", "")';
    const message = await server.fails('secret_run_with_bindings', { key: 'unbound', ...node(script) });
    expect(message).toMatch(/binding/i);
    expect(await exists(home.file('ran-unbound'))).toBe(false);
  });

  test('[4.8] past the timeout the call fails with "timeout exceeded"', async () => {
    const args = { key: 'db/main', command: 'sleep', args: ['20'], timeout: '300ms' };
    expect(await server.fails('secret_run_with_bindings', args)).toBe('timeout exceeded');
  });

  test('[4.8] the timeout is optional', async () => {
    expect(await run({ key: 'db/main', command: 'true' })).toMatchObject({ exit_code: 0 });
  });

  test('[4.8] a bad timeout is refused', async () => {
    await server.fails('secret_run_with_bindings', { key: 'db/main', command: 'true', timeout: 'soon' });
  });

  test('[4.8] a non-zero exit code is returned in the output', async () => {
    expect(await run({ key: 'db/main', ...node('process.exitCode = 9') })).toMatchObject({ exit_code: 9 });
  });

  test('[4.8] a missing key is secret not found', async () => {
    const args = { key: 'nope', command: 'true' };
    expect(await server.fails('secret_run_with_bindings', args)).toBe('secret not found: nope');
  });

  test('[4.8] key is one key, not a pattern', async () => {
    const args = { key: 'db/*', command: 'true' };
    expect(await server.fails('secret_run_with_bindings', args)).toBe('secret not found: db/*');
  });

  test('[4.8] key and command are required', async () => {
    await server.fails('secret_run_with_bindings', { key: 'db/main' });
    await server.fails('secret_run_with_bindings', { command: 'true' });
  });
});
