import { anyArgument, anyText, commandAfter, commandOptions } from './options.ts';
import { type Follow, type Step, COMPUTED, input, run, text } from './step.ts';

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
  row('script', scriptCommand),
  row('watch', watchedText),
  row('flock', flockCommand),
  row('tmux screen dtach abduco xterm uxterm konsole gnome-terminal x-terminal-emulator', both),
  row('start-stop-daemon daemonize daemon', anyArgument),

  // Another user, root directory, namespace, or set of rights.
  row('sudo doas run0 pkexec', sudoCommand),
  row('su runuser', suCommand),
  row('sg newgrp', anyText),
  row(
    'chroot',
    orShell(1, commandAfter({ flags: '--skip-chdir', values: '--userspec --groups', operands: 1 })),
  ),
  row('setarch', orShell(1, anyArgument)),
  row(
    'unshare nsenter linux32 linux64 i386 x86_64 uname26 proot fakeroot fakechroot',
    orShell(0, anyArgument),
  ),
  row('capsh', (args) => [...anyArgument(args), ...commandOptions({ texts: 'c' })(args)]),
  row('setpriv runcon gosu su-exec bwrap firejail systemd-run systemd-inhibit machinectl', anyArgument),
  row('torsocks torify proxychains proxychains4 tsocks faketime eatmydata', anyArgument),
  row('xvfb-run dbus-run-session dbus-launch ssh-agent gpg-agent', anyArgument),

  // Tracers and profilers.
  row('strace ltrace gdb lldb valgrind perf catchsegv uftrace heaptrack ddd rr', anyArgument),

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
  row('qemu', anyArgument),

  // Runners of development tools.
  row('npx bunx pnpx uvx pipx npm pnpm yarn bun', runner),
  row(
    'uv poetry pipenv pdm hatch rye bundle rbenv pyenv direnv mise asdf conda mamba micromamba nix nix-shell',
    runner,
  ),
  row('op doppler aws-vault vaultctl infisical chamber teller dotenv dotenvx foreman honcho', anyArgument),
  row('socat', socatAddresses),

  // Options whose value is a command.
  row(
    'tar bsdtar',
    commandOptions({
      texts: 'IF --use-compress-program --to-command --rsh-command --info-script --new-volume-script',
    }),
  ),
  row('tar', (args) => args.flatMap((arg) => suffix(arg, /^--checkpoint-action=exec=(.*)$/s))),
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
  [/^busybox[\w.-]*$/, 'busybox'],
];

function row(names: string, follow: Follow): Launcher {
  return { names: names.split(' '), follow };
}

function both(args: readonly string[]): readonly Step[] {
  return [...anyArgument(args), ...anyText(args)];
}

function suffix(arg: string, pattern: RegExp): readonly Step[] {
  const found = pattern.exec(arg)?.[1];
  return found === undefined ? [] : [text(found)];
}

/** Linux: `script -c TEXT file`; BSD: `script file command`. */
function scriptCommand(args: readonly string[]): readonly Step[] {
  const table = {
    flags: 'adefkpqr --append --return --flush --force --quiet',
    values: 'tTBIOEmo --timing --log-out --log-in --log-io --logging-format --echo --output-limit',
    texts: 'c --command',
    operands: 1,
  };
  const steps = commandAfter(table)(args);
  return steps.length > 0 ? steps : [input];
}

function watchedText(args: readonly string[]): readonly Step[] {
  const steps = commandAfter({
    flags: 'bcdegtxwprfC --beep --color --differences --errexit --chgexit --no-title --exec --precise',
    values: 'n q --interval --equexit',
  })(args);
  return steps.flatMap((step) => (step.kind === 'run' ? [step, text(step.line.join(' '))] : [step]));
}

/** `flock file command` or `flock file -c TEXT`. */
function flockCommand(args: readonly string[]): readonly Step[] {
  const steps = commandAfter({
    flags: 'efnosuxF --shared --exclusive --nonblock --nb --unlock --close --no-fork --verbose',
    values: 'wE --timeout --wait --conflict-exit-code',
    operands: 1,
  })(args);
  return steps.flatMap((step) => {
    if (step.kind !== 'run' || !/^(-c|--command)$/.test(step.line[0])) return [step];
    return [text(step.line.slice(1).join(' '))];
  });
}

/** `su` and `runuser` take text after `-c`, a user, and then arguments for that user's shell. */
function suCommand(args: readonly string[]): readonly Step[] {
  const texts = commandOptions({ texts: 'c --command --session-command' })(args);
  return [...texts, ...anyArgument(args), ...(texts.length === 0 ? [input] : [])];
}

function sudoCommand(args: readonly string[]): readonly Step[] {
  const table = {
    flags: 'ABEHKLNPSVbehkn --preserve-env --non-interactive --set-home --stdin --background',
    values: 'CDRTUgprtu --user --group --chdir --chroot --prompt --host',
    assignments: true,
  } as const;
  // With `-s` or `-i` a shell reads the words, or its input when there are none.
  const shell = args.some((arg) => /^-[A-Za-z]*[si]|^--(shell|login)$/.test(arg));
  return shell ? orShell(0, both)(args) : commandAfter(table)(args);
}

/** Some launchers start a shell that reads its input when no command is given. */
function orShell(operands: number, follow: Follow): Follow {
  return (args) => {
    const words = args.filter((arg) => !arg.startsWith('-'));
    return words.length > operands ? follow(args) : [input];
  };
}

/** Joins its words into text for a shell; without any, the text comes from its input or from the list after `:::`. */
function parallelCommand(args: readonly string[]): readonly Step[] {
  const list = args.findIndex((arg) => /^:{3,4}\+?$/.test(arg));
  const words = (list < 0 ? args : args.slice(0, list)).map((arg) =>
    arg.replaceAll(/\{[\w./#%+-]*\}/g, '$item'),
  );
  return orShell(0, both)(words);
}

/** What `xargs` adds, or puts in the place of a mark, is only known when it runs. */
function xargsCommand(args: readonly string[]): readonly Step[] {
  const table = {
    flags:
      '0oprtx --null --open-tty --interactive --no-run-if-empty --verbose --exit --show-limits --replace --max-lines --eof',
    values: 'adEILnPsJRS --arg-file --delimiter --max-args --max-procs --max-chars --process-slot-var',
  };
  const mark = replaceMark(args);
  return commandAfter(table)(args).map((step) => {
    if (step.kind !== 'run') return step;
    const [command, ...rest] = step.line.map((word) =>
      mark === '' ? word : word.replaceAll(mark, COMPUTED),
    );
    return { ...step, line: [command ?? '', ...rest, COMPUTED] };
  });
}

function replaceMark(args: readonly string[]): string {
  const at = args.findIndex((arg) => /^-[0oprtx]*[IJ]|^-i|^--replace/.test(arg));
  const option = args[at] ?? '';
  if (at < 0) return '';
  const glued = option.replace(/^--replace=?|^-[0oprtx]*[IJi]/, '');
  return glued || (/[IJ]$/.test(option) ? (args[at + 1] ?? '') : '{}');
}

/** Each `-exec` and kin runs what follows, up to `;` or `+`, with file names in the place of `{}`. */
function findActions(args: readonly string[]): readonly Step[] {
  return args.flatMap((arg, index) =>
    /^-(exec|execdir|ok|okdir)$/.test(arg) ? actionFrom(args.slice(index + 1), /^[;+]$/) : [],
  );
}

function fdActions(args: readonly string[]): readonly Step[] {
  return args.flatMap((arg, index) => {
    const [, glued] = /^(?:--exec(?:-batch)?|-[A-Za-z]*[xX])(?:=?(.*))$/s.exec(arg) ?? [];
    return glued === undefined
      ? []
      : actionFrom([...(glued ? [glued] : []), ...args.slice(index + 1)], /^;$/);
  });
}

function actionFrom(args: readonly string[], end: RegExp): readonly Step[] {
  const length = args.findIndex((arg) => end.test(arg));
  const words = length < 0 ? args : args.slice(0, length);
  return run(words.map((word) => word.replaceAll(/\{[./]*\}/g, COMPUTED)));
}

function coreutilsProgram(args: readonly string[]): readonly Step[] {
  const [first = '', ...rest] = args;
  const named = /^--coreutils-prog(?:-shebang)?=(.*)$/s.exec(first)?.[1];
  return run(named === undefined ? args : [named, ...rest]);
}

/** `npm exec`, `uv run` and kin: the command stands somewhere among subcommands and options. */
function runner(args: readonly string[]): readonly Step[] {
  return [...anyArgument(args), ...commandOptions({ texts: 'c --call --command --run' })(args)];
}

/** `EXEC:command` and `SYSTEM:text` addresses. */
function socatAddresses(args: readonly string[]): readonly Step[] {
  return args.flatMap((arg) => suffix(arg, /(?:exec|system|shell)(?:-fd)?:(.*)$/is));
}
