import type { Policy, World } from '../../../src/domain/policy/policy.ts';

/** A link's target, or what identifies the file and how many names it has. */
type FakeFile = string | { readonly inode: string; readonly links: number };

const programs =
  'cat cp curl dash dd env find git grep gh nice printenv ps python3 tar timeout xargs vim.basic zsh bash';

const files: ReadonlyMap<string, FakeFile> = new Map<string, FakeFile>([
  ...programs.split(' ').map((name): [string, FakeFile] => [`/usr/bin/${name}`, { inode: name, links: 1 }]),
  ['/bin', '/usr/bin'],
  ['/dev/fd', '/proc/self/fd'],
  ['/proc/self', '/proc/4242'],
  ['/proc/thread-self', '/proc/4242/task/4242'],
  ['/proc/4242/root', '/'],
  ['/proc/4242/cwd', '/work'],
  ['/usr/bin/sh', 'dash'],
  ['/usr/bin/vi', 'vim.basic'],
  ['/usr/bin/hardenv', { inode: 'env', links: 2 }],
  ['/usr/bin/busybox', { inode: 'busybox', links: 1 }],
  ['/usr/bin/coreutils', { inode: 'coreutils', links: 1 }],
  ['/usr/bin/ls', 'busybox'],
  ['/usr/bin/wget', 'busybox'],
  ['/usr/bin/systemctl', { inode: 'systemctl', links: 1 }],
  ['/usr/bin/reboot', 'systemctl'],
  ['/work/tool', { inode: 'tool', links: 1 }],
  ['/work/git', { inode: 'fake git', links: 1 }],
  ['/work/env-link', '/usr/bin/env'],
  ['/work/tool-link', 'tool'],
  ['/work/git-link', '/usr/bin/git'],
  ['/work/sh-link', '/usr/bin/sh'],
  ['/work/busybox+x', '/usr/bin/busybox'],
  ['/work/x-env', '/usr/bin/coreutils'],
  ['/work/x-ls', '/usr/bin/coreutils'],
  ['/work/nice-link', '../usr/bin/nice'],
  ['/work/mine', '/proc/self/environ'],
  ['/work/next', '/proc/4300/environ'],
  ['/work/p', '/proc'],
  ['/work/venv/python3', '/usr/bin/python3'],
  ['/home/me/e', '/proc/self/environ'],
]);

function realpath(path: string): string {
  const rest = path.split('/').toReversed();
  let real = '';
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      real = real.slice(0, Math.max(0, real.lastIndexOf('/')));
      continue;
    }
    const target = files.get(`${real}/${part}`);
    if (typeof target !== 'string') real = `${real}/${part}`;
    else {
      if (target.startsWith('/')) real = '';
      rest.push(...target.split('/').toReversed());
    }
  }
  return real || '/';
}

function inodeOf(path: string): { readonly inode: string; readonly links: number } | null {
  const file = files.get(realpath(path));
  return typeof file === 'object' ? file : null;
}

/** A small system to judge commands on. */
export function fakeWorld(cwd = '/work'): World {
  const from = (path: string) => (path.startsWith('/') ? path : `${cwd}/${path}`);
  return {
    cwd,
    home: '/home/me',
    resolve(given) {
      const found = given.includes('/') ? from(given) : `/usr/bin/${given}`;
      const file = given === '' || given.includes('\0') ? null : inodeOf(found);
      return file && { given, found, file: realpath(found), links: file.links };
    },
    realpath: (path) => realpath(from(path)),
    list: (path) => {
      const directory = realpath(from(path)).replace(/\/$/, '');
      const inside = [...files.keys()].filter((name) => name.startsWith(`${directory}/`));
      return [...new Set(inside.map((name) => name.slice(directory.length + 1).split('/')[0] ?? ''))];
    },
    sameFile: (a, b) => inodeOf(a) !== null && inodeOf(a)?.inode === inodeOf(b)?.inode,
  };
}

/** A policy that allows everything it does not deny, changed as asked. */
export function policyWith(change: Partial<Policy> = {}): Policy {
  return {
    version: 1,
    defaultAction: 'allow',
    deniedCommands: [],
    allowedCommands: [],
    envAliases: new Map(),
    sandbox: 'auto',
    redaction: 'full',
    maxOutputBytes: 32768,
    ...change,
  };
}
