import { mkdir, symlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MODERN, useServer, withServer, failure, type ToolServer } from './support/client.ts';
import { useVault, which, type PolicyKeys } from './support/home.ts';

const DENY = (denied: string[]): PolicyKeys => ({
  version: 1,
  default_action: 'allow',
  denied_commands: denied,
});
const ALLOW = (allowed: string[]): PolicyKeys => ({
  version: 1,
  default_action: 'deny',
  allowed_commands: allowed,
});
const NO = 'command not allowed';

const home = useVault(async (fresh) => {
  await fresh.set('app', 'a value of some length');
  await mkdir(fresh.file('bin'));
  await fresh.write('bin/tool', '#!/bin/sh\necho tool "$@"\n', 0o755);
  await fresh.write('other/tool', '#!/bin/sh\necho other tool "$@"\n', 0o755);
  await symlink(fresh.file('bin/tool'), fresh.file('bin/linked'));
  await symlink(which('env'), fresh.file('bin/innocent'));
  await symlink(which('printenv'), fresh.file('bin/harmless'));
  await symlink(which('cat'), fresh.file('bin/feline'));
  await symlink('/proc/self/environ', fresh.file('text.txt'));
  await symlink('/proc/self', fresh.file('here'));
});
const server = useServer(home, MODERN);

const verdict = async (to: ToolServer, command: string, args: string[] = []): Promise<string> => {
  const answer = await to.call('secret_run', { keys: ['app'], command, args });
  return answer.isError ? failure(answer) : 'runs';
};

type Case = [string, PolicyKeys, string, string[], string];

/** What is shown, policy, command and arguments, verdict. `~` stands for the home. */
const CASES: Case[] = [
  // Entries.
  ['an entry may be a command name', ALLOW(['echo']), 'echo', ['x'], 'runs'],
  ['an entry may be an absolute path', ALLOW(['~/bin/tool']), '~/bin/tool', [], 'runs'],
  [
    'an entry may be a relative path, from the working directory of the server',
    ALLOW(['./bin/tool']),
    './bin/tool',
    [],
    'runs',
  ],
  [
    'an entry may be several words: they must be the first arguments',
    ALLOW(['echo push']),
    'echo',
    ['push', 'x'],
    'runs',
  ],
  ['several words: other arguments are not allowed by it', ALLOW(['echo push']), 'echo', ['pull'], NO],
  ['several words: not behind another argument', ALLOW(['echo push']), 'echo', ['-n', 'push'], NO],
  ['several words: not as a part of an argument', ALLOW(['echo push']), 'echo', ['pushy'], NO],
  ['several words: not without them', ALLOW(['echo push']), 'echo', [], NO],
  ['a denied entry of several words blocks them', DENY(['echo push']), 'echo', ['push', 'x'], NO],
  ['a denied entry of several words leaves others', DENY(['echo push']), 'echo', ['pull'], 'runs'],
  // Deny matches broadly.
  ['deny matches the name as given', DENY(['echo']), 'echo', [], NO],
  ['deny by name matches the program under its path', DENY(['echo']), which('echo'), [], NO],
  ['deny by name matches a program of that name anywhere', DENY(['tool']), '~/other/tool', [], NO],
  ['deny by name matches a link to the program', DENY(['tool']), '~/bin/linked', [], NO],
  ['deny by name matches the name of the link', DENY(['linked']), '~/bin/linked', [], NO],
  ['deny by path matches the path', DENY(['~/bin/tool']), '~/bin/tool', [], NO],
  ['deny by path matches a link to it', DENY(['~/bin/tool']), '~/bin/linked', [], NO],
  ['deny by path matches another spelling of it', DENY(['~/bin/tool']), '~/other/../bin/./tool', [], NO],
  ['deny matches a name that no program has', DENY(['nonesuch']), 'nonesuch', [], NO],
  ['deny does not match another program', DENY(['tool']), 'echo', [], 'runs'],
  // Allow matches narrowly.
  ['allow by name matches what the name resolves to on PATH', ALLOW(['echo']), which('echo'), [], 'runs'],
  ['allow by name does not match a program of that name elsewhere', ALLOW(['tool']), '~/other/tool', [], NO],
  [
    'allow by name does not match a program of that name in the working directory',
    ALLOW(['tool']),
    './bin/tool',
    [],
    NO,
  ],
  ['allow by path matches only the same file', ALLOW(['~/bin/tool']), '~/other/tool', [], NO],
  [
    'allow by path matches another spelling of the same file',
    ALLOW(['~/bin/tool']),
    '~/other/../bin/tool',
    [],
    'runs',
  ],
  ['allow is case-sensitive', ALLOW(['ECHO']), 'echo', [], NO],
  // The four names.
  ['env is denied under its path', DENY([]), which('env'), ['true'], NO],
  [
    'env is denied under another spelling of its path',
    DENY([]),
    `${dirname(which('env'))}/../bin/env`,
    ['true'],
    NO,
  ],
  ['env is denied under a link with another name', DENY([]), '~/bin/innocent', ['true'], NO],
  [
    'env is denied under a link though the link is allowed',
    ALLOW(['~/bin/innocent']),
    '~/bin/innocent',
    ['true'],
    NO,
  ],
  ['printenv is denied under a link with another name', DENY([]), '~/bin/harmless', [], NO],
  ['set is judged though no such program exists', DENY([]), 'set', [], NO],
  ['export is judged though no such program exists', ALLOW(['export']), 'export', ['-p'], NO],
  // Readers on a process environment file.
  ['cat on /proc/self/environ', DENY([]), 'cat', ['/proc/self/environ'], NO],
  ['cat with a doubled slash', DENY([]), 'cat', ['//proc//self/environ'], NO],
  ['cat with a path that goes up', DENY([]), 'cat', ['/proc/self/../self/environ'], NO],
  ['cat on the environ of a task', DENY([]), 'cat', ['/proc/self/task/1/environ'], NO],
  ['cat on thread-self', DENY([]), 'cat', ['/proc/thread-self/environ'], NO],
  ['cat on a link to it', DENY([]), 'cat', ['text.txt'], NO],
  ['cat on a path through a link', DENY([]), 'cat', ['here/environ'], NO],
  ['cat under its path', DENY([]), which('cat'), ['/proc/1/environ'], NO],
  ['cat under a link', DENY([]), '~/bin/feline', ['/proc/1/environ'], NO],
  ...'head tail less more strings xxd od hexdump grep sed awk tac nl base64 cp sort'
    .split(' ')
    .map((reader): Case => [`${reader} on it`, DENY([]), reader, ['x', '/proc/self/environ'], NO]),
  ['dd from it', DENY([]), 'dd', ['if=/proc/self/environ'], NO],
  ['cat on another file of /proc is no matter', DENY([]), 'cat', ['/proc/version'], 'runs'],
];

const expand = (text: string): string => text.replaceAll('~', home.dir);

describe('commands', () => {
  for (const [what, policy, command, args, expected] of CASES) {
    test(`[D Policy] ${what}: ${expected}`, async () => {
      await home.policy(expand(JSON.stringify(policy)));
      expect(await verdict(server, expand(command), args.map(expand))).toBe(expected);
    });
  }

  test('[D Policy] an allowed entry is no pattern', async () => {
    await home.policy(ALLOW(['ech*']));
    expect(await verdict(server, 'echo')).not.toBe('runs');
  });

  test('[D Policy] relative PATH entries do not count: a bare name is not found in the working directory', () =>
    withServer(
      home,
      async (other) => {
        await home.policy(ALLOW(['tool']));
        expect(await verdict(other, 'tool')).not.toBe('runs');
      },
      { env: { PATH: `.:bin:${home.env['PATH']}` }, cwd: home.file('bin') },
    ));

  test('[D Policy] a bare name resolves on the PATH of the server', () =>
    withServer(
      home,
      async (other) => {
        await home.policy(ALLOW(['tool']));
        expect(await verdict(other, 'tool')).toBe('runs');
        expect(await verdict(other, home.file('bin/tool'))).toBe('runs');
        expect(await verdict(other, home.file('other/tool'))).toBe(NO);
      },
      { env: { PATH: `${home.file('bin')}:${home.env['PATH']}` } },
    ));

  test('[D Policy] argv[0] is the name as given', async () => {
    await home.policy(DENY([]));
    await symlink('/bin/sh', home.file('bin/my-shell'));
    const run = await server.ok('secret_run', {
      keys: [],
      command: home.file('bin/my-shell'),
      args: ['-c', 'echo "$0"'],
    });
    expect(String(run['stdout'])).toContain('my-shell');
  });
});
