import { describe, expect, test } from 'vitest';
import { failure, MODERN, success, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';

const home = useVault(async (fresh) => {
  await fresh.set('app', 'a value of some length');
});
const server = useServer(home, MODERN);
const run = async (args: Record<string, unknown> = {}): Promise<string> => {
  const answer = await server.call('secret_run', { keys: ['app'], command: 'echo', ...args });
  if (answer.isError) return failure(answer);
  success(answer);
  return 'runs';
};

/** What is right, the file, and whether `echo` runs. */
const GOOD: [string, string, string][] = [
  ['a missing version means 1', 'default_action: allow\n', 'runs'],
  ['a missing default_action means deny', 'version: 1\n', 'command not allowed'],
  ['a missing default_action still allows what is listed', 'version: 1\nallowed_commands: [echo]\n', 'runs'],
  ['an empty list may be left empty', 'default_action: allow\ndenied_commands:\nallowed_commands:\n', 'runs'],
  ['flow style', '{version: 1, default_action: allow, denied_commands: [], allowed_commands: []}\n', 'runs'],
  ['JSON', '{"version": 1, "default_action": "allow"}\n', 'runs'],
  ['comments', '# top\nversion: 1 # here\ndefault_action: allow\n', 'runs'],
  ['quoted words', 'version: 1\n"default_action": "allow"\n', 'runs'],
  ['the document start marker', '---\nversion: 1\ndefault_action: allow\n', 'runs'],
  ['lines ended by CRLF', 'version: 1\r\ndefault_action: allow\r\n', 'runs'],
  ['the extra key sandbox: auto', 'default_action: allow\nsandbox: auto\n', 'runs'],
  ['the extra key sandbox: off', 'default_action: allow\nsandbox: off\n', 'runs'],
  ['the extra key max_output_bytes', 'default_action: allow\nmax_output_bytes: 8192\n', 'runs'],
  ['the extra key redaction: full', 'default_action: allow\nredaction: full\n', 'runs'],
  ['the extra key redaction: exact', 'default_action: allow\nredaction: exact\n', 'runs'],
];

/** What is wrong with the file. */
const BAD: [string, string][] = [
  ['no YAML at all', 'version: [1\n'],
  ['a list at the top', '- version: 1\n'],
  ['a text at the top', 'allow\n'],
  ['an unknown key', 'version: 1\ndefault_action: allow\nallow_commands: [echo]\n'],
  ['a key in other case', 'version: 1\nDefault_Action: allow\n'],
  ['a duplicate key', 'version: 1\ndefault_action: deny\ndefault_action: allow\n'],
  ['version 2', 'version: 2\ndefault_action: allow\n'],
  ['a version that is text', 'version: "1"\ndefault_action: allow\n'],
  ['a version that is no integer', 'version: 1.5\ndefault_action: allow\n'],
  ['a default_action that is neither allow nor deny', 'version: 1\ndefault_action: ask\n'],
  ['a default_action in other case', 'version: 1\ndefault_action: Allow\n'],
  ['a default_action that is a truth value', 'version: 1\ndefault_action: true\n'],
  ['denied_commands that is text', 'version: 1\ndefault_action: allow\ndenied_commands: rm\n'],
  ['allowed_commands with a number', 'version: 1\ndefault_action: allow\nallowed_commands: [echo, 7]\n'],
  ['allowed_commands with null', 'version: 1\ndefault_action: allow\nallowed_commands: [echo, null]\n'],
  ['allowed_commands with a map', 'version: 1\ndefault_action: allow\nallowed_commands: [{echo: 1}]\n'],
  ['env_aliases that is a list', 'version: 1\ndefault_action: allow\nenv_aliases: [dev]\n'],
  [
    'an alias entry without target',
    'version: 1\ndefault_action: allow\nenv_aliases: {dev: [{pattern: "a/*"}]}\n',
  ],
  [
    'an alias entry without pattern',
    'version: 1\ndefault_action: allow\nenv_aliases: {dev: [{target: "a/*"}]}\n',
  ],
  [
    'an alias entry with an unknown key',
    'version: 1\ndefault_action: allow\nenv_aliases: {dev: [{pattern: a, target: b, x: 1}]}\n',
  ],
  [
    'an alias that is one map, no list',
    'version: 1\ndefault_action: allow\nenv_aliases: {dev: {pattern: a, target: b}}\n',
  ],
  [
    'a wildcard pattern with a target without wildcard',
    'version: 1\ndefault_action: allow\nenv_aliases: {dev: [{pattern: "db/*", target: "dev/db"}]}\n',
  ],
  [
    'an alias pattern with **',
    'version: 1\ndefault_action: allow\nenv_aliases: {dev: [{pattern: "db/**", target: "dev/**"}]}\n',
  ],
  ['two documents', 'version: 1\ndefault_action: allow\n---\nversion: 1\n'],
  ['an anchor', 'version: 1\ndefault_action: &a allow\n'],
  ['an anchor and its alias', 'version: 1\nallowed_commands: &a [echo]\ndenied_commands: *a\n'],
  ['a tag', 'version: 1\ndefault_action: !!str allow\n'],
  ['a local tag', 'version: 1\ndefault_action: !x allow\n'],
  ['a merge key', 'version: 1\ndefault_action: allow\n<<: {sandbox: off}\n'],
  ['an unknown sandbox', 'default_action: allow\nsandbox: maybe\n'],
  ['an unknown redaction', 'default_action: allow\nredaction: none\n'],
  ['max_output_bytes that is text', 'default_action: allow\nmax_output_bytes: "1000"\n'],
  ['max_output_bytes below zero', 'default_action: allow\nmax_output_bytes: -1\n'],
  ['an empty command entry', 'default_action: allow\ndenied_commands: [""]\n'],
];

describe('a file that is right', () => {
  for (const [what, text, expected] of GOOD) {
    test(`[D Policy] ${what}: ${expected}`, async () => {
      await home.policy(text);
      expect(await run()).toBe(expected);
    });
  }
});

describe('a file that is wrong', () => {
  for (const [what, text] of BAD) {
    test(`[D Policy] ${what}: policy refused, and the message says what`, async () => {
      await home.policy(text);
      expect(await run()).toMatch(/^policy refused: \S/);
    });
  }

  test('[D Policy] the message says where', async () => {
    await home.policy('version: 1\ndefault_action: allow\ndenied_comands: [rm]\n');
    expect(await run()).toContain('denied_comands');
  });

  test('[9] a version other than 1 is refused', async () => {
    await home.policy('version: 2\ndefault_action: allow\n');
    expect(await run()).toMatch(/^policy refused: .*version/);
  });
});

describe('the order of the checks', () => {
  test('[D Policy] arguments come before the policy', async () => {
    await home.noPolicy();
    expect(await run({ command: 7 })).not.toBe('policy not found');
    expect(await run({ timeout: 'soon' })).not.toBe('policy not found');
  });

  test('[D Policy] the policy comes before the command', async () => {
    await home.noPolicy();
    expect(await run({ command: 'env' })).toBe('policy not found');
    expect(await run({ command: 'no-such-program' })).toBe('policy not found');
  });

  test('[D Policy] the command comes before the keys', async () => {
    await home.policy('version: 1\ndefault_action: deny\n');
    expect(await run({ keys: ['no/such/key'] })).toBe('command not allowed');
    expect(await server.fails('secret_run_with_bindings', { key: 'nope', command: 'echo' })).toBe(
      'command not allowed',
    );
    await home.noPolicy();
    expect(await run({ keys: ['no/such/key'] })).toBe('policy not found');
  });
});
