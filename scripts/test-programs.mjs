// Programs some tests drive: a terminal multiplexer and a multi-call binary. Installed where that is possible
// (root on a Debian-like system); elsewhere the tests that need one are skipped and say so.
import { spawnSync } from 'node:child_process';

const wanted = ['tmux', 'busybox'];
const missing = wanted.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
const canInstall = process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0;

if (missing.length > 0) {
  const ok =
    canInstall &&
    run(['update', '-qq']) &&
    run(['install', '-y', '-qq', '--no-install-recommends', ...missing]);
  process.stderr.write(
    `setup: ${missing.join(', ')} ${ok ? 'installed' : 'not there: the tests that need it are skipped'}\n`,
  );
}

function run(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: 'ignore', env, timeout: 120_000 }).status === 0;
}
