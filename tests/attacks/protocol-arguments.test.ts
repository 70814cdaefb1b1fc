// Tools there are not, and arguments of the wrong kind for those there are: refused by name, never echoed, nothing run.
import { exists, useVault } from '../spec/support/home.ts';
import { type Attack, attacks } from './support/table.ts';
import { useWire } from './support/wire.ts';

const home = useVault(async (fresh) => {
  await fresh.policy({ version: 1, default_action: 'allow', sandbox: 'off' });
  await fresh.set('alpha', 'value-of-alpha');
  await fresh.ok(['set', 'pair', '--field', 'user=me', '--field', 'password'], { stdin: 'value-of-pair' });
});
const wire = useWire(home);

function params(input: string, text: string | Record<string, unknown>, expected: string): Attack {
  return { input, expected, attempt: () => wire.call(text) };
}

const tool = (name: string, args: unknown): Record<string, unknown> => ({ name, arguments: args });

/** A call of a tool with arguments that are wrong. */
const wrong = (
  name: string,
  args: unknown,
  what: string,
  input = `${name} with ${JSON.stringify(args)}`,
): Attack => params(input, tool(name, args), `invalid arguments: ${what}`);

const known = (name: string): string => NAMES.get(name) ?? '';
const NAMES = new Map([
  ['secret_list', 'tag, expiring_within'],
  ['secret_exists', 'key'],
  ['secret_get_masked', 'key'],
  ['secret_list_fields', 'key'],
  ['secret_get_field', 'key, field'],
  ['secret_run', 'keys, command, args, timeout, env_prefix, env'],
  ['secret_run_with_bindings', 'key, command, args, timeout'],
  ['security_score', 'include_keys'],
]);
const RIGHT: Readonly<Record<string, Record<string, unknown>>> = {
  secret_list: {},
  secret_exists: { key: 'alpha' },
  secret_get_masked: { key: 'alpha' },
  secret_list_fields: { key: 'alpha' },
  secret_get_field: { key: 'pair', field: 'user' },
  secret_run: { keys: [], command: 'true' },
  secret_run_with_bindings: { key: 'pair', command: 'true' },
  security_score: {},
};

const KEY = "'key' must be a string";
const MISSING: Readonly<Record<string, string>> = {
  secret_get_field: `${KEY}; 'field' must be a string`,
  secret_run: "'keys' must be a list of strings; 'command' must be a string",
  secret_run_with_bindings: `${KEY}; 'command' must be a string`,
};

const absent = [
  'secret_get',
  'secret_set',
  'secret_delete',
  'secret_reveal',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'SECRET_LIST',
  'secret_list ',
  'secret_list\n',
  'ѕecret_list',
  'secret-list',
  'secret_run;secret_list',
  '',
];

const everyTool = Object.entries(RIGHT).map(([name, right]) =>
  wrong(
    name,
    { ...right, extra: 1 },
    `unknown argument 'extra' (known: ${known(name)})`,
    `${name} with an argument more`,
  ),
);

/** Arguments a prototype would have: the call has none. */
const smuggled = Object.entries(RIGHT)
  .filter(([, right]) => Object.keys(right).length > 0)
  .map(([name, right]) =>
    params(
      `${name} with its arguments in __proto__`,
      JSON.stringify(tool(name, { PROTO: right })).replace('PROTO', '__proto__'),
      `invalid arguments: ${MISSING[name] ?? KEY}`,
    ),
  );

const run = (args: Record<string, unknown>, what: string, input?: string): Attack =>
  wrong('secret_run', { keys: [], command: 'true', ...args }, what, input);

const field = (what: string, key: string, name: string, expected = `field not found: ${name}`): Attack =>
  params(`secret_get_field of ${what}`, tool('secret_get_field', { key, field: name }), expected);
const sensitive = (name: string): string =>
  `field '${name}' is marked as sensitive and cannot be retrieved via MCP (AI-Safe Access policy)`;

attacks('protocol', [
  ...absent.map((name) =>
    params(`the tool ${JSON.stringify(name)}`, tool(name, { key: 'alpha' }), `unknown tool: ${name}`),
  ),
  params(
    'a tool whose name is 100,000 letters',
    tool('x'.repeat(100_000), {}),
    `unknown tool: ${'x'.repeat(100)}`,
  ),
  params('a tool without a name', { arguments: {} }, 'error -32602'),
  params('a tool whose name is a number', tool(7 as unknown as string, {}), 'error -32602'),
  params('a list as arguments', tool('secret_list', []), 'error -32602'),
  params('a text as arguments', tool('secret_list', 'alpha'), 'error -32602'),
  params('null as arguments', tool('secret_list', null), 'error -32602'),
  params('no arguments where none are needed', { name: 'secret_list' }, 'ok'),
  ...everyTool,
  ...smuggled,
  wrong('secret_exists', {}, KEY),
  wrong('secret_exists', { key: null }, KEY),
  wrong('secret_exists', { key: 7 }, KEY),
  wrong('secret_exists', { key: ['alpha'] }, KEY),
  wrong('secret_exists', { key: { toString: 'alpha' } }, KEY),
  wrong('secret_exists', { Key: 'alpha' }, `${KEY}; unknown argument 'Key' (known: key)`),
  wrong('secret_get_masked', {}, KEY),
  wrong('secret_get_masked', { key: true }, KEY),
  wrong('secret_list_fields', { key: 1 }, KEY),
  wrong('secret_get_field', { key: 'pair' }, "'field' must be a string"),
  wrong('secret_get_field', { field: 'user' }, KEY),
  wrong('secret_get_field', { key: 'pair', field: ['user'] }, "'field' must be a string"),
  wrong('secret_list', { tag: ['a'] }, "'tag' must be a string"),
  wrong('secret_list', { expiring_within: 7 }, "'expiring_within' must be a string"),
  wrong('security_score', { include_keys: 'yes' }, "'include_keys' must be true or false"),
  wrong('security_score', { include_keys: 1 }, "'include_keys' must be true or false"),
  wrong('secret_run', {}, "'keys' must be a list of strings; 'command' must be a string"),
  wrong('secret_run', { keys: [] }, "'command' must be a string"),
  wrong('secret_run', { command: 'true' }, "'keys' must be a list of strings"),
  run({ keys: 'alpha' }, "'keys' must be a list of strings"),
  run({ keys: [1] }, "'keys'[0] must be a string"),
  run({ keys: [['alpha']] }, "'keys'[0] must be a string"),
  run({ keys: { 0: 'alpha', length: 1 } }, "'keys' must be a list of strings"),
  run({ command: ['true'] }, "'command' must be a string"),
  run({ args: 'x' }, "'args' must be a list of strings"),
  run({ args: [null] }, "'args'[0] must be a string"),
  run({ args: [{}] }, "'args'[0] must be a string"),
  run({ timeout: 5 }, "'timeout' must be a string"),
  run({ env: ['prod'] }, "'env' must be a string"),
  run({ env_prefix: 7 }, "'env_prefix' must be a string"),
  run({ shell: true }, `unknown argument 'shell' (known: ${known('secret_run')})`),
  run({ cwd: '/' }, `unknown argument 'cwd' (known: ${known('secret_run')})`),
  run({ command: 'tr\0ue' }, "'command' contains a NUL character", 'secret_run with a NUL in its command'),
  run({ args: ['a\0b'] }, "'args' contains a NUL character", 'secret_run with a NUL in an argument'),
  run({ keys: ['alpha\0'] }, "'keys' contains a NUL character", 'secret_run with a NUL in a key'),
  params(
    'secret_run with half a surrogate pair in an argument',
    '{"name":"secret_run","arguments":{"keys":[],"command":"true","args":["\\ud800"]}}',
    "invalid arguments: 'args' is not well-formed Unicode",
  ),
  run(
    { args: Array.from({ length: 10_001 }, () => '') },
    "'args' has more than 10000 items",
    'secret_run with 10,001 arguments',
  ),
  run(
    { args: ['x'.repeat(1_100_000)] },
    'more than 1048576 characters in all',
    'secret_run with 1.1 MB of arguments',
  ),
  wrong(
    'secret_run_with_bindings',
    { keys: ['alpha'], command: 'true' },
    `${KEY}; unknown argument 'keys' (known: ${known('secret_run_with_bindings')})`,
  ),
  wrong('secret_run_with_bindings', { key: 'pair' }, "'command' must be a string"),
  ...Object.entries({
    '0s': 'timeout: from 1ms to 24h',
    '25h': 'timeout: from 1ms to 24h',
    '-1s': 'duration',
    '5': 'duration',
    soon: 'duration',
    '1e3s': 'duration',
    ' 5m': 'duration',
    '5m5': 'duration',
    '999999999999999999h': 'duration',
  }).map(([timeout, what]) =>
    params(
      `secret_run with the time-out ${JSON.stringify(timeout)}`,
      tool('secret_run', { keys: [], command: 'touch', args: ['ran'], timeout }),
      `invalid ${what}`,
    ),
  ),
  field('a sensitive field', 'pair', 'password', sensitive('password')),
  field('a sensitive field in other letters', 'pair', 'PASSWORD', sensitive('PASSWORD')),
  field('a field named __proto__', 'pair', '__proto__'),
  field('a field named constructor', 'pair', 'constructor'),
  field('the value of a single value', 'alpha', 'value'),
  params(
    'secret_get_masked of the key __proto__',
    tool('secret_get_masked', { key: '__proto__' }),
    'secret not found: __proto__',
  ),
  params(
    'secret_get_masked of a key of 1 MB',
    tool('secret_get_masked', { key: 'k'.repeat(1_000_000) }),
    `secret not found: kkkkkkkkkkkkkkkkkkkkkk... of 1000018`,
  ),
  {
    input: 'all wrong calls of this table together',
    expected: 'no program has run, and no value is said',
    attempt: async () => {
      const text = JSON.stringify(wire.server.received) + wire.server.stderr;
      const ran = await exists(home.file('ran'));
      return `${ran ? 'a' : 'no'} program has run, and ${/value-of-(alpha|pair)/.test(text) ? 'a' : 'no'} value is said`;
    },
  },
]);
