/** Files that hold the environment of a process, by every spelling of their path. */
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { isLinux } from './support/machine.ts';
import { attacks } from './support/table.ts';
import { ALLOW, lines, NO, shown, useTarget, withOwnServer } from './support/target.ts';

const target = useTarget(async (home) => {
  await symlink('/proc/self/environ', home.file('words.txt'));
  await symlink('words.txt', home.file('again.txt'));
  await symlink('/proc/self', home.file('here'));
  await symlink('/proc', home.file('processes'));
  await symlink('/proc/999999/environ', home.file('later'));
  await symlink('/proc/self/environ', home.file('a*'));
  await symlink('/', home.file('top'));
  await mkdir(home.file('dir'));
  await symlink('/proc/self/environ', home.file('dir/x'));
  await writeFile(home.file('plain'), 'plain words\n');
});

const UP = '../'.repeat(20);

/** Spellings of the path, each read by `cat`. */
const PATHS = `/proc/self/environ
/proc/1/environ
/proc/0001/environ
/proc/999999/environ
//proc//self//environ
///proc/self/environ
/proc/./self/./environ
/./proc/self/environ
/proc/../proc/self/environ
/proc/self/../self/environ
/proc/self/task/../environ
/proc/self/fd/../environ
/proc/self/../1/environ
/tmp/../proc/self/environ
/nonexistent/../proc/self/environ
/sys/../proc/1/environ
${UP}proc/self/environ
./${UP}proc/1/environ
/proc/thread-self/environ
/proc/thread-self/../../environ
/proc/self/task/1/environ
/proc/1/task/1/environ
/proc/self/task/1/../1/environ
/proc/self/root/proc/self/environ
/proc/1/root/proc/1/environ
/proc/self/cwd/words.txt
/proc/self/cwd/${UP}proc/self/environ
/dev/fd/../environ
/dev/fd/../task/1/environ
/proc/self/environ/
/proc/self/environ/.
/proc/self/environ/..//environ
/proc/self/mem
/proc/1/mem
/proc/self/task/1/mem
words.txt
./words.txt
again.txt
here/environ
here/../self/environ
here/task/1/environ
processes/self/environ
processes/1/environ
processes/999999/environ
later
dir/x
dir/../words.txt
top/proc/self/environ
top/proc/../proc/1/environ
a*
dir/*
/proc/*/environ
/proc/[0-9]*/environ
/proc/self/envir?n
/proc/self/e*
/proc/self/[e]nviron
/proc/self/*
/pro?/self/environ
/p*/1/environ
/*/self/environ
{/proc/self/environ,}
/proc/{self,1}/environ
/proc/self/environ%s
%s/proc/self/environ
/proc/self
/proc/1
/proc
/proc/
/proc/self/task
here
processes`;

attacks('policy', [
  ...lines(PATHS)
    .map(([path, ...rest]) => [path, ...rest].join(' '))
    .map((path) => target.denied(['cat', path], `cat ${shown([path])}`)),
  target.denied(['cat', '/proc/self/environ\n'], 'cat of the path with a line break behind it'),
  target.denied(['cat', '\t/proc/self/environ'], 'cat of the path with a tab before it'),
  target.denied(['cat', `${'/.'.repeat(1_000)}/proc/self/environ`], 'cat of the path behind 1,000 dots'),
  target.denied(['cat', `${'../'.repeat(1_000)}proc/self/environ`], 'cat of the path behind 1,000 steps up'),
  target.denied(
    ['cat', ...Array.from({ length: 2_000 }, () => 'plain'), '/proc/self/environ'],
    'cat with the path behind 2,000 other files',
  ),
  {
    input: "cat of the environment of the tool server itself, by the server's number",
    expected: NO,
    attempt: () => target.runEitherWay(['cat', `/proc/${target.server.process.pid}/environ`]),
  },
  {
    input: "head of the memory of the tool server itself, by the server's number",
    expected: NO,
    attempt: () => target.runEitherWay(['head', `/proc/${target.server.process.pid}/mem`]),
  },
  {
    input: 'cat of a link that another program turns to the file between two calls',
    expected: `runs: plain words, then ${NO}`,
    attempt: async () => {
      await symlink('plain', target.home.file('turning'));
      const before = await target.output(ALLOW, ['cat', 'turning']);
      await rename(target.home.file('again.txt'), target.home.file('turning'));
      return `${before}, then ${await target.run(ALLOW, ['cat', 'turning'])}`;
    },
  },
  ...['/proc', '/proc/self', '/proc/1', '/proc/self/task'].map((cwd) => ({
    input: `cat environ, by a tool server whose working directory is ${cwd}`,
    expected: NO,
    unable: !isLinux && 'there is no /proc here',
    attempt: () => withOwnServer(target, { cwd }, (own) => own.run(ALLOW, ['cat', 'environ'])),
  })),
  ...lines(`cat plain
cat /proc/version
cat /proc/cpuinfo
cat /proc/self/status
cat /dev/null
head -n 1 /proc/meminfo
ls
cat ${UP}proc/version
echo environ
echo proc/environment
grep -c words plain
ps aux
ps -ef
ps -o pid,comm`).map((line) => target.runs(line)),
]);
