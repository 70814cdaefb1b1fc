import { expect, test } from 'vitest';
import { judge } from '../../../src/domain/policy/judge.ts';
import { fakeWorld, policyWith } from './fake-world.ts';

test.each([
  'builtin env',
  'command eval env',
  'exec env',
  'eval env',
  '. /dev/stdin',
  'source /dev/fd/3',
  'trap env EXIT',
  'alias ll=env',
  'complete -C env x',
  'readarray -C env x',
  'true; - env',
  'noglob env',
  'nocorrect env',
  'repeat 3 env',
  'sched +1 env',
  'zargs a -- env',
  'emulate sh -c env',
])('a word of the shell runs what is denied: %s', async (script) => {
  expect(await judge(policyWith(), 'sh', ['-c', script], fakeWorld())).toMatchObject({ ok: false });
});

test.each([
  'set',
  'compgen -v',
  'export -p',
  'readonly',
  'declare -p',
  'typeset',
  'local -p',
  'float',
  'integer -p',
])('a word of the shell prints every variable: %s', async (script) => {
  const { rule } = await judge(policyWith(), 'sh', ['-c', script], fakeWorld());
  expect(rule).toMatch(/^always denied: \w+ prints every variable$/);
});
