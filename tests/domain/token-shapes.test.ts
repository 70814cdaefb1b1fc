import { describe, expect, test } from 'vitest';
import { hasTokenShape, maskTokens } from '../../src/domain/token-shapes.ts';

/** Put together here, so that no line of this file looks like a leaked token. */
const body = 'A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5r6S7t8';
const token = (prefix: string, tail = body): string => prefix + tail;

describe('a token', () => {
  test.each(
    [
      'AKIA ASIA ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xoxb- xoxp- xapp- sk_live_ rk_live_ sk_test_ whsec_',
      'sk- sk-ant-api03- sk-proj- AIza ya29. GOCSPX- npm_ pypi- dop_v1_ hf_ hvs. dckr_pat_ shpat_ tskey-auth- gsk_',
      'ops_eyJ FlyV1_ fo1_ fm2_ pplx- pscale_tkn_ pul- sq0atp- sq0csp- sb_secret_ glc_ doo_v1_ dckr_oat_ hvb. ntn_',
      'AGE-SECRET-KEY-1 sbp_ lin_api_ figd_ NRAK- PMAK- rubygems_ sntrys_ glsa_ ATATT3 dp.pt. xai- r8_',
    ].flatMap((line) => line.split(' ')),
  )('starting with %s is masked to its end, alone or inside a text', (prefix) => {
    const text = token(prefix);
    expect(hasTokenShape(text)).toBe(true);
    expect(maskTokens(text)).not.toContain(body.slice(0, 6));
    const inside = maskTokens(`run --with=${text}, then "${text}"`);
    expect(inside).not.toContain(body.slice(0, 6));
    expect(inside).not.toContain(body.slice(-6));
    expect(inside).toContain(', then "');
  });

  test('of two or three parts is masked whole', () => {
    for (const text of [
      `SG.${body}.${body}`,
      `eyJ${body}.eyJ${body}.${body}`,
      `eyJ${body}..${body}.${body}.${body}`.replace('..', '.ab.'),
    ]) {
      expect(maskTokens(`x ${text} y`)).toMatch(/^x (?:SG\.|eyJ)\[MASKED\] y$/);
    }
  });

  test('of hex after a short prefix is masked at its exact length only', () => {
    const hex = '0123456789abcdef0123456789abcdef';
    for (const prefix of ['SK', 'key-', 'dapi']) {
      expect(maskTokens(prefix + hex)).toBe(`${prefix}[MASKED]`);
      expect(maskTokens(`${prefix}${hex}0`)).toBe(`${prefix}${hex}0`);
    }
  });

  test('of a chat service is masked', () => {
    expect(maskTokens(`bot 1234567890:AA${body}`)).toBe('bot 1234567890:[MASKED]');
    expect(maskTokens(`https://hooks.slack.com/services/T0000/B0000/${body}`)).toBe(
      'https://hooks.slack.com/services/[MASKED]',
    );
    expect(maskTokens(`https://discord.com/api/webhooks/123456/${body}`)).toBe(
      'https://discord.com/api/webhooks/123456/[MASKED]',
    );
  });
});

describe('a PEM block', () => {
  const begin = '-----BEGIN RSA PRIVATE KEY-----';
  const end = '-----END RSA PRIVATE KEY-----';

  test('loses its body', () => {
    expect(maskTokens(`a\n${begin}\nMIIB\nAAAA\n${end}\nb`)).toBe(`a\n${begin}[MASKED]\nb`);
  });

  test('without an end is masked to the end of the text', () => {
    expect(maskTokens(`${begin}\nMIIB\nAAAA`)).toBe(`${begin}[MASKED]`);
  });

  test('follows another without taking what stands between', () => {
    expect(maskTokens(`${begin}x${end} kept ${begin}y${end}`)).toBe(`${begin}[MASKED] kept ${begin}[MASKED]`);
  });
});

describe('a header or an assignment', () => {
  test.each([
    ['Authorization: Bearer abcdefgh12', 'Authorization: Bearer [MASKED]'],
    ['authorization: Basic dXNlcjpwYXNz', 'authorization: Basic [MASKED]'],
    ['Authorization: abc def', 'Authorization: [MASKED]'],
    ['"Authorization": "Bearer abcdefgh"', null],
    ['curl -H "X: Bearer abcdefgh12" url', 'curl -H "X: Bearer [MASKED]" url'],
    ['--password=hunter2', '--password=[MASKED]'],
    ['PGPASSWORD=hunter2 psql', 'PGPASSWORD=[MASKED] psql'],
    ['X-Api-Key: hunter2', 'X-Api-Key: [MASKED]'],
    ['{"client_secret":"two words","a":1}', '{"client_secret":[MASKED],"a":1}'],
    ["password='two words' x", 'password=[MASKED] x'],
    ['Server=db;Password=hunter2;Port=1', 'Server=db;Password=[MASKED];Port=1'],
    ['https://example.com/?token=hunter2&a=b', 'https://example.com/?token=[MASKED]&a=b'],
  ])('%j loses its secret', (text, masked) => {
    expect(hasTokenShape(text)).toBe(true);
    if (masked !== null) expect(maskTokens(text)).toBe(masked);
    expect(maskTokens(text)).not.toMatch(/hunter2|two words|abcdefgh|dXNl/);
  });
});

describe('a URL with a user', () => {
  test.each([
    ['postgres://app:hunter2@db:5432/app', 'postgres://app:[MASKED]@db:5432/app'],
    ['https://user@example.com/', 'https://[MASKED]@example.com/'],
    ['redis://:hunter2@cache', 'redis://:[MASKED]@cache'],
    ['a://u:hunter2@x,b://v:hunter2@y', 'a://u:[MASKED]@x,b://v:[MASKED]@y'],
    ['postgres://app:hun/ter2@db/app', 'postgres://app:[MASKED]@db/app'],
    ['postgres://app:hunter2#?@db/app', 'postgres://app:[MASKED]@db/app'],
    ['postgres://app:hun@ter2@db/app', 'postgres://app:[MASKED]@db/app'],
    ['see https://a:hunter2@b/c and x@y.z', 'see https://a:[MASKED]@b/c and x@y.z'],
  ])('%s loses the password', (text, masked) => {
    expect(maskTokens(text)).toBe(masked);
  });

  test.each([
    'https://example.com/@scope/pkg@1.2.3',
    'https://registry:4873/@scope/pkg',
    'http://[2001:db8::1]:8080/@x',
    'https://example.com/?email=a@b.c',
    'mailto:a@b.c',
    'git@github.com:owner/repo.git',
    '://@host',
    '://',
  ])('is not seen in %s', (text) => {
    expect(maskTokens(text)).toBe(text);
  });
});

test.each([
  'ghp_short',
  'disk-usage-of-all-volumes',
  'sk-learn',
  'npm_config_registry',
  'hfx_model',
  'password',
  'passwords: ',
  'the bearer of this',
  'keyboard',
  'secretary: none of the words',
  'eyJust a word',
  '-----BEGIN',
  'AKI',
  '',
])('%j has no shape of a secret', (text) => {
  if (text.startsWith('secretary')) expect(hasTokenShape('secretary: x')).toBe(false);
  expect(maskTokens(text)).toBe(text);
});

test('masking twice changes nothing more', () => {
  const text = `password=a Bearer ${body} https://a:b@c Authorization: x ${token('ghp_')} -----BEGIN X-----a`;
  expect(maskTokens(maskTokens(text))).toBe(maskTokens(text));
});

test('time is linear on texts built to make expressions go back', () => {
  const size = 2 ** 18;
  const units = [
    'a',
    '-',
    '/',
    ':',
    '@',
    '=',
    '"',
    'sk-',
    'eyJ',
    'eyJa.',
    '://',
    '://a:',
    '-----BEGIN ',
    '-----BEGIN A-----',
    'password',
    'password=',
    'password ',
    'Bearer ',
    'Authorization',
    'ghp_',
    'SG.',
    '1',
    '1:',
  ];
  for (const unit of units) {
    const text = unit.repeat(size / unit.length);
    const started = performance.now();
    maskTokens(text);
    maskTokens(`${text} x`);
    expect(performance.now() - started, unit).toBeLessThan(2000);
  }
});
