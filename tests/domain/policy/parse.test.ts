import { describe, expect, test } from 'vitest';
import { VaultError } from '../../../src/errors.ts';
import { parsePolicy } from '../../../src/domain/policy/parse.ts';

const parse = (text: string) => parsePolicy(Buffer.from(text));

function refusal(text: string | Buffer): string {
  try {
    parsePolicy(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    expect(error.code).toBe('denied');
    return error.message;
  }
  throw new Error('it was taken');
}

describe('a policy file', () => {
  test('is read with every key', () => {
    const policy = parse(`
version: 1
default_action: allow # a comment
denied_commands:
  - rm
  - "git push"
allowed_commands: [gh, /usr/local/bin/deploy, git   status, "["]
env_aliases:
  dev:
    - pattern: "db/*"
      target: "dev/db/*"
    - {pattern: x, target: y}
  prod: []
sandbox: required
redaction: exact
max_output_bytes: 1024
`);
    expect(policy).toEqual({
      version: 1,
      defaultAction: 'allow',
      deniedCommands: ['rm', 'git push'],
      allowedCommands: ['gh', '/usr/local/bin/deploy', 'git   status', '['],
      envAliases: new Map([
        [
          'dev',
          [
            { pattern: 'db/*', target: 'dev/db/*' },
            { pattern: 'x', target: 'y' },
          ],
        ],
        ['prod', []],
      ]),
      sandbox: 'required',
      redaction: 'exact',
      maxOutputBytes: 1024,
    });
  });

  test('denies by default, and every key may be missing', () => {
    expect(parse('version: 1')).toEqual({
      version: 1,
      defaultAction: 'deny',
      deniedCommands: [],
      allowedCommands: [],
      envAliases: new Map(),
      sandbox: 'auto',
      redaction: 'full',
      maxOutputBytes: 32768,
    });
    expect(parse('{}').defaultAction).toBe('deny');
    expect(parse('default_action: allow').version).toBe(1);
  });

  test('may leave a list empty', () => {
    const policy = parse('denied_commands:\nallowed_commands: []\nenv_aliases:\n');
    expect(policy.deniedCommands).toEqual([]);
    expect(policy.allowedCommands).toEqual([]);
    expect(policy.envAliases.size).toBe(0);
    expect(parse('env_aliases:\n  dev:\n').envAliases.get('dev')).toEqual([]);
  });

  test('may name an alias as an object names its own', () => {
    const { envAliases } = parse('env_aliases: {__proto__: [{pattern: a, target: b}], constructor: []}');
    expect([...envAliases.keys()]).toEqual(['__proto__', 'constructor']);
  });

  test('may start with a byte order mark, end in CRLF, and mark its end', () => {
    expect(parse('\ufeff---\r\nversion: 1\r\ndefault_action: allow\r\n...\r\n').defaultAction).toBe('allow');
  });
});

describe('a policy file is refused, and the message says what and where', () => {
  test.each([
    ['', 'policy refused: the file is empty; it needs at least "version: 1"'],
    ['# nothing\n', 'policy refused: the file is empty; it needs at least "version: 1"'],
    ['allow', 'policy refused: the file must be a mapping such as "key: value" (line 1)'],
    ['- git', 'policy refused: the file must be a mapping such as "key: value" (line 1)'],
    ['---\n', 'policy refused: the file must be a mapping such as "key: value" (line 1)'],
    ['version: 2', 'policy refused: version must be the number 1 (line 1)'],
    ['\n\nversion: "1"', 'policy refused: version must be the number 1 (line 3)'],
    ['version: 1.0', 'policy refused: version must be the number 1 (line 1)'],
    ['version: 0x1', 'policy refused: version must be the number 1 (line 1)'],
    ['version:', 'policy refused: version must be the number 1 (line 1)'],
    ['version: true', 'policy refused: version must be the number 1 (line 1)'],
    ['default_action: Allow', 'policy refused: default_action must be allow or deny (line 1)'],
    ['default_action:', 'policy refused: default_action must be allow or deny (line 1)'],
    ['default_action: [allow]', 'policy refused: default_action must be allow or deny (line 1)'],
    ['default_action: yes', 'policy refused: default_action must be allow or deny (line 1)'],
    ['sandbox: on', 'policy refused: sandbox must be auto or off or required (line 1)'],
    ['redaction: none', 'policy refused: redaction must be full or exact (line 1)'],
    ['denied_commands: git', 'policy refused: denied_commands must be a list such as "- git" (line 1)'],
    ['denied_commands: {git: 1}', 'policy refused: denied_commands must be a list such as "- git" (line 1)'],
    ['denied_commands: null', 'policy refused: denied_commands must be a list such as "- git" (line 1)'],
    [
      'max_output_bytes: 0',
      'policy refused: max_output_bytes must be a whole number from 1 to 16777216 (line 1)',
    ],
    [
      'max_output_bytes: 16777217',
      'policy refused: max_output_bytes must be a whole number from 1 to 16777216 (line 1)',
    ],
    [
      'max_output_bytes: "2048"',
      'policy refused: max_output_bytes must be a whole number from 1 to 16777216 (line 1)',
    ],
    [
      'max_output_bytes: 2048.5',
      'policy refused: max_output_bytes must be a whole number from 1 to 16777216 (line 1)',
    ],
    [
      'max_output_bytes: 4e3',
      'policy refused: max_output_bytes must be a whole number from 1 to 16777216 (line 1)',
    ],
    ['a: 1\na: 2', 'policy refused: not valid YAML: duplicate key (line 2)'],
    ['version: 1\n"version": 1', 'policy refused: not valid YAML: duplicate key (line 2)'],
    ['version: 1\n---\nversion: 1', 'policy refused: the file holds more than one document'],
    ['version: 1\n...\nx', 'policy refused: the file holds more than one document'],
    ['version: &a 1', 'policy refused: anchors (&) are not taken (line 1)'],
    ['denied_commands: &a []', 'policy refused: anchors (&) are not taken (line 1)'],
    ['version: !!int 1', 'policy refused: tags (!) are not taken (line 1)'],
    ['version: 1\nsandbox: !x auto', 'policy refused: not valid YAML: tag resolve failed (line 2)'],
    ['version: 1\n<<: {sandbox: off}', 'policy refused: merge keys (<<) are not taken (line 2)'],
    ['? [a]\n: 1', 'policy refused: a key that is not text (line 1)'],
    ['1: x', 'policy refused: a key that is not text (line 1)'],
    ['%YAML 1.1\n---\nversion: 1', 'policy refused: directives (%) are not taken (line 1)'],
    ['%TAG ! x\n---\nversion: 1', 'policy refused: directives (%) are not taken (line 1)'],
    ['denied_commands:\n\t- git', 'policy refused: not valid YAML: tab as indent (line 2)'],
    ['denied_commands: [git', 'policy refused: not valid YAML: bad indent (line 1)'],
    ['x: "a', 'policy refused: not valid YAML: missing char (line 1)'],
    ['version: 1\u0000', 'policy refused: the file holds a control character (line 1)'],
    ['version: 1\n# \u202e', 'policy refused: the file holds a control character (line 2)'],
  ])('%j: %s', (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  test.each([
    ['allow: [git]', 'unknown key "allow", expected one of version, default_action,'],
    ['__proto__: 1', 'unknown key "__proto__"'],
    [`${'k'.repeat(100)}: 1`, `unknown key "${'k'.repeat(40)}..."`],
    ['version: 1\ndenied_commands:\n  - git\n  - 1', 'an entry of denied_commands must be text, not empty'],
    ['denied_commands: [true]', 'an entry of denied_commands must be text'],
    ['denied_commands: [~]', 'an entry of denied_commands must be text'],
    ['denied_commands: [[git]]', 'an entry of denied_commands must be text'],
    ['denied_commands: [""]', 'an entry of denied_commands must be text'],
    ['denied_commands: ["  "]', 'an entry of denied_commands must be text'],
    ['denied_commands: ["a\\u0000b"]', 'an entry of denied_commands must be text'],
    ['denied_commands: ["a\\nb"]', 'an entry of denied_commands must be text'],
    ['denied_commands: ["*"]', '"*" in denied_commands: wildcards are not supported'],
    ['denied_commands: [~/bin/x]', '"~/bin/x" in denied_commands: write the whole path'],
    ['denied_commands: [/opt/bin/]', '"/opt/bin/" in denied_commands: a directory is not a command'],
    ['env_aliases: [dev]', 'env_aliases must be a mapping'],
    ['env_aliases: {dev: x}', 'the alias "dev" must be a list'],
    ['env_aliases: {"": []}', 'an alias of env_aliases needs a name'],
    ['env_aliases: {1: []}', 'a key that is not text'],
    ['env_aliases: {dev: [x]}', 'an entry of the alias "dev" must be a mapping'],
    ['env_aliases: {dev: [{pattern: a}]}', 'an entry of the alias "dev" needs a target'],
    ['env_aliases: {dev: [{target: a}]}', 'an entry of the alias "dev" needs a pattern'],
    ['env_aliases: {dev: [{pattern: a, target: 1}]}', 'the target of the alias "dev" must be text'],
    ['env_aliases: {dev: [{pattern: a, target: b, x: 1}]}', 'unknown key "x" in an entry of the alias "dev"'],
    ['env_aliases: {dev: [{pattern: "a/*", target: b}]}', 'number of wildcards'],
    ['env_aliases: {dev: [{pattern: a, target: "b/*"}]}', 'number of wildcards'],
    ['env_aliases: {dev: [{pattern: "**", target: "**"}]}', '`**` is not supported'],
    ['env_aliases: {dev: [{pattern: "a[", target: "b["}]}', '`[` is not closed'],
    ['env_aliases: {a: &x [], b: *x}', 'anchors (&) are not taken'],
    [`version: ${'['.repeat(9)}${']'.repeat(9)}`, 'the file is nested too deeply'],
  ])('%j: ...%s', (text, part) => {
    expect(refusal(text)).toContain(part);
  });

  test('when it is larger than 64 KiB, and not when it is just that', () => {
    const line = 'version: 1\n';
    expect(parse(line + '#'.repeat(64 * 1024 - line.length)).version).toBe(1);
    expect(refusal(line + '#'.repeat(64 * 1024))).toBe('policy refused: the file is larger than 64 KiB');
  });

  test('when it is not UTF-8', () => {
    expect(refusal(Buffer.from([0x76, 0x3a, 0x20, 0xff]))).toBe('policy refused: the file is not UTF-8 text');
    expect(refusal(Buffer.from('version: 1', 'utf16le'))).toMatch(/^policy refused: /);
  });

  test.each([
    ['sequences', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['mappings', '{a: '.repeat(10_000) + '}'.repeat(10_000)],
    ['open sequences', '['.repeat(60_000)],
    ['blocks', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('when its %s nest without end', (_, text) => {
    expect(refusal(text)).toMatch(/^policy refused: /);
  });

  test('without a long piece of it in the message', () => {
    const secret = 'hunter2'.repeat(20);
    for (const text of [
      `x: ${secret}`,
      secret,
      `denied_commands: ${secret}`,
      `denied_commands: ["*${secret}"]`,
      `"${secret}`,
      `env_aliases: {dev: [{pattern: "*", target: ${secret}}]}`,
    ]) {
      expect(refusal(text)).not.toContain(secret);
    }
  });
});
