/** Texts that `bash` reads, which has more ways than `sh`, and the ways a shell is given a text. */
import { attacks } from './support/table.ts';
import { escaped, type Line, lines, texts, useTarget } from './support/target.ts';

const target = useTarget((home) => home.write('file', 'words\n').then(() => undefined));

/** Read by `bash`, which has more ways. */
const BASH = texts(`declare
declare -p
declare -x
declare -xp
typeset
typeset -p
typeset -x
local
compgen -e
compgen -v
compgen -A export
compgen -A variable
$'env'
$'\\x65nv'
$'\\145\\156\\166'
$'\\u0065nv'
$"env"
{env,}
{e,}nv
\${0/bash/env}
\${x:-env}
coproc env
coproc X { env; }
time env
time -p printenv
[[ $(env) ]]
[[ -n \`env\` ]]
((x=$(env|wc -l)))
echo $[\`env\`]
echo $((a[$(env)]))
cat <(env)
cat < <(printenv)
tee >(env)
cat <<<$(env)
cat <<< "\`env\`"
bash <(echo env)
bash <<< env
bash <<< $'e\\x6ev'
source /dev/stdin <<< env
source <(echo env)
. <(printf env)
mapfile -C env -c 1 x < file
readarray -C 'printenv #' -c 1 x < file
mapfile -d '' x < /proc/self/environ
read -rd '' x < /proc/self/environ
echo "$(</proc/self/environ)"
echo $(< /proc/$$/environ)
cat /proc/self/{environ,maps}
cat /proc/{self,1}/environ
cat $'/proc/self/\\x65nviron'
cat /proc/$BASHPID/environ
pushd /proc/self; cat environ
x=(/proc/self/environ); cat "\${x[0]}"
x=/proc/self/environ; cat \${x}
x=/proc/self/environX; cat \${x%X}
PS4='$(env)'; set -x; true
PROMPT_COMMAND=env bash -i
hash -p /usr/bin/env ls; ls
BASH_CMDS[ls]=/usr/bin/env; ls
exec -a ls env
exec -c env
exec -a env busybox
exec -la printenv busybox
builtin set
builtin export -p
builtin command env
command builtin set
enable -n echo; env
function f { env; }; f
function f() { compgen -e; }; f
f() { declare -p; }; f
select x in a; do env; done
for ((i=$(env|wc -l);;)); do break; done
case $(env) in *) ;; esac
x=$(env) y=1
x+=$(printenv)
x=([0]=$(env))
trap env DEBUG
trap env ERR; false
complete -C env x
shopt -s expand_aliases; alias x=env¶x
eval {env,}
env&>/dev/null
|& env
true |& env
!(env)
coproc bash -c env
printf -v x '%s' "$(env)"; echo "$x"
echo "\${x@P}" "$(env)"
x='$(env)'; echo "\${x@P}"
x='a[$(env)]'; echo $((x))
[[ -v 'a[$(env)]' ]]
test -v 'a[$(env)]'
unset 'a[$(env)]'
read 'a[$(env)]' <<< 1
let 'a[$(env)]=1'
printf -v 'a[$(env)]' x
declare "x=$(env)"`);

/** How a shell is told to read a text, or to look for one somewhere else. */
const SHELLS: readonly Line[] = [
  ...['-c', '-ec', '-ce', '-lc', '-xc', '-euxc', '+c', '+xc', '+cx', '-cl'].map((option): Line => [
    'sh',
    option,
    'env',
  ]),
  ...['-ic', '-rc', '-pc', '-Bc', '-vc'].map((option): Line => ['bash', option, 'env']),
  ...['bash', 'dash', '/bin/sh', '/usr/bin/bash', '//bin//sh', 'rbash'].map((shell): Line => [
    shell,
    '-c',
    'env',
  ]),
  ...lines(`bash -c -- env
bash --norc -c env
bash --posix -c env
bash --rcfile file -c env
bash --init-file=file -c env
bash -o posix -c env
bash +o posix -c env
bash -O extglob -c env
bash -oO posix extglob -c env
sh -e -u -c env
sh -c printenv sh
sh -c "$@" sh env
sh -c $0 env
sh -c $1 x env
sh -c eval%s"$1" x env
sh -c .%s"$1" x /dev/stdin
sh -c
sh
bash
sh -s
bash -s env
sh -
sh --
bash -i
bash -l
bash --login
bash --rcfile file -i
sh /dev/stdin
sh /dev/fd/0
sh /proc/self/fd/0
bash -- /dev/stdin
zsh -c env
zsh -fc env
ksh -c env
mksh -c printenv
ash -c env
yash -c env
fish -c env
csh -c env
tcsh -fc printenv
nu -c env
pwsh -c env
xonsh -c env
elvish -c env`),
];

attacks('policy', [
  ...BASH.map((text) => target.denied(['bash', '-c', text], `bash -c ${escaped(text)}`)),
  ...SHELLS.map((line) => target.denied(line)),
]);
