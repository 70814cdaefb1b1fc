import { spawnSync } from 'node:child_process';
import { PROGRAM } from '../../spec/support/cli.ts';

const probe = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']);

/** Why no file system can be mounted for a test; false where one can. */
export const noMounts = probe.status !== 0 && 'no file system may be mounted here';

/** A vault directory on a disk of its own, of this size, with `fill` on it but for the KiB given. */
export const fullDisk = (freeKiB: number, size = '400k'): readonly [string, ...string[]] =>
  mounting(`mkdir "$HOME/disk" && mount -t tmpfs -o size=${size},mode=700 none "$HOME/disk"
    cp -a "$HOME/.vault/." "$HOME/disk/" && export VAULT_DIR="$HOME/disk"
    head -c ${freeKiB}k /dev/zero > "$HOME/disk/spare"
    cat /dev/zero > "$HOME/disk/fill" 2>/dev/null
    rm "$HOME/disk/spare"`);

/** The vault directory on a disk that cannot be written to. */
export const readOnlyDisk = mounting(
  'mount --bind "$HOME/.vault" "$HOME/.vault" && mount -o remount,ro,bind "$HOME/.vault"',
);

/** The program, started where the mounts a script makes are seen; they are gone with it. */
function mounting(script: string): readonly [string, ...string[]] {
  const then = 'exec "$0" "$@"';
  return ['unshare', '-rm', 'sh', '-c', `${script}\n${then}`, process.execPath, PROGRAM];
}
