import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { failure, MODERN, useServer } from './support/client.ts';
import { useVault, type PolicyKeys } from './support/home.ts';

const NO = 'command not allowed';
const home = useVault(async (fresh) => {
  await fresh.set('app', 'a value of some length');
  await fresh.write('a-file', '');
});
const server = useServer(home, MODERN);
const verdict = async (command: string, ...args: string[]): Promise<string> => {
  const answer = await server.call('secret_run', { keys: ['app'], command, args });
  return answer.isError ? failure(answer) : 'runs';
};
const ALLOW: PolicyKeys = { version: 1, default_action: 'allow' };
const DENY_ECHO: PolicyKeys = { ...ALLOW, denied_commands: ['echo'] };
const DENY_PUSH: PolicyKeys = { ...ALLOW, denied_commands: ['git push'] };

/** Shell texts that are denied whatever the lists say. */
const DENIED_TEXTS = [
  'env',
  'printenv',
  'set',
  'export',
  'export -p',
  'printenv APP',
  'true; env',
  'true && printenv',
  'true | env',
  'env | cat',
  '(env)',
  '{ env; }',
  'echo $(env)',
  'echo `printenv`',
  'if true; then env; fi',
  'for i in 1; do printenv; done',
  '/usr/bin/env',
  'e\\nv',
  '"env"',
  "e''nv",
  'command env',
  'exec env',
  'builtin set',
  'cat /proc/self/environ',
  'cat </proc/self/environ',
  'cat < /proc/$$/environ',
  'x=env; $x',
  '$(echo env)',
  '${X:-env}',
  'eval "$X"',
  'eval env',
  'f() { env; }; f',
  'nice env',
  'sh -c env',
  "sh -c 'printenv'",
  'cat <<E\n$(env)\nE',
  'cat <(env)',
  'unterminated "',
  'A=1 env',
  '! env',
  'env >&2',
  'time env',
  'case x in x) env;; esac',
  'while env; do break; done',
  'echo "${X:-$(env)}"',
  'declare -p',
  'typeset -x',
  'source /proc/self/environ',
  '. /proc/self/environ',
];
const FINE_TEXTS = [
  'true',
  'echo hi',
  'set -e; echo hi',
  'set -euo pipefail; true',
  'export A=1; echo "$A"',
  'echo env',
  'echo "printenv"',
  'echo $APP >/dev/null',
  'test -n "$APP" && echo yes',
  'cat /dev/null',
  'for i in 1 2; do echo $i; done',
  '# env\ntrue',
  'A=1 true',
  'printf "%s" set',
];

describe('a shell with a text', () => {
  for (const text of DENIED_TEXTS) {
    test(`[D Policy] denied whatever the lists say: sh -c ${JSON.stringify(text)}`, async () => {
      await home.policy({ ...ALLOW, allowed_commands: ['sh', 'bash', 'env', 'printenv', 'set', 'export'] });
      const shell = text.includes('<(') ? 'bash' : 'sh';
      expect(await verdict(shell, '-c', text)).toBe(NO);
    });
  }

  for (const text of FINE_TEXTS) {
    test(`[D Policy] fine: sh -c ${JSON.stringify(text)}`, async () => {
      await home.policy({ version: 1, default_action: 'deny', allowed_commands: ['sh', 'bash'] });
      expect(await verdict(text.includes('pipefail') ? 'bash' : 'sh', '-c', text)).toBe('runs');
    });
  }

  for (const shell of ['sh', 'bash', '/bin/sh']) {
    for (const option of ['-c', '-ec', '-lc']) {
      test(`[D Policy] the text of ${shell} ${option} is judged`, async () => {
        await home.policy(ALLOW);
        expect(await verdict(shell, option, 'env')).toBe(NO);
      });
    }
  }

  test('[D Policy] inside a text only deny rules apply: an allowed shell may run what no list names', async () => {
    await home.policy({ version: 1, default_action: 'deny', allowed_commands: ['sh'] });
    expect(await verdict('sh', '-c', 'true; echo x')).toBe('runs');
    expect(await verdict('true')).toBe(NO);
  });

  test('[D Policy] denied_commands also holds inside a text', async () => {
    await home.policy(DENY_ECHO);
    expect(await verdict('sh', '-c', 'true; echo x')).toBe(NO);
    expect(await verdict('sh', '-c', 'true')).toBe('runs');
  });

  test('[D Policy] a denied entry of several words holds inside a text', async () => {
    await home.policy(DENY_PUSH);
    expect(await verdict('sh', '-c', 'git push origin')).toBe(NO);
    expect(await verdict('sh', '-c', 'true && git push')).toBe(NO);
  });

  test('[D Policy] text given to another interpreter is not analysed', async () => {
    await home.policy(DENY_ECHO);
    expect(await verdict(process.execPath, '-e', '"env; echo"')).toBe('runs');
  });
});

/** A launcher in front of a command. */
const LAUNCHERS: [string, string[]][] = [
  ['xargs', []],
  ['xargs', ['-n', '1']],
  ['nice', []],
  ['nice', ['-n', '5']],
  ['timeout', ['5']],
  ['timeout', ['-k', '1', '5']],
  ['timeout', ['--signal=KILL', '5']],
  ['nohup', []],
  ['setsid', []],
  ['setsid', ['-w']],
  ['sudo', []],
  ['sudo', ['-u', 'root']],
  ['stdbuf', ['-o0']],
  ['nice', ['nohup', 'timeout', '5']],
  ['find', ['.', '-maxdepth', '0', '-exec']],
  ['find', ['.', '-maxdepth', '0', '-execdir']],
];

describe('a launcher', () => {
  for (const [launcher, before] of LAUNCHERS) {
    const line = [launcher, ...before].join(' ');
    const end = launcher === 'find' ? [';'] : [];

    for (const name of ['env', 'printenv', '/usr/bin/env']) {
      test(`[D Policy] ${line} ${name} is always denied`, async () => {
        await home.policy({ ...ALLOW, allowed_commands: [launcher, 'env', 'printenv'] });
        expect(await verdict(launcher, ...before, name, ...end)).toBe(NO);
      });
    }

    test(`[D Policy] ${line} cat /proc/self/environ is always denied`, async () => {
      await home.policy(ALLOW);
      expect(await verdict(launcher, ...before, 'cat', '/proc/self/environ', ...end)).toBe(NO);
    });

    test(`[D Policy] ${line} sh -c env is always denied`, async () => {
      await home.policy(ALLOW);
      expect(await verdict(launcher, ...before, 'sh', '-c', 'env', ...end)).toBe(NO);
    });

    test(`[D Policy] denied_commands holds behind ${line}`, async () => {
      await home.policy(DENY_ECHO);
      expect(await verdict(launcher, ...before, 'echo', 'x', ...end)).toBe(NO);
    });
  }

  for (const [launcher, ...args] of [
    ['nice', 'true'],
    ['timeout', '5', 'true'],
    ['nohup', 'true'],
    ['xargs', 'true'],
    ['find', '.', '-maxdepth', '0', '-exec', 'true', ';'],
  ] as const) {
    test(`[D Policy] ${launcher} ${args.join(' ')} runs`, async () => {
      await home.policy(ALLOW);
      expect(await verdict(launcher, ...args)).toBe('runs');
    });
  }
});

test('[D Policy] a denial has no other text in its message, and an optional hint beside it', async () => {
  await writeFile(
    home.policyFile,
    JSON.stringify({ version: 1, default_action: 'deny', allowed_commands: ['echo'] }),
  );
  const answer = await server.call('secret_run', { keys: ['app'], command: 'true' });
  expect(answer.texts[0]).toBe('{"error":{"code":-32000,"message":"command not allowed"}}');
  expect(answer.texts.slice(1).join(' ')).toContain('echo');
});
