import {
  both,
  coreutilsProgram,
  daemonCommand,
  fdActions,
  findActions,
  flockCommand,
  ipCommand,
  orShell,
  parallelCommand,
  runner,
  scriptCommand,
  suCommand,
  sudoCommand,
  tarLetters,
  textAfter,
  watchedText,
  xargsCommand,
} from './launcher-commands.ts';
import { anyArgument, anyText, commandAfter, commandOptions } from './options.ts';
import { type Follow, input, run } from './step.ts';

/** A program that runs another one. */
export interface Launcher {
  readonly names: readonly string[];
  /** How the program it runs is found in its arguments. */
  readonly follow: Follow;
}

/**
 * Programs whose work is to run another program, so that a denied one would pass under their name. `env` itself is
 * missing since it is always denied; so are programs that merely can be made to run something (git, make, vim):
 * those are as good as a shell, and a deny list cannot hold them.
 */
export const launchers: readonly Launcher[] = [
  // Priority and placement on the processors.
  row('nice', commandAfter({ flags: '0123456789', values: 'n --adjustment' })),
  row('ionice', commandAfter({ flags: 't --ignore', values: 'cn --class --classdata' })),
  row(
    'chrt',
    commandAfter({
      flags: 'abdfiormRv --all-tasks --batch --fifo --idle --other --rr --reset-on-fork --verbose',
      values: 'TPD --sched-runtime --sched-period --sched-deadline',
      operands: 1,
    }),
  ),
  row('taskset', commandAfter({ flags: 'ac --all-tasks --cpu-list', operands: 1 })),
  row(
    'numactl',
    commandAfter({
      flags: 'l --localalloc --all',
      values: 'CNmipP --cpunodebind --physcpubind --membind --interleave --preferred',
    }),
  ),
  row('choom', commandAfter({ values: 'n --adjust' })),
  row('prlimit cpulimit cgexec chpst softlimit setuidgid envuidgid envdir setlock', anyArgument),
  row('uclampset coresched pipesz setpgid trickle caffeinate', anyArgument),

  // Time, signals, terminals, buffers.
  row(
    'timeout',
    commandAfter({
      flags: 'fpv --foreground --preserve-status --verbose',
      values: 'ks --kill-after --signal',
      operands: 1,
    }),
  ),
  row(
    'time',
    commandAfter({
      flags: 'apvqlhV --append --portability --verbose --quiet',
      values: 'fo --format --output',
    }),
  ),
  row('nohup', commandAfter({})),
  row('setsid', commandAfter({ flags: 'cfw --ctty --fork --wait' })),
  row('stdbuf', commandAfter({ values: 'ioe --input --output --error' })),
  row('unbuffer', commandAfter({ flags: 'p' })),
  row('rlwrap', anyArgument),
  // Some systems have the shell's word as a program too.
  row('command', commandAfter({ flags: 'p' })),
  row('script', scriptCommand),
  row('watch', watchedText),
  row('flock', flockCommand),
  row('logsave', commandAfter({ flags: 'asv', operands: 1 })),
  row('systemd-cat chronic ifne lckdo cttyhack openvt', anyArgument),
  row('pee mispipe hyperfine', both),
  row('tmux screen dtach abduco xterm uxterm konsole gnome-terminal x-terminal-emulator', both),
  row('start-stop-daemon', daemonCommand),
  row('daemonize daemon tini dumb-init catatonit', anyArgument),

  // Another user, root directory, namespace, or set of rights.
  row('sudo doas run0 pkexec', sudoCommand),
  row('su runuser', suCommand),
  row('sg', orShell(1, anyText)),
  row('newgrp', () => [input]),
  row(
    'chroot',
    orShell(1, commandAfter({ flags: '--skip-chdir', values: '--userspec --groups', operands: 1 })),
  ),
  row('setarch', orShell(1, anyArgument)),
  row(
    'unshare nsenter linux32 linux64 i386 x86_64 uname26 proot fakeroot fakechroot firejail',
    orShell(0, anyArgument),
  ),
  row('capsh', orShell(0, runner)),
  row('setpriv runcon gosu su-exec bwrap systemd-run systemd-inhibit machinectl', anyArgument),
  row('systemd-nspawn schroot nsjail minijail0 aa-exec sandbox-exec', anyArgument),
  row('ip', ipCommand),
  row('torsocks torify proxychains proxychains4 tsocks faketime eatmydata', anyArgument),
  row('xvfb-run dbus-run-session dbus-launch ssh-agent gpg-agent', anyArgument),

  // Tracers and profilers.
  row('strace ltrace gdb lldb valgrind perf catchsegv uftrace heaptrack ddd rr', anyArgument),
  // A report that goes to a shell: `-o '|text'`.
  row('strace', textAfter(/^(?:-[^|!]*)?[|!](.+)$/s)),

  // A program for each of many items.
  row('xargs', xargsCommand),
  row('parallel sem', parallelCommand),
  row('find bfs', findActions),
  row('fd fdfind', fdActions),
  row('entr watchexec nodemon', both),

  // Many programs in one file, loaders, emulators.
  row('busybox toybox', (args) => run(args)),
  row('coreutils', coreutilsProgram),
  row('ld.so', anyArgument),
  row('arch', anyArgument),
  row('qemu', anyArgument),

  // Runners of development tools.
  row('npx bunx pnpx uvx pipx npm pnpm yarn bun', runner),
  row(
    'uv poetry pipenv pdm hatch rye bundle rbenv pyenv direnv mise asdf conda mamba micromamba nix nix-shell',
    runner,
  ),
  row('op doppler aws-vault vaultctl infisical chamber teller dotenv dotenvx foreman honcho', anyArgument),
  row('xcrun ccache sccache distcc', anyArgument),
  row('systemd-socket-activate tcpsvd udpsvd', anyArgument),
  row('nc ncat netcat', commandOptions({ texts: 'ec --exec --sh-exec' })),
  row('socat', textAfter(/(?:exec|system|shell)(?:-fd)?:(.*)$/is)),

  // Options whose value is a command.
  row(
    'tar bsdtar',
    commandOptions({
      texts: 'IF --use-compress-program --to-command --rsh-command --info-script --new-volume-script',
    }),
  ),
  row('tar', textAfter(/^(?:--checkpoint-a[a-z-]*=)?exec=(.*)$/s)),
  row('tar bsdtar', tarLetters),
  row('rsync', commandOptions({ texts: 'e --rsh --rsync-path' })),
  row('split', commandOptions({ texts: '--filter' })),
  row('sort', commandOptions({ texts: '--compress-program' })),
  row('rg', commandOptions({ texts: '--pre --hostname-bin' })),
  row('man', commandOptions({ texts: 'PH --pager --html' })),
  row('install', commandOptions({ texts: '--strip-program' })),
];

/** The names of a family whose members carry versions and platforms: `ld-linux-x86-64.so.2`, `qemu-arm-static`. */
export const launcherFamilies: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^ld(64)?(-[\w.-]+)?\.so(\.\d+)*$|^ld-\d[\d.]*\.so$/, 'ld.so'],
  [/^qemu-\w+(-static)?$/, 'qemu'],
  // The beginning of its name is all that either looks at.
  [/^(busybox|toybox)/, 'busybox'],
];

function row(names: string, follow: Follow): Launcher {
  return { names: names.split(' '), follow };
}
