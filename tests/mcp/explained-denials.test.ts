import { expect, test } from 'vitest';
import { MODERN, useServer } from '../spec/support/client.ts';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';

const home = useVault(async (fresh) => {
  await fresh.set('db/password', VALUE);
  await fresh.ok([
    'set',
    'db/prod',
    '--field',
    'host=h',
    '--field',
    `password=${VALUE}`,
    '--binding',
    'PGPASSWORD=password',
  ]);
  await fresh.policy({
    ...ALLOW_ALL,
    default_action: 'deny',
    allowed_commands: ['true'],
    denied_commands: ['curl'],
  });
});
const server = useServer(home, MODERN);

async function refused(tool: string, args: Record<string, unknown>): Promise<[string, string]> {
  const answer = await server.call(tool, args);
  expect(answer.isError).toBe(true);
  expect(answer.texts).toHaveLength(2);
  const [first = '', second = ''] = answer.texts;
  expect(first + second).not.toContain(VALUE);
  return [first, second];
}

test('a denial explains the program, the rule, the variables and the redaction', async () => {
  const [first, second] = await refused('secret_run', { keys: ['db/*'], command: 'ls' });
  expect(JSON.parse(first)).toEqual({ error: { code: -32000, message: 'command not allowed' } });
  const lines = second.split('\n');
  expect(lines[0]).toMatch(/^program: ls is \/\S+$/);
  expect(lines[1]).toBe(`directory: ${home.dir}`);
  expect(lines[2]).toBe('rule: denied (default_action: deny)');
  expect(lines[3]).toContain('variables: DB_PASSWORD from db/password (sensitive)');
  expect(lines[3]).toContain('DB_PROD_HOST from db/prod, field host (readable)');
  expect(lines[4]).toBe('redaction: full: values come back as [REDACTED:db/password], [REDACTED:db/prod]');
  expect(second).toContain('The policy allows only true.');
});

test('a denial by binding says so', async () => {
  const [, second] = await refused('secret_run_with_bindings', { key: 'db/prod', command: 'ls' });
  expect(second).toContain('PGPASSWORD from db/prod, field password (by a binding; sensitive)');
});

test.each([
  ['a denied command', { keys: ['db/password'], command: 'curl' }, 'denied (denied_commands: curl)'],
  ['a command always denied', { keys: ['db/password'], command: 'printenv' }, 'denied (always denied: '],
  ['a key that is not there', { keys: ['db/nothing'], command: 'true' }, 'allowed (allowed_commands: true)'],
  [
    'a name two values share',
    { keys: ['db/password', 'db-password'], command: 'true' },
    'allowed (allowed_commands: true)',
  ],
])('%s names the rule that decides', async (_, args, rule) => {
  const [, second] = await refused('secret_run', args);
  expect(second).toContain(`rule: ${rule}`);
});

test('a program that is not there is said to be none', async () => {
  await home.policy(ALLOW_ALL);
  const [first, second] = await refused('secret_run', { keys: ['db/password'], command: 'no-such' });
  expect(first).toContain('command not found: no-such');
  expect(second).toContain('program: none: command not found: no-such');
});

test('a policy that is refused is the rule that decides', async () => {
  await home.policy(ALLOW_ALL, 0o644);
  const [, second] = await refused('secret_run', { keys: ['db/password'], command: 'true' });
  expect(second).toContain('rule: denied (policy refused: ');
});

test('an explanation of many variables is short', async () => {
  await home.policy({ ...ALLOW_ALL, default_action: 'deny' });
  const fields = Array.from({ length: 90 }, (_, n) => ['--field', `f${n}=v`]).flat();
  await home.ok(['set', 'many/fields', ...fields]);
  const [, second] = await refused('secret_run', { keys: ['many/fields'], command: 'true' });
  expect(second).toContain('and 40 more');
});
