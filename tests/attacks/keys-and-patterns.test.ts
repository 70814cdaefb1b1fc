/** Keys and patterns that are asked for: what they may match, and how long that may take. */
import { attacks, type Attack } from './support/table.ts';
import { ALLOW, escaped, useTarget } from './support/target.ts';

const LONG = 'a'.repeat(256);
const KEYS = [
  'db/password',
  'db/user',
  'db/deep/key',
  'aws/eu',
  'api',
  'API',
  'x-y',
  'prod/db/password',
  LONG,
];
const ALIASES = {
  chain: [
    { pattern: 'db/*', target: 'aws/*' },
    { pattern: 'aws/*', target: 'prod/db/*' },
  ],
  loop: [
    { pattern: 'db/user', target: 'db/password' },
    { pattern: 'db/password', target: 'db/user' },
  ],
  self: [{ pattern: '*', target: '*' }],
  prod: [{ pattern: 'db/*', target: 'prod/db/*' }],
  odd: [{ pattern: 'api', target: '../api' }],
};

const target = useTarget(async (home) => {
  await Promise.all(KEYS.map((key) => home.set(key, `the value of ${key}`)));
});

/** Says which of the keys a program got. */
const NAMES = ['app', ...KEYS.filter((key) => key !== 'API')].map((key) => [
  key.length > 99 ? 'LONG' : key,
  key.toUpperCase().replaceAll(/[/.-]/g, '_'),
]);
const LOOK = NAMES.map(([key, name]) => `printf %s "\${${name}+ ${key}}"`).join('; ');

/** The keys that reached the program, or the refusal. */
async function got(keys: unknown, env?: string): Promise<string> {
  await target.home.policy({ ...ALLOW, env_aliases: ALIASES });
  const started = performance.now();
  const run = await target.ask({
    keys,
    command: 'sh',
    args: ['-c', LOOK],
    ...(env !== undefined && { env }),
  });
  if (performance.now() - started > 5_000) return 'it took longer than 5 s';
  return run.outcome === 'runs' ? `injects${run.printed}` : run.outcome;
}

const asked = (keys: readonly string[], expected: string, env?: string): Attack => ({
  input:
    keys
      .map((key) =>
        escaped(key.length > 80 ? `${key.slice(0, 40)}...${key.slice(-4)} (${key.length} characters)` : key),
      )
      .join(', ') + (env === undefined ? '' : ` with env: ${env}`),
  expected,
  attempt: () => got(keys, env),
});
const notFound = (key: string): Attack => asked([key], `secret not found: ${key}`);
const refused = (key: string, why: string): Attack => ({
  ...asked([key], `refused: ${why}`),
  attempt: async () =>
    (await got([key])).replace(/^invalid key pattern: .*$/s, (text) =>
      text.includes(why) ? `refused: ${why}` : text,
    ),
});

attacks('keys and patterns', [
  // What they may match.
  asked(['api'], 'injects api'),
  asked(['api', 'API'], 'api and API would both set the variable API'),
  asked(['aws/*'], 'injects aws/eu'),
  asked(['db/*'], 'injects db/password db/user'),
  asked(['*/*'], 'injects db/password db/user aws/eu'),
  asked(['db/*/*'], 'injects db/deep/key'),
  asked(['d?/user'], 'injects db/user'),
  asked(['[d]b/[u-u]ser'], 'injects db/user'),
  asked(['[!a]b/user'], 'injects db/user'),
  asked([LONG], 'injects LONG'),
  asked([], 'injects'),
  // One level, never more.
  asked(['app*'], 'injects app'),
  notFound('*/user/*'),
  notFound('db*user'),
  notFound('db?user'),
  notFound('db[.-0]user'),
  notFound('*/*/*/*'),
  notFound('prod/*'),
  // Not paths of a file system, not other spellings.
  ...[
    '',
    ' ',
    '.',
    '..',
    '/',
    '//',
    '../api',
    './api',
    'db/../api',
    'db/./user',
    '/api',
    '/db/user',
    'api/',
    'db//user',
    'db/',
    '~',
    '~/api',
  ].map(notFound),
  ...[
    'Db/User',
    'DB/USER',
    'aPI',
    ' api',
    'api ',
    'api\n',
    'api\t',
    'api\u200b',
    '\ufeffapi',
    'ａｐｉ',
    'аpi',
    'api\u0301',
    '\u202eipa',
    'x_y',
    'api%00',
    '%61pi',
    'db%2fuser',
    'db:user',
    'db,user',
    '@api',
    '@team/api',
  ].map(notFound),
  ...[
    '.*',
    '.+',
    '^api$',
    'ap.',
    'api+app',
    'a$',
    'x+y',
    '$HOME',
    '`id`',
    "'api'",
    '"api"',
    'api;id',
    '-k',
    '--all',
    '__proto__',
    'constructor',
    'undefined',
    'null',
  ].map((key) => (key.includes('*') ? asked([key], `secret not found: ${key}`) : notFound(key))),
  // No pattern at all.
  refused('**', '`**`'),
  refused('db/**', '`**`'),
  refused('**/user', '`**`'),
  refused('db/***', '`**`'),
  refused('db\\/user', '`\\`'),
  refused('\\*', '`\\`'),
  refused('db/[u', 'not closed'),
  refused('[', 'not closed'),
  refused('[]', 'empty'),
  refused('[!]', 'empty'),
  refused('[^]x', 'empty'),
  refused('[z-a]', 'wrong way round'),
  refused('[[:alpha:]]', 'cannot hold'),
  refused('db[/]user', 'cannot hold'),
  refused('{api,app}', 'brace'),
  refused('ap{i,p}', 'brace'),
  refused('api|app', '`|`'),
  refused('(api)', '`(`'),
  refused('!(api)', '`(`'),
  refused('@(api|app)', '`(`'),
  refused('+(a)', '`(`'),
  refused('?(a)pi', '`(`'),
  // Long, and made to be slow.
  asked(['a'.repeat(257)], `secret not found: ${'a'.repeat(257)}`),
  asked(['a'.repeat(10_000)], `secret not found: ${'a'.repeat(10_000)}`),
  refused(`${'*a'.repeat(5_000)}b`, 'longer than 256'),
  refused('?'.repeat(257), 'longer than 256'),
  asked([`${'*a'.repeat(127)}b`], `secret not found: ${'*a'.repeat(127)}b`),
  asked([`${'a*'.repeat(127)}b`], `secret not found: ${'a*'.repeat(127)}b`),
  asked([`${'*?'.repeat(100)}b`], `secret not found: ${'*?'.repeat(100)}b`),
  asked([`${'[a-z]'.repeat(40)}*b`], `secret not found: ${'[a-z]'.repeat(40)}*b`),
  asked(['?'.repeat(256)], 'injects LONG'),
  asked([`${'*a'.repeat(127)}*`], 'injects LONG'),
  asked(['/'.repeat(10_000)], `secret not found: ${'/'.repeat(10_000)}`),
  asked(
    Array.from({ length: 500 }, () => 'aws/*'),
    'injects aws/eu',
  ),
  // One that matches nothing, beside those that do.
  asked(['app', 'nothing'], 'secret not found: nothing'),
  asked(['aws/*', 'nothing/*'], 'secret not found: nothing/*'),
  // Aliases: once, the first that fits, nothing beyond.
  asked(['db/user'], 'secret not found: db/user', 'chain'),
  asked(['aws/password'], 'injects prod/db/password', 'chain'),
  asked(['db/user'], 'injects db/password db/user', 'loop'),
  asked(['api'], 'injects api', 'self'),
  asked(['db/password'], 'injects db/password prod/db/password', 'prod'),
  asked(['db/*'], 'injects db/password prod/db/password', 'prod'),
  asked(['prod/db/password'], 'injects prod/db/password', 'prod'),
  asked(['api'], 'secret not found: api', 'odd'),
  asked(['app'], 'injects app', 'odd'),
  asked(['../api'], 'secret not found: ../api', 'prod'),
]);

attacks('keys and patterns', [
  ...[
    'api',
    'db/*',
    '*',
    '**',
    '',
    '../api',
    '[',
    'a'.repeat(10_000),
    '__proto__',
    'API\0',
    'db/password\n',
  ].map((key): Attack => ({
    input: `secret_exists of ${escaped(key.length > 80 ? 'a key of 10,000 characters' : key)}`,
    expected: key === 'api' ? 'exists' : key.includes('\0') ? 'invalid arguments' : 'does not exist',
    attempt: async () => {
      const answer = await target.server.call('secret_exists', { key });
      if (answer.isError)
        return String(answer.texts[0]).includes('invalid arguments')
          ? 'invalid arguments'
          : String(answer.texts[0]);
      return answer.structured?.['exists'] === true ? 'exists' : 'does not exist';
    },
  })),
  ...[7, true, {}, 'api', [7], [null], [['api']], [{ key: 'api' }]].map((keys): Attack => ({
    input: `keys that are ${JSON.stringify(keys)}`,
    expected: 'invalid arguments',
    attempt: async () => (await got(keys)).replace(/^invalid arguments: .*$/s, 'invalid arguments'),
  })),
]);

/** Keys that `set` refuses. */
const BAD_KEYS = [
  '',
  'a//b',
  '/a',
  'a/',
  '../a',
  'a/../b',
  'a/./b',
  '.',
  '..',
  '@team/a',
  'a b',
  'a*',
  'a[b]',
  'a\\b',
  'a\nb',
  'a\u0007b',
  'a\u202eb',
  'ключ',
  'ａ',
  'a:b',
  'a=b',
  '~a',
  'a'.repeat(257),
];

attacks(
  'keys and patterns',
  BAD_KEYS.map((key) => ({
    input: `vaultctl set of the key ${escaped(key.length > 80 ? `${key.length} letters` : key)}`,
    expected: 'refused with exit code 1',
    attempt: async () => {
      const { code, stderr } = await target.home.cli(['set', '--', key], { stdin: 'a value' });
      return code === 1 && stderr.startsWith('vaultctl: invalid key')
        ? 'refused with exit code 1'
        : `exit ${String(code)}: ${stderr}`;
    },
  })),
);
