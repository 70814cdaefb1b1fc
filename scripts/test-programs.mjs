// Programs some tests drive: a terminal multiplexer, a multi-call binary, what people print secrets with, the sandbox's,
// a keychain, and a C compiler. Installed where that is possible (root on a Debian-like system); elsewhere the tests that need one
// are skipped and say so.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Package by program, or by a file that it brings. */
const wanted = {
  tmux: 'tmux',
  busybox: 'busybox',
  bash: 'bash',
  curl: 'curl',
  hexdump: 'bsdextrautils',
  jq: 'jq',
  openssl: 'openssl',
  perl: 'perl',
  python3: 'python3',
  xmllint: 'libxml2-utils',
  xxd: 'xxd',
  bwrap: 'bubblewrap',
  less: 'less',
  sqlite3: 'sqlite3',
  vim: 'vim',
  'dbus-daemon': 'dbus-daemon',
  'dbus-send': 'dbus-bin',
  'gnome-keyring-daemon': 'gnome-keyring',
  cc: 'gcc',
  '/usr/include/stdio.h': 'libc6-dev',
};
/** The tests look there only, whatever the caller has before it. */
const PATH = '/usr/local/bin:/usr/bin:/bin';
const isThere = (name) =>
  name.startsWith('/')
    ? existsSync(name)
    : spawnSync('/bin/sh', ['-c', `command -v ${name}`], { env: { PATH } }).status === 0;
const missing = Object.keys(wanted).filter((name) => !isThere(name));
const canInstall = process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0;

if (missing.length > 0) {
  const ok =
    canInstall &&
    run(['update', '-qq']) &&
    run(['install', '-y', '-qq', '--no-install-recommends', ...missing.map((name) => wanted[name])]);
  process.stderr.write(
    `setup: ${missing.join(', ')} ${ok ? 'installed' : 'not there: the tests that need it are skipped'}\n`,
  );
}

function run(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: 120_000 }).status === 0;
}
