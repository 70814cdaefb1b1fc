/** What shells must still do, what is not held of steered programs, and what the lists say about both. */
import { missing } from './support/machine.ts';
import { type Attack, attacks } from './support/table.ts';
import {
  ALLOW,
  allowing,
  escaped,
  except,
  type Line,
  NO,
  shown,
  texts,
  useTarget,
} from './support/target.ts';

const target = useTarget(async (home) => {
  await home.write('file', 'words\n');
  await home.write('script.sh', 'echo "from the script: $#"\n', 0o755);
});
const inSh = (text: string): Line => ['sh', '-c', text];

/** What people write every day. */
const FINE = texts(`true
set -e; true
set -eu; echo "$APP" >/dev/null
set -- a b; echo "$1"
export A=1; test "$A" = 1
export A; true
test -n "$APP"
echo env printenv set export
echo "env" 'printenv'
printf '%s' "$(date)" >/dev/null
# env¶true
for i in 1 2; do echo $i; done
if true; then echo yes; else echo no; fi
f() { echo in; }; f
x=1; echo $((x + 1))
cat file
cat <<E¶env¶E
cat <<'E'¶$(env)¶E
ls | wc -l
cd . && pwd
. ./script.sh
command -v env
trap 'echo bye' EXIT
case $APP in *) true ;; esac
sh script.sh
nice true && timeout 5 true
cat /proc/version
X=1 true`);

attacks('policy', [
  ...FINE.map((text) => target.runs(inSh(text), `sh -c ${escaped(text)}`)),
  target.runs(['bash', '-c', 'set -euo pipefail; [[ -n $APP ]]'], 'bash -c with the usual strict options'),
  target.runs(['bash', '-c', 'declare -i x=1; ((x == 1))'], 'bash -c that declares a number'),
  target.runs(['sh', 'script.sh'], 'a shell with a script file'),
  target.runs(['./script.sh'], 'a script file, without a shell before it', missing('/bin/sh')),
]);

/** What SECURITY.md says is not held: the value comes back as its marker at least. */
const KNOWN: readonly Attack[] = [
  ['python3', ['-c', 'import os; print(os.environ["APP"])']],
  ['perl', ['-e', 'print $ENV{APP}']],
  ['awk', ['BEGIN { print ENVIRON["APP"] }']],
  [process.execPath, ['-e', 'console.log(process.env.APP)']],
  ['sh', ['-c', 'echo "$APP"']],
  ['bash', ['-c', 'x=APP; echo "${!x}"']],
].map(([command, args]): Attack => {
  const line: Line = [String(command), ...(args as string[])];
  return {
    input: `${shown(command === process.execPath ? ['node', ...(args as string[])] : line)}: a program that is steered (not held; redacted)`,
    expected: 'runs: [REDACTED:app]',
    attempt: () => target.output(ALLOW, line),
    unable: missing(line[0]),
  };
});

attacks('policy', [
  ...KNOWN,
  ...texts(`touch x
true; touch x
echo $(touch x)
x=touch; $x y
command touch x
exec touch x
nice touch x
/usr/bin/touch x
\\touch x
f() { touch x; }; f
eval touch x
echo x | xargs touch
sh -c "sh -c 'touch x'"
find . -exec touch x \\;
trap 'touch x' EXIT
busybox touch x`).map((text) => ({
    input: `sh -c ${escaped(text)}, with touch on denied_commands`,
    expected: NO,
    attempt: () => target.run(except('touch'), inSh(text)),
  })),
  ...['python3', 'perl', 'awk', 'bash', 'node', 'ruby', 'gdb', 'vim', 'make', './script.sh'].map((name) => ({
    input: `${name}, with default_action: deny and only true and sh on the list`,
    expected: NO,
    attempt: () => target.run(allowing('true', 'sh'), [name, '--version']),
  })),
]);
