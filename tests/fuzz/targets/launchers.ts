import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import * as fc from 'fast-check';
import { judge } from '../../../src/domain/policy/judge.ts';
import type { Policy, Verdict, World } from '../../../src/domain/policy/policy.ts';
import { createWorld } from '../../../src/process/resolve.ts';
import { policyWith } from '../../domain/policy/fake-world.ts';
import { DENIED_ENTRIES, deniedChain } from '../support/chains.ts';
import { installedNames, installedWorld } from '../support/installed.ts';
import { within } from '../support/time.ts';
import { claim, type Target } from '../target.ts';

const LONGEST_MS = 5000;

const shellPieces = [
  '$(',
  ')',
  '`',
  '${a:-',
  '}',
  '$((',
  '))',
  '"',
  "'",
  "$'",
  '\\',
  '<<E\n',
  'E\n',
  '<<<',
  '<(',
  '>',
  '2>&1',
  '|',
  '&',
  ';',
  ';;',
  '\n',
  ' ',
  'if ',
  'then ',
  'fi',
  'for i in ',
  'do ',
  'done',
  'case a in a) ',
  'esac',
  '{ ',
  '( ',
  '[[ ',
  'a=',
  '$a',
  '~',
  '*',
  '?',
  '[a]',
  '{a,b}',
  '#',
  'f() ',
  'eval ',
  'exec ',
  'export ',
  'cd /tmp; ',
  '! ',
  'env',
  'ls ',
];
const shellText = fc
  .array(fc.constantFrom(...shellPieces, ...installedNames), { maxLength: 14 })
  .map((pieces) => pieces.join(''));
const option = fc.constantFrom(
  '-',
  '--',
  '-c',
  '-x',
  '-n',
  '-n1',
  '-I{}',
  '{}',
  '+',
  ';',
  '-exec',
  '--to-command=env',
  '-u',
  'me',
  'A=1',
  ':::',
  '5',
  '/proc/self/environ',
  '/proc',
  '..',
  '/',
  '%2fproc',
  '@/proc/1/environ',
  '\u00a0',
  '\u202e',
  'é',
  '',
  'ENV',
  '-s',
);
const word = fc.oneof(fc.constantFrom(...installedNames), option, shellText, fc.string({ maxLength: 6 }));
const line = fc.array(word, { minLength: 1, maxLength: 10 });

const repeated = fc.tuple(
  fc.constantFrom('strace', 'tmux', 'nice', 'find', 'xargs', 'npm', 'sudo', 'sh', 'tar', 'git'),
  fc.array(word, { minLength: 1, maxLength: 3 }),
  fc.integer({ min: 1, max: 5000 }),
);
const longText = fc.tuple(
  fc.array(fc.constantFrom(...shellPieces, './a;', 'ls;', ':/a', ',a', '%2e'), {
    minLength: 1,
    maxLength: 4,
  }),
  fc.integer({ min: 1, max: 8000 }),
);

export function launchersTarget(): Target {
  return {
    claims: [
      claim(
        'a chain of launchers and shells that ends in a denied command is refused',
        300,
        fc.asyncProperty(deniedChain, async (chain) => {
          const { ok } = await verdict(policyWith({ deniedCommands: DENIED_ENTRIES }), chain);
          assert.equal(ok, false);
        }),
      ),
      claim(
        'any words at all get a verdict that more rules cannot loosen',
        200,
        fc.asyncProperty(line, staysRefused),
      ),
      claim(
        'a command of many words is judged in time',
        2,
        fc.asyncProperty(fc.noShrink(repeated), async ([command, words, times]) => {
          const long = [command, ...Array.from({ length: times }, () => words).flat()];
          await within(LONGEST_MS, `${words.length * times} words`, () =>
            verdict(policyWith(), long, realWorld()),
          );
        }),
      ),
      claim(
        'a long text is judged in time, as a script and as an argument',
        2,
        fc.asyncProperty(fc.noShrink(longText), async ([pieces, length]) => {
          const unit = pieces.join('');
          const text = unit.repeat(Math.ceil(length / unit.length));
          await within(LONGEST_MS, `${text.length} characters`, () =>
            verdict(policyWith(), ['sh', '-c', text], realWorld()),
          );
          await within(LONGEST_MS, `${text.length} characters`, () =>
            verdict(policyWith(), ['ls', text], realWorld()),
          );
        }),
      ),
    ],
  };
}

function verdict(
  policy: Policy,
  [command = '', ...args]: readonly string[],
  world = installedWorld(),
): Promise<Verdict> {
  return judge(policy, command, args, world);
}

/** With the paths of this system: how long looking at them takes counts too. */
function realWorld(): World {
  const installed = installedWorld();
  return { ...createWorld({ cwd: tmpdir(), path: '' }), resolve: (given) => installed.resolve(given) };
}

async function staysRefused(words: readonly string[]): Promise<void> {
  const open = await verdict(policyWith(), words);
  const closed = await verdict(policyWith({ defaultAction: 'deny' }), words);
  assert.equal(closed.ok, false, 'nothing is allowed, and yet');
  const stricter = await verdict(policyWith({ deniedCommands: DENIED_ENTRIES }), words);
  assert.ok(open.ok || !stricter.ok, 'one more entry in denied_commands let it through');
  if (open.ok) return;
  assert.match(open.rule, /^always denied: /);
  const allowing = await verdict(policyWith({ allowedCommands: [words[0] ?? '', 'nice'] }), words);
  assert.deepEqual(allowing, open);
  // A NUL byte ends the judging first; no launcher changes that.
  const behind = await verdict(policyWith(), ['nice', '--', ...words]);
  assert.equal(behind.ok, false, 'behind nice it is let through');
}
