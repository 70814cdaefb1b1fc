/** The two lists and the default: what counts as the program that an entry names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { type PolicyKeys, which } from '../spec/support/home.ts';
import { missing } from './support/machine.ts';
import { type Attack, attacks } from './support/table.ts';
import {
  ALLOW,
  allowing,
  except,
  type Line,
  lines,
  NO,
  shown,
  useTarget,
  withOwnServer,
} from './support/target.ts';

const target = useTarget(async (home) => {
  const says = (word: string): string => `#!/bin/sh\necho ${word} "$@"\n`;
  await home.write('bin/tool', says('tool'), 0o755);
  await home.write('bin/tool-2', says('tool-2'), 0o755);
  await home.write('bin/other', says('other'), 0o755);
  await home.write('bin/true', says('look-alike'), 0o755);
  await home.write('bin/plain', says('not executable'), 0o644);
  await home.write('elsewhere/tool', says('elsewhere'), 0o755);
  await home.write('echo', says('look-alike'), 0o755);
  await home.write('true', says('look-alike'), 0o755);
  await mkdir(home.file('links'));
  await symlink('../bin/tool', home.file('links/linked'));
  await symlink('linked', home.file('links/twice'));
  await symlink('../bin/tool-2', home.file('links/tool'));
  await symlink(which('touch'), home.file('links/innocent'));
  await symlink('../bin', home.file('links/bin'));
});

const both = (denied: string[], allowed: string[]): PolicyKeys => ({
  ...allowing(...allowed),
  denied_commands: denied,
});
const row = (what: string, policy: PolicyKeys, line: Line, expected: string): Attack => ({
  input: `${shown(line)}, ${what}`,
  expected,
  attempt: () => target.run(policy, line),
});
const TOUCH = which('touch');

attacks('policy', [
  // Deny wins over allow, and matches broadly.
  row('denied and allowed by name', both(['touch'], ['touch']), ['touch', 'x'], NO),
  row('denied by name, allowed by path', both(['touch'], [TOUCH]), [TOUCH, 'x'], NO),
  row('denied by path, allowed by name', both([TOUCH], ['touch']), ['touch', 'x'], NO),
  row('touch denied, the link allowed', both(['touch'], ['links/innocent']), ['links/innocent', 'x'], NO),
  row('denied with its first argument, allowed alone', both(['touch x'], ['touch']), ['touch', 'x', 'y'], NO),
  row('denied alone, allowed with its first argument', both(['touch'], ['touch x']), ['touch', 'x'], NO),
  row('denied behind an allowed launcher', both(['touch'], ['nice', 'touch']), ['nice', 'touch', 'x'], NO),
  row('denied behind an allowed shell', both(['touch'], ['sh']), ['sh', '-c', 'touch x'], NO),
  row('denied by name where everything else is allowed', except('touch'), ['touch', 'x'], NO),
  row('denied by name, called by path', except('touch'), [TOUCH, 'x'], NO),
  row('denied by name, called by another spelling', except('touch'), [`/usr/..${TOUCH}`, 'x'], NO),
  row('denied by name, called by a link', except('touch'), ['links/innocent', 'x'], NO),
  row('denied by path, called by a link', except(TOUCH), ['./links/innocent', 'x'], NO),
  row('the name of the link denied', except('innocent'), ['links/innocent', 'x'], NO),
  row('denied in capitals', except('TOUCH'), ['touch', 'x'], NO),
  row('touch denied, called in capitals', except('touch'), ['TOUCH', 'x'], NO),
  row('touch denied, called in wide letters', except('touch'), ['ｔｏｕｃｈ', 'x'], NO),
  row('touch denied, called with a space behind', except('touch'), ['touch ', 'x'], NO),
  row('touch denied, called with a slash behind', except('touch'), ['touch/', 'x'], NO),
  row('denied by a name in wide letters', except('ｔｏｕｃｈ'), ['touch', 'x'], NO),
  row('a program of that name elsewhere', except('tool'), ['elsewhere/tool'], NO),
  row('denied by a relative path', except('bin/tool'), ['./bin/../bin/tool'], NO),
  row('denied by a relative path, called by a link', except('bin/tool'), ['links/twice'], NO),
  row('denied by a link, called by its target', except('links/linked'), ['bin/tool'], NO),
  row('denied by a link to the directory', except('links/bin/tool'), ['bin/tool'], NO),
  row('touch denied, as an applet', except('touch'), ['busybox', 'touch', 'x'], NO),
  row('busybox denied', except('busybox'), ['busybox', 'true'], NO),
  row('a name that no program has, denied', except('nonesuch'), ['nonesuch'], NO),
  row('denied in several words', except('git push --force'), ['git', 'push', '--force', 'origin'], NO),
  row('denied in several words behind a launcher', except('git push'), ['nice', 'git', 'push'], NO),
  row('denied in several words in a shell', except('git push'), ['sh', '-c', 'cd . && git push'], NO),
  row('denied in several words, computed in a shell', except('git push'), ['sh', '-c', 'git $X'], NO),
  row('the default denied, nothing allowed', allowing(), ['true'], NO),
  // Allow matches narrowly.
  row('only true allowed', allowing('true'), ['touch', 'x'], NO),
  row('only true allowed, behind a launcher', allowing('true'), ['nice', 'true'], NO),
  row('only true allowed, in a shell', allowing('true'), ['sh', '-c', 'true'], NO),
  row('only true allowed, as an applet', allowing('true'), ['busybox', 'true'], NO),
  row('only tru allowed', allowing('tru'), ['true'], NO),
  row('only true.sh allowed', allowing('true.sh'), ['true'], NO),
  row('only TRUE allowed', allowing('TRUE'), ['true'], NO),
  row('only true allowed, called in capitals', allowing('true'), ['TRUE'], NO),
  row('only true allowed, called in wide letters', allowing('true'), ['ｔｒｕｅ'], NO),
  row('only true allowed, called with a space behind', allowing('true'), ['true '], NO),
  row('only true allowed, called with a line break behind', allowing('true'), ['true\n'], NO),
  row('only tru* allowed', allowing('tru*'), ['true'], NO),
  row('only * allowed', allowing('*'), ['true'], NO),
  row('only /usr/bin allowed', allowing('/usr/bin'), ['/usr/bin/true'], NO),
  row('only /usr/bin/ allowed', allowing('/usr/bin/'), ['/usr/bin/true'], NO),
  row('only /usr/bin/* allowed', allowing('/usr/bin/*'), ['/usr/bin/true'], NO),
  row('a look-alike in the working directory', allowing('true'), ['./true'], NO),
  row('a look-alike in a directory below', allowing('true'), ['bin/true'], NO),
  row('only tool allowed, which is on no PATH', allowing('tool'), ['bin/tool'], NO),
  row('another file of the same name', allowing('bin/tool'), ['elsewhere/tool'], NO),
  row('the target of an allowed link that has another name', allowing('links/tool'), ['bin/tool-2'], NO),
  row('another link to the target of an allowed link', allowing('links/twice'), ['links/linked'], NO),
  row('allowed in two words, called with another second', allowing('echo push'), ['echo', 'pull'], NO),
  row('allowed in two words, called without', allowing('echo push'), ['echo'], NO),
  row(
    'allowed in two words, called with an option before',
    allowing('echo push'),
    ['echo', '-n', 'push'],
    NO,
  ),
  row('allowed in two words, called with them in one', allowing('echo push'), ['echo', 'push it'], NO),
  row('allowed in two words, called with a part', allowing('echo push'), ['echo', 'pus'], NO),
  row('allowed in two words, called with both in the name', allowing('echo push'), ['echo push'], NO),
  row(
    'git status allowed, git with a setting before it',
    allowing('git status'),
    ['git', '-c', 'a.b=!x', 'status'],
    NO,
  ),
  // What must go on.
  row('allowed by name (must work)', allowing('true'), ['true'], 'runs'),
  row('allowed by name, called by its path (must work)', allowing('true'), [which('true')], 'runs'),
  row('allowed by its path, called by name (must work)', allowing(which('true')), ['true'], 'runs'),
  row('allowed by a relative path (must work)', allowing('bin/tool'), ['./bin/tool'], 'runs'),
  row('allowed by its file, called by a link (must work)', allowing('bin/tool'), ['links/linked'], 'runs'),
  row('allowed by a link (must work)', allowing('links/linked'), ['links/linked'], 'runs'),
  row('allowed in two words (must work)', allowing('echo push'), ['echo', 'push', 'it'], 'runs'),
  row('another argument denied (must work)', except('echo push'), ['echo', 'pull'], 'runs'),
  row('another program denied (must work)', except('touch', 'git push'), ['true'], 'runs'),
  row('only the default allowed (must work)', ALLOW, ['true'], 'runs'),
  // Not a program.
  row('a directory', ALLOW, ['./bin'], 'command not executable: ./bin'),
  row('a file that may not be executed', ALLOW, ['bin/plain'], 'command not executable: bin/plain'),
]);

/** What ran tells itself by what it prints. */
const prints = (input: string, policy: PolicyKeys, line: Line, expected: string): Attack => ({
  input: `${shown(line)}: ${input}`,
  expected,
  attempt: () => target.output(policy, line),
});

/** A tool server whose PATH leads to look-alikes first: by entries that depend on where it stands. */
const LOOSE = ['.', 'bin', './bin', '', '../x', '~/bin', '$HOME/bin'].join(':');
const onLoosePath = (line: Line, policy: PolicyKeys, expected: string, input: string): Attack => ({
  input: `${shown(line)} with relative and empty entries first on the PATH: ${input}`,
  expected,
  attempt: () => {
    const PATH = `${LOOSE}:${target.home.env['PATH'] ?? ''}:`;
    return withOwnServer(target, { env: { PATH } }, (own) => own.output(policy, line));
  },
});

attacks('policy', [
  prints('a look-alike in the working directory does not run', ALLOW, ['echo', 'right'], 'runs: right'),
  prints('nor where the name is allowed', allowing('echo'), ['echo', 'right'], 'runs: right'),
  prints('a link keeps its own name', ALLOW, ['links/linked', 'a'], 'runs: tool a'),
  onLoosePath(['echo', 'right'], ALLOW, 'runs: right', 'the look-alikes do not run'),
  onLoosePath(['echo', 'right'], allowing('echo'), 'runs: right', 'nor where the name is allowed'),
  onLoosePath(['tool'], allowing('tool'), 'command not found: tool', 'a program that only they lead to'),
]);

/** Turns a link between two programs as fast as it can. */
const TURN = `
const fs = require('node:fs');
const [link, ...programs] = process.argv.slice(1);
// The one before may have been killed between its two steps.
fs.rmSync(link + '.new', { force: true });
process.stdout.write('turning');
for (let i = 0; ; i++) {
  fs.symlinkSync(programs[i % programs.length], link + '.new');
  fs.renameSync(link + '.new', link);
  if (i % 64 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}`;

/** Calls a link that turns all the time between an allowed program and another one; tells all that was seen. */
async function raced(policy: PolicyKeys, programs: readonly string[], good: RegExp): Promise<string> {
  await rm(target.home.file('turned'), { force: true });
  const turner = spawn(process.execPath, ['-e', TURN, target.home.file('turned'), ...programs]);
  const closed = once(turner, 'close');
  try {
    await once(turner.stdout, 'data');
    const seen = new Set<string>();
    for (let i = 0; i < 40; i++) seen.add(await target.output(policy, ['./turned']));
    if (turner.exitCode !== null) return 'the link has stopped turning';
    const wrong = [...seen].filter((outcome) => !good.test(outcome));
    return wrong.length === 0 ? 'only what is allowed ran' : wrong.join(', ');
  } finally {
    turner.kill('SIGKILL');
    await closed;
  }
}

attacks('policy', [
  {
    input: 'a link that turns between an allowed and another program during 40 calls',
    expected: 'only what is allowed ran',
    attempt: () =>
      raced(
        allowing('bin/tool'),
        ['bin/tool', 'bin/other'],
        /^(runs: tool|command not (allowed|found: .*))$/,
      ),
  },
  {
    input: 'a link that turns between a denied and another program during 40 calls',
    expected: 'only what is allowed ran',
    attempt: () =>
      raced(except('other'), ['bin/tool', 'bin/other'], /^(runs: tool|command not (allowed|found: .*))$/),
  },
  {
    input: 'a link that turns between true and env during 40 calls',
    expected: 'only what is allowed ran',
    attempt: () => raced(ALLOW, [which('true'), which('env')], /^(runs|command not (allowed|found: .*))$/),
  },
  {
    input: 'a program that edits the policy, without a sandbox (not held: the next call goes by the new one)',
    expected: 'runs, then runs',
    attempt: async () => {
      const text = `s/deny/allow/`;
      const edited = await target.run(allowing('sed'), ['sed', '-i', text, target.home.policyFile]);
      return `${edited}, then ${(await target.ask({ keys: ['app'], command: 'true' })).outcome}`;
    },
  },
  {
    input: 'a program that loosens the mode of the policy: nothing runs any more',
    expected: 'runs, then policy refused: the file has mode 0644, must be 0600',
    attempt: async () => {
      const edited = await target.run(allowing('chmod'), ['chmod', '644', target.home.policyFile]);
      return `${edited}, then ${(await target.ask({ keys: ['app'], command: 'chmod' })).outcome}`;
    },
  },
  {
    input: 'a refused call leaves no trace but its record: nothing of it ran',
    expected: `${NO}, words`,
    attempt: async () => {
      await target.home.write('kept', 'words');
      const outcome = await target.run(allowing('true'), ['rm', 'kept']);
      return `${outcome}, ${await readFile(target.home.file('kept'), 'utf8')}`;
    },
  },
  ...['env', 'printenv', 'set', 'export', '/usr/bin/env'].map((command) => ({
    input: `${command} through secret_run_with_bindings`,
    expected: NO,
    attempt: async () => {
      await target.home.policy(ALLOW);
      return (await target.ask({ key: 'app', command }, 'secret_run_with_bindings')).outcome;
    },
  })),
  ...lines(`python3 -c 1
perl -e 1
ruby -e 1
node -e 1
awk 1
bash script
sh -c true
busybox true
make
git status
vim -es
gdb --version
ssh host
find .
xargs true
nice true
./bin/tool
bin/other
ld.so /usr/bin/true`).map((line) =>
    row('with default_action: deny and only true allowed', allowing('true'), line, NO),
  ),
  ...lines(`python3 -c pass
perl -e 1
git --version
find . -maxdepth 0
tar --version
ls bin
cat bin/tool
sed -n 1p bin/tool
grep -c echo bin/tool
date
./bin/tool
bin/tool env set export
links/linked
printf %d%s 1
test 1 = 1`).map((line) =>
    target.runs(
      line,
      shown(line),
      missing(line[0]) && !line[0].includes('/') && `there is no ${line[0]} here`,
    ),
  ),
]);
