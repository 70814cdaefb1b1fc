/** The four names of service.md 5.2, by every path and under every disguise. */
import { linkSync, mkdtempSync, rmSync } from 'node:fs';
import { link, mkdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { which } from '../spec/support/home.ts';
import { missing } from './support/machine.ts';
import { attacks } from './support/table.ts';
import { ALLOW, lines, shown, useTarget } from './support/target.ts';

/** Link in the working directory, and the program it leads to. */
const LINKS = {
  innocent: 'env',
  harmless: 'printenv',
  'env.sh': 'env',
  'a b': 'printenv',
  calm: 'nice',
  shell: 'sh',
  Bourne: 'bash',
  seeker: 'find',
};
/** The same for busybox. */
const APPLETS = [
  'env',
  'printenv',
  'nice',
  'xargs',
  'find',
  'sh',
  'true',
  'busybox+x',
  'busybox.env',
  'busyboxes',
];
/** Hard links, the same way. */
const HARD = { 'hard-env': 'env', 'hard-printenv': 'printenv', 'hard-nice': 'nice', 'hard-shell': 'bash' };

const noHardLinks = ((): string | false => {
  const dir = mkdtempSync(join(tmpdir(), 'vaultctl-links-'));
  try {
    linkSync(which('env'), join(dir, 'env'));
    return false;
  } catch {
    return 'a file of the system can have no second name here';
  } finally {
    rmSync(dir, { recursive: true });
  }
})();
const noBusybox = missing('busybox');
const noProc = missing('/proc/self/root');

const target = useTarget(async (home) => {
  for (const [name, program] of Object.entries(LINKS)) await symlink(which(program), home.file(name));
  await symlink('innocent', home.file('chain'));
  await symlink('chain', home.file('longer-chain'));
  await symlink('/usr/bin', home.file('programs'));
  await mkdir(home.file('bb'));
  if (noBusybox === false) for (const name of APPLETS) await symlink(which('busybox'), home.file('bb', name));
  if (noHardLinks === false)
    for (const [name, program] of Object.entries(HARD)) await link(which(program), home.file(name));
});

const UP = '../'.repeat(20);

attacks('policy', [
  ...lines(`env
env true
env -i
env -i true
env -0
env --null
env -S printenv
env -u HOME
env A=1 true
env --help
printenv
printenv APP
printenv -0
printenv --version
set
set -x
set --
export
export -p
export APP
/usr/bin/env
/bin/env
//usr//bin//env
///usr/bin/env
/./usr/./bin/./env
/usr/bin/../bin/env
/usr/lib/../bin/printenv
/usr/sbin/../bin/env
/usr/bin/env true
/nonexistent/../usr/bin/env
/bin/set
/usr/bin/export
./set
ENV
Env
eNV
PRINTENV
PrintEnv
SET
EXPORT
genv
gprintenv
./innocent
./harmless
./env.sh
././innocent
./chain
./longer-chain
programs/env
programs/printenv APP
programs/../bin/env
./calm env
./calm -n 5 ./innocent
./seeker . -maxdepth 0 -exec env ;
./shell -c env
./Bourne -c printenv`).map((line) => target.denied(line)),
  target.denied([`${UP}usr/bin/env`], 'env by a path that goes up from the working directory past the root'),
  target.denied(['./a b'], 'a link to printenv with a space in its name'),
  target.denied(['./a b', 'APP'], 'a link to printenv with a space in its name, and one variable'),
]);

attacks('policy', [
  ...lines(`/proc/self/root/usr/bin/env
/proc/thread-self/root/usr/bin/env
/proc/self/cwd/innocent
/proc/self/exe
/proc/self/exe --version
/proc/1/root/usr/bin/env
/dev/fd/../root/usr/bin/env
/dev/fd/0`).map((line) => ({ ...target.denied(line), unable: noProc })),
  ...lines(`./hard-env
./hard-env true
./hard-printenv APP
./hard-nice env
./hard-shell -c env`).map((line) => ({
    ...target.denied(line, `a hard link: ${shown(line)}`),
    unable: noHardLinks,
  })),
  ...lines(`busybox env
busybox printenv APP
busybox busybox env
busybox busybox busybox printenv
/bin/busybox env
/usr/bin/../bin/busybox env
busybox ENV
busybox /usr/bin/env
busybox sh -c env
busybox ash -c printenv
busybox sh
busybox nice env
busybox nice -n 1 busybox env
busybox timeout 5 env
busybox xargs env
busybox xargs busybox env
busybox find . -maxdepth 0 -exec env ;
busybox setsid env
busybox time env
busybox watch env
busybox unshare env
busybox chroot / env
busybox setpriv --nnp env
busybox start-stop-daemon -S -x /usr/bin/env
busybox openvt -w env
busybox cttyhack env
busybox linux64 env
busybox taskset 1 env
busybox ionice env
busybox tar -c -f x --to-command=env
busybox cat /proc/self/environ
busybox tac /proc/self/environ
busybox xxd /proc/self/environ
busybox dd if=/proc/self/environ
./bb/env
./bb/env true
./bb/printenv APP
./bb/nice env
./bb/nice ./bb/env
./bb/xargs printenv
./bb/find . -maxdepth 0 -exec ./bb/env ;
./bb/sh -c env
./bb/sh -c ./bb/env
./bb/busybox+x env
./bb/busybox.env printenv
./bb/busyboxes sh -c env
nice ./bb/busyboxes env`).map((line) => target.denied(line)),
  target.runs(['busybox', 'true'], 'another applet of busybox', noBusybox),
  target.runs(['./bb/true'], 'a link to busybox by the name of another applet', noBusybox),
]);

/** What looks like one of the names, or would be cut to one by a careless reader. */
const DISGUISED = [
  'ｅｎｖ',
  'ｐｒｉｎｔｅｎｖ',
  'ⓔⓝⓥ',
  '𝐞𝐧𝐯',
  '𝚙𝚛𝚒𝚗𝚝𝚎𝚗𝚟',
  'ſet',
  'ｅxport',
  'e\u200bnv',
  'env\u200b',
  '\ufeffenv',
  'e\u00adnv',
  'en\u034fv',
  'env\ufe0f',
  '\u202eenv',
  'env\u2066',
  'env\u{e0041}',
  'env\u00a0',
  'env\u3000',
  'env ',
  ' env',
  '  env  ',
  'env\t',
  'env\n',
  'env\r\n',
  '\nprintenv',
  'env\u000b',
  'env\u0001',
  'env\u007f',
  'env\u0085',
  'env/',
  'env//',
  'env/.',
  'env.',
  'env...',
  'env. . ',
  'set\n',
  ' export',
  '/usr/bin/env/',
  '/usr/bin/env/.',
  '/usr/bin/env ',
  '/usr/bin/env\n',
  '/usr/bin/ｅｎｖ',
];

attacks(
  'policy',
  DISGUISED.map((name) => target.denied([name])),
);

/** There is no shell to read these, so that no program has such a name. */
const NAMES_OF_NOTHING = [
  'еnv',
  'env true',
  'env; true',
  'true;env',
  'true && env',
  'true | env',
  '$(env)',
  '`env`',
  '${SHELL}',
  "'env'",
  '"env"',
  'e\\nv',
  'e*v',
  '{env,}',
  '~/innocent',
  'innocent',
  'chain',
  './innocent/',
  './innocent/.',
  '-c',
  '--',
  '.',
  '..',
];

attacks(
  'policy',
  NAMES_OF_NOTHING.map((name) => ({
    input: `${shown([name])} as the name of a program`,
    expected: `command not found: ${name}`,
    attempt: () => target.run(ALLOW, [name]),
  })),
);

attacks('policy', [
  ...['env\0', '\0env', 'e\0nv', 'env\0true', '/usr/bin/env\0.txt', 'true\0env'].map((name) => ({
    input: `${shown([name])} as the name of a program`,
    expected: "invalid arguments: 'command' contains a NUL character",
    attempt: () => target.run(ALLOW, [name]),
  })),
  {
    input: 'true with a NUL byte in an argument',
    expected: "invalid arguments: 'args' contains a NUL character",
    attempt: () => target.run(ALLOW, ['true', 'a\0b']),
  },
  {
    input: '/dev/stdin as the name of a program',
    expected: 'command not executable: /dev/stdin',
    attempt: () => target.run(ALLOW, ['/dev/stdin']),
  },
]);
