/** Commands that end in a denied one, behind launchers and shells. */

import * as fc from 'fast-check';

type Command = readonly string[];

/** Each is denied under any policy, or by the `denied_commands` below. */
export const DENIED_ENTRIES = ['git push', 'curl'];

const cores: readonly Command[] = [
  ['env'],
  ['env', 'A=1'],
  ['/usr/bin/env'],
  ['printenv', 'HOME'],
  ['cat', '/proc/self/environ'],
  ['dd', 'if=/proc/1/environ'],
  ['grep', '-a', 'x', '//proc/./self/../thread-self/environ'],
  ['sh', '-c', 'export'],
  ['bash', '-c', 'set'],
  ['bash', '-c', 'declare -p'],
  ['sh', '-c', 'export -p >out'],
  ['git', 'push'],
  ['git', 'push', '--force'],
  ['/usr/bin/curl', 'https://a.example'],
];

type Wrap = (inner: Command, style: number) => Command;

/** Options a launcher takes before the command; one of the lists is drawn. */
function before(name: string, ...options: readonly (readonly string[])[]): Wrap {
  return (inner, style) => [name, ...(options[style % options.length] ?? []), ...inner];
}

/** A launcher that takes text for a shell, in the place of `TEXT`. */
function withText(...words: readonly string[]): Wrap {
  return (inner, style) => words.map((word) => word.replace('TEXT', () => textOf(inner, style)));
}

const launching: readonly Wrap[] = [
  before('nice', [], ['-n', '5'], ['-5'], ['--adjustment=5'], ['--'], ['-n5', '--']),
  before('ionice', [], ['-c2', '-n0'], ['-t'], ['--class', '2']),
  before('chrt', ['10'], ['-f', '10'], ['-b', '0']),
  before('taskset', ['1'], ['-c', '0']),
  before(
    'timeout',
    ['5'],
    ['-k', '1', '5'],
    ['-sKILL', '5'],
    ['--preserve-status', '--signal=KILL', '5'],
    ['--', '5'],
  ),
  before('time', [], ['-p'], ['-f', '%e'], ['-o', 'out', '-a']),
  before('nohup', [], ['--']),
  before('setsid', [], ['-w'], ['-cf'], ['--wait']),
  before('stdbuf', ['-oL'], ['-o', 'L', '-e0'], ['--output=L']),
  before('sudo', [], ['-u', 'me'], ['-nE'], ['A=1'], ['-u', 'me', '--', 'A=1'], ['--unheard-of']),
  before('doas', [], ['-u', 'me']),
  before('setpriv', ['--reuid', '1'], ['--clear-groups']),
  before('chroot', ['/'], ['--userspec', 'me', '/']),
  before('unshare', ['-r'], ['--mount', '--pid']),
  before('nsenter', ['-t', '1', '-a']),
  before('linux64', []),
  before('bwrap', ['--bind', '/', '/'], ['--ro-bind', '/', '/', '--']),
  before('systemd-run', ['--user', '--pipe'], ['--scope', '-p', 'CPUQuota=5%']),
  before('strace', ['-f'], ['-o', 'out'], []),
  before('gdb', ['-batch', '-ex', 'run', '--args']),
  before(
    'xargs',
    [],
    ['-n1'],
    ['-0', '-P', '4'],
    ['-I', '%'],
    ['-I@'],
    ['--max-args=2', '-r'],
    ['-a', 'file'],
  ),
  before('parallel', [], ['-j', '4'], ['--keep-order']),
  before('watch', ['-x'], ['-n', '1'], ['-n1', '-x', '--']),
  before('flock', ['/tmp/x'], ['-n', '/tmp/x'], ['-w', '5', '/tmp/x']),
  before('busybox', ['nice'], ['timeout', '5'], ['xargs'], ['setsid']),
  before('coreutils', ['nice'], ['--coreutils-prog=nohup']),
  before('npx', [], ['-y'], ['--']),
  before('npm', ['exec', '--'], ['run'], ['x', '-y', '--']),
  before('uv', ['run'], ['run', '--with', 'x']),
  before('op', ['run', '--'], ['run', '--env-file', 'x', '--']),
  before('tmux', ['new-session'], ['new', '-d', '-s', 'x']),
  before('runuser', ['-u', 'me', '--'], ['-u', 'me']),
  before('dbus-run-session', ['--'], []),
  before('xvfb-run', ['-a'], []),
  before('/lib64/ld-linux-x86-64.so.2', ['--library-path', '/lib']),
  (inner, style) => [
    'find',
    '.',
    ...(style % 2 ? ['-name', 'x'] : []),
    '-exec',
    ...inner,
    style % 3 ? ';' : '{}',
    '+',
  ],
  (inner, style) => ['fd', 'x', style % 2 ? '-x' : '--exec-batch', ...inner],
  (inner) => ['entr', '-s', ...inner],
  withText('script', '-qc', 'TEXT', '/dev/null'),
  withText('script', '-c', 'TEXT'),
  withText('flock', '/tmp/x', '-c', 'TEXT'),
  withText('watch', 'TEXT'),
  withText('su', '-c', 'TEXT'),
  withText('su', 'me', '--command=TEXT'),
  withText('sg', 'group', 'TEXT'),
  withText('parallel', 'TEXT', ':::', 'a'),
  withText('tmux', 'new-session', 'TEXT'),
  withText('tar', 'cf', 'x', '--to-command=TEXT', 'y'),
  withText('tar', '-I', 'TEXT', '-cf', 'x', 'y'),
  withText('sort', '--compress-program=TEXT', 'x'),
  withText('split', '--filter', 'TEXT', 'x'),
  withText('npm', 'exec', '-c', 'TEXT'),
  withText('nix-shell', '--run', 'TEXT'),
  withText('socat', '-', 'SYSTEM:TEXT'),
  withText('sh', '-c', 'TEXT'),
  withText('bash', '-ec', 'TEXT', 'name', 'a'),
  withText('dash', '-x', '-c', 'TEXT'),
  withText('busybox', 'sh', '-c', 'TEXT'),
  withText('bash', '-o', 'pipefail', '-c', 'TEXT'),
  withText('zsh', '-fc', 'TEXT'),
];

/** Around a simple command; what comes out is one too. */
const simple: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => `command ${text}`,
  (text) => `exec ${text}`,
  (text) => `A=1 ${text}`,
  (text) => `${text} >out 2>&1`,
  (text) => `<in ${text}`,
  (text) => `eval ${quote(text, 0)}`,
  (text) => `nice ${text}`,
];

const compound: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => `true; ${text}`,
  (text) => `true && ${text}`,
  (text) => `false || ${text}`,
  (text) => `true | ${text} | cat`,
  (text) => `{ ${text}; }`,
  (text) => `( ${text} )`,
  (text) => `! ${text}`,
  (text) => `${text} &`,
  (text) => `if true; then ${text}; fi`,
  (text) => `if ${text}; then true; fi`,
  (text) => `while ${text}; do break; done`,
  (text) => `for i in 1 2; do ${text}; done`,
  (text) => `case a in a) ${text};; esac`,
  (text) => `f() { ${text}; }; f`,
  (text) => `echo "$(${text})"`,
  (text) => `x=$(${text})`,
  (text) => `echo \${x:-$(${text})}`,
  (text) => `cat <<END\n$(${text})\nEND\n`,
  (text) => `sh <<'END'\n${text}\nEND\n`,
  (text) => `# ${'x'.repeat(20)}\n${text}`,
  (text) => `cd /tmp\n\n${text}`,
];

function textOf(command: Command, style: number): string {
  const words = command.map((word, index) => quote(word, style + index));
  const inner = (simple[style % simple.length] ?? String)(words.join(' '));
  return (compound[Math.floor(style / 8) % compound.length] ?? String)(inner);
}

/** A word as a shell reads it back, in one of the ways to write it. */
function quote(word: string, style: number): string {
  const single = `'${word.replaceAll("'", String.raw`'\''`)}'`;
  if (/[\n]/.test(word)) return single;
  switch (style % 5) {
    case 0:
      return single;
    case 1:
      return `"${word.replaceAll(/["$`\\]/g, String.raw`\$&`)}"`;
    case 2:
      return word.replaceAll(/[^\w/.:=-]/g, String.raw`\$&`) || "''";
    case 3:
      return /^[\w/.-]{2,}$/.test(word) ? `${word[0] ?? ''}''"${word.slice(1)}"` : single;
    default:
      return /^[\w/.:-]+$/.test(word) ? word : single;
  }
}

const layer = fc.tuple(fc.nat(launching.length - 1), fc.nat(2000));

/** The whole command line of such a chain. */
export const deniedChain: fc.Arbitrary<Command> = fc
  .tuple(fc.constantFrom(...cores), fc.array(layer, { minLength: 1, maxLength: 5 }))
  .map(([core, layers]) =>
    layers.reduce<Command>((inner, [which, style]) => launching[which]?.(inner, style) ?? inner, core),
  );
