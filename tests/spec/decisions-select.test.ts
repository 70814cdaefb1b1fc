import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { ALLOW_ALL, exists, useVault } from './support/home.ts';
import { node, probe, seen, writeProbe } from './support/probe.ts';
import { random } from './support/text.ts';

const KEYS = [
  'p/a1',
  'p/a2',
  'p/b1',
  'p/ab',
  'p/x/y',
  'api.key',
  '9lives',
  'a/b-c',
  'a-b/c',
  'old',
  'dot.dash-key/v1.2',
];
const VALUES = Object.fromEntries(KEYS.map((key) => [key, random()]));

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy(ALLOW_ALL);
  for (const [key, value] of Object.entries(VALUES)) {
    await fresh.set(key, value, ...(key === 'old' ? ['--expires', '1ms'] : []));
  }
  await fresh.ok(
    ['set', 'db-1/main', '--field', 'user=alice', '--field', 'pass-word', '--field', 'api.host=h'],
    {
      stdin: random(),
    },
  );
});
const variableOf = (key: string): string => key.replaceAll('/', '_').toUpperCase();
const digest = (key: string): string | null => seen(VALUES[key] ?? null);

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const variables = async (
    args: Record<string, unknown>,
    ...names: string[]
  ): Promise<Record<string, string | null>> => {
    const run = await server.ok('secret_run', { ...probe(home, ...names), ...args });
    return JSON.parse(String(run['stdout'])) as Record<string, string | null>;
  };
  const refused = async (args: Record<string, unknown>): Promise<string> => {
    const marker = `ran-select-${era}`;
    const script = `require("node:fs").writeFileSync("${marker}", "")`;
    const message = await server.fails('secret_run', { ...node(script), ...args });
    expect(await exists(home.file(marker))).toBe(false);
    return message;
  };

  for (const [pattern, keys] of [
    ['p/a?', ['p/a1', 'p/a2', 'p/ab']],
    ['p/[ab]1', ['p/a1', 'p/b1']],
    ['p/a[0-9]', ['p/a1', 'p/a2']],
    ['?/b1', ['p/b1']],
    ['p/*1', ['p/a1', 'p/b1']],
    ['*/*/*', ['p/x/y']],
  ] as const) {
    test(`[D Selecting keys and naming variables] ${pattern} matches ${keys.join(', ')} and no more`, async () => {
      const candidates = KEYS.filter((key) => key.startsWith('p/'));
      const found = await variables({ keys: [pattern] }, ...candidates.map(variableOf));
      const injected = candidates.filter((key) => found[variableOf(key)] !== null);
      expect(injected.toSorted()).toEqual([...keys].toSorted());
    });
  }

  for (const pattern of [
    '**',
    'p/**',
    '**/y',
    '{p,q}/a1',
    'p/{a1,a2}',
    '@(p|q)/a1',
    '!(p)/a1',
    '+(p)/a1',
    '?(p)/a1',
    '*(p)/a1',
  ]) {
    test(`[D Selecting keys and naming variables] the pattern ${pattern} is refused and nothing runs`, async () => {
      await refused({ keys: [pattern] });
    });
  }

  for (const pattern of [
    'nope',
    'nope/*',
    'P/A1',
    'p/a',
    'p',
    'p/',
    '/p/a1',
    'p//a1',
    'a b',
    'p/[xyz]1',
    '.*',
  ]) {
    test(`[D Selecting keys and naming variables] "${pattern}" matches nothing: secret not found, nothing runs`, async () => {
      expect(await refused({ keys: ['p/a1', pattern] })).toBe(`secret not found: ${pattern}`);
    });
  }

  test('[D Selecting keys and naming variables] keys: [] injects nothing and runs', async () => {
    expect(await variables({ keys: [] }, 'P_A1', 'OLD')).toEqual({ P_A1: null, OLD: null });
  });

  test('[D Selecting keys and naming variables] a name with . is given under the rule of 4.5 and with _', async () => {
    expect(await variables({ keys: ['api.key'] }, 'API.KEY', 'API_KEY')).toEqual({
      'API.KEY': digest('api.key'),
      API_KEY: digest('api.key'),
    });
    expect(
      await variables({ keys: ['dot.dash-key/v1.2'] }, 'DOT.DASH_KEY_V1.2', 'DOT_DASH_KEY_V1_2'),
    ).toEqual({
      'DOT.DASH_KEY_V1.2': digest('dot.dash-key/v1.2'),
      DOT_DASH_KEY_V1_2: digest('dot.dash-key/v1.2'),
    });
  });

  test('[D Selecting keys and naming variables] a name that starts with a digit follows the rule of 4.5', async () => {
    expect(await variables({ keys: ['9lives'] }, '9LIVES')).toEqual({ '9LIVES': digest('9lives') });
  });

  test('[D Selecting keys and naming variables] several fields give <KEY>_<FIELD>, no variable of the key alone', async () => {
    const found = await variables(
      { keys: ['db-1/main'] },
      'DB_1_MAIN_USER',
      'DB_1_MAIN_PASS_WORD',
      'DB_1_MAIN_API_HOST',
      'DB_1_MAIN',
    );
    expect(found).toEqual({
      DB_1_MAIN_USER: seen('alice'),
      DB_1_MAIN_PASS_WORD: expect.any(String),
      DB_1_MAIN_API_HOST: seen('h'),
      DB_1_MAIN: null,
    });
  });

  test('[D Selecting keys and naming variables] env_prefix goes in front of the variables of fields', async () => {
    expect(await variables({ keys: ['db-1/main'], env_prefix: 'X_' }, 'X_DB_1_MAIN_USER')).toEqual({
      X_DB_1_MAIN_USER: seen('alice'),
    });
  });

  test('[D Selecting keys and naming variables] two sources for one variable are refused, naming both', async () => {
    const message = await refused({ keys: ['a/b-c', 'a-b/c'] });
    expect(message).toContain('a/b-c');
    expect(message).toContain('a-b/c');
  });

  test('[D Selecting keys and naming variables] one key asked for twice is one source', async () => {
    expect(await variables({ keys: ['p/a1', 'p/a*', 'p/a1'] }, 'P_A1')).toEqual({ P_A1: digest('p/a1') });
  });

  for (const prefix of ['A=', 'A B_', 'A\n', 'A\u0000', '=']) {
    test(`[D Selecting keys and naming variables] a name that begins with ${JSON.stringify(prefix)} is refused`, async () => {
      await refused({ keys: ['p/a1'], env_prefix: prefix });
    });
  }

  test('[D Selecting keys and naming variables] an expired secret still runs, and the audit record warns', async () => {
    expect(await variables({ keys: ['old'] }, 'OLD')).toEqual({ OLD: digest('old') });
    const records = (await home.json(['audit', 'export'])) as { action: string }[];
    expect(JSON.stringify(records.filter((record) => record.action === 'secret_run'))).toMatch(/expired/i);
  });
});
