import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { ALLOW_ALL, useVault } from './support/home.ts';
import { node } from './support/probe.ts';
import { random } from './support/text.ts';

const TOOLS = [
  'secret_list',
  'secret_exists',
  'secret_get_masked',
  'secret_run',
  'secret_list_fields',
  'secret_get_field',
  'secret_run_with_bindings',
  'security_score',
];

/** Tool, the inputs the document lists with their types, and which of them are required. */
const INPUTS: [string, Record<string, string>, string[]][] = [
  ['secret_list', { tag: 'string', expiring_within: 'string' }, []],
  ['secret_exists', { key: 'string' }, ['key']],
  ['secret_get_masked', { key: 'string' }, ['key']],
  [
    'secret_run',
    {
      keys: 'array',
      command: 'string',
      args: 'array',
      timeout: 'string',
      env_prefix: 'string',
      env: 'string',
    },
    ['keys', 'command'],
  ],
  ['secret_list_fields', { key: 'string' }, ['key']],
  ['secret_get_field', { key: 'string', field: 'string' }, ['key', 'field']],
  [
    'secret_run_with_bindings',
    { key: 'string', command: 'string', args: 'array', timeout: 'string' },
    ['key', 'command'],
  ],
  ['security_score', { include_keys: 'boolean' }, []],
];
const SECTION: Record<string, string> = {
  secret_list: '4.2',
  secret_exists: '4.3',
  secret_get_masked: '4.4',
  secret_run: '4.5',
  secret_list_fields: '4.6',
  secret_get_field: '4.7',
  secret_run_with_bindings: '4.8',
  security_score: '4.9',
};

const SINGLE = random();
const SENSITIVE = random();

const home = useVault(async (fresh) => {
  await fresh.policy(ALLOW_ALL);
  await fresh.set('single', SINGLE, '--tag', 't');
  await fresh.ok(
    ['set', 'multi', '--field', 'user=alice', '--field', 'password', '--binding', 'P=password'],
    {
      stdin: SENSITIVE,
    },
  );
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);

  test('[4.1] the server offers exactly the eight tools', async () => {
    const names = (await server.tools()).map((tool) => String(tool['name']));
    expect(names.toSorted()).toEqual(TOOLS.toSorted());
  });

  test('[1] a plaintext-returning tool, secret_get, is deliberately absent', async () => {
    const names = (await server.tools()).map((tool) => tool['name']);
    expect(names).not.toContain('secret_get');
    await server.fails('secret_get', { key: 'single' });
  });

  for (const [name, properties, required] of INPUTS) {
    test(`[${SECTION[name]}] ${name} declares its inputs: ${Object.keys(properties).join(', ')}`, async () => {
      const tool = (await server.tools()).find((each) => each['name'] === name);
      const schema = tool?.['inputSchema'] as {
        type: string;
        properties?: Record<string, { type?: string }>;
        required?: string[];
      };
      expect(schema.type).toBe('object');
      const declared = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, value.type]);
      expect(Object.fromEntries(declared)).toEqual(properties);
      expect((schema.required ?? []).toSorted()).toEqual(required.toSorted());
    });
  }

  test('[4.1] no tool returns plaintext of a secret, whatever is asked', async () => {
    const calls: [string, Record<string, unknown>][] = [
      ['secret_list', {}],
      ['secret_exists', { key: 'single' }],
      ['secret_exists', { key: 'multi' }],
      ['secret_get_masked', { key: 'single' }],
      ['secret_get_masked', { key: 'multi' }],
      ['secret_list_fields', { key: 'single' }],
      ['secret_list_fields', { key: 'multi' }],
      ['secret_get_field', { key: 'single', field: 'value' }],
      ['secret_get_field', { key: 'multi', field: 'password' }],
      ['secret_run', { keys: ['*'], ...node('console.log(JSON.stringify(process.env))') }],
      ['secret_run', { keys: ['*'], ...node('console.error(process.env.SINGLE)') }],
      ['secret_run_with_bindings', { key: 'multi', ...node('console.log(process.env.P)') }],
      ['security_score', { include_keys: true }],
    ];
    for (const [tool, args] of calls) await server.call(tool, args);
    expect(server.transcript).not.toContain(SINGLE);
    expect(server.transcript).not.toContain(SENSITIVE);
    expect(server.stderr).not.toContain(SINGLE);
    expect(server.stderr).not.toContain(SENSITIVE);
  });

  test('[4] each tool returns a JSON object', async () => {
    expect(await server.ok('secret_list')).toBeTypeOf('object');
    expect(await server.ok('security_score')).toBeTypeOf('object');
  });
});
