/** Texts for `sh`: whatever hides a denied command from a reader of the text. */
import { attacks } from './support/table.ts';
import { escaped, type Line, texts, useTarget } from './support/target.ts';

const target = useTarget(async (home) => {
  await home.write('file', 'words\n');
  await home.write('script.sh', 'true\n', 0o755);
});
const inSh = (text: string): Line => ['sh', '-c', text];

/** Read by `sh`. */
const POSIX = texts(`env
printenv APP
set
export
export -p
readonly
readonly -p
true; env
true & env
true | env
env | cat
env > file
env >&2
env 2>/dev/null
false || env
true && env
! env
(env)
{ env; }
( ( env ) )
if env; then :; fi
if true; then env; fi
while env; do break; done
until printenv; do break; done
for i in 1; do env; done
case a in a) env ;; esac
f() { env; }; f
f() { g; }; g() { printenv; }; f
f() { set; }; f
f() ( export -p ); f
echo $(env)
echo "$(env)"
echo \`env\`
echo "\`printenv\`"
echo "\${X:-$(env)}"
echo "\${X:=\`env\`}"
: \${X:?$(env)}
echo $(echo $(echo $(env)))
cat <<E¶$(env)¶E
cat <<E¶\`printenv\`¶E
X=$(env) true
X=1 env
X=1 Y=2 /usr/bin/env
echo $(( $(env | wc -l) ))
"env"
'env'
e"n"v
e''nv
\\env
e\\nv
en\${X}v
$X env
"$X"env
$0 env
$SHELL -c env
	env
 env #
true #¶env
true¶env
/usr/bin/env
//usr//bin//env
/usr/bin/../bin/env
../../../../../../usr/bin/env
/usr/bin/en?
/usr/bin/e[n]v
/???/???/env
/usr/bin/*env
~/../../../../../../usr/bin/env
$HOME/../../../../../../usr/bin/env
cd /usr/bin; ./env
cd /usr && bin/env
cd /; usr/bin/printenv APP
cd /usr/bin; cd ..; cd bin; ./env
x=env; $x
x=e; y=nv; $x$y
x='nice env'; $x
$(echo env)
$(printf '%s' env)
\`echo env\`
eval env
eval 'e''nv'
eval "$X"
eval $(echo env)
eval 'eval "eval env"'
command env
command -p env
command -p printenv APP
command -- env
exec env
exec 3>&1; exec env
exec /usr/bin/env
sh -c env
sh -c 'sh -c env'
sh -c 'sh -c "sh -c env"'
sh <<E¶env¶E
sh <<'E'¶printenv¶E
echo env | sh
echo env | sh -s
printf env | sh /dev/stdin
cat script.sh | sh
. /dev/stdin <<E¶env¶E
nice env
nice -n 5 printenv
timeout 5 env
echo x | xargs env
echo env | xargs -I{} {}
find . -exec env \\;
find . -maxdepth 0 -exec sh -c env \\;
xargs sh -c env <file
trap env EXIT
trap 'printenv APP' 0
trap 'env' INT; kill -INT $$
alias x=env; x
alias true=env
PATH=.:$PATH env2
PATH=/tmp true
export PATH=.; true
LD_PRELOAD=./x.so true
ENV=./script.sh sh -i
set | cat
(set)
set >file
$(set)
echo $(export -p)
export -- 
unset X; set
set; true
export|grep A
if set; then :; fi
env -i sh -c printenv
busybox env
busybox sh -c env
true; /bin/busybox printenv
cat /proc/self/environ
cat </proc/self/environ
cat < /proc/$$/environ
cat /proc/$PPID/environ
cat 0</proc/self/environ
cat <>/proc/self/environ
exec 3</proc/self/environ; cat <&3
read -r x </proc/self/environ; echo "$x"
while read -r x; do echo "$x"; done </proc/1/environ
tr '\\0' ' ' </proc/self/environ
cd /proc/self; cat environ
cd /proc; cd self; cat environ
cd /proc/self && cat < environ
cd /; cat proc/self/environ
cd /proc/self/fd/..; cat environ
p=/proc; cat $p/self/environ
p=/proc/self; cat "$p/environ"
f=environ; cat /proc/self/$f
a=env; b=iron; cat /proc/self/$a$b
cat /proc/self/"$x"
cat /proc/self/e*
cat /proc/self/envir?n
cat /proc/self/[!a]nviron
cat /p*/self/environ
cat /proc/*/environ
cat /proc/self/e"nv"iron
cat "/pro""c/self/environ"
cat /proc/self/en\\viron
cat ~/../../../../../../proc/self/environ
cat $HOME/../../../../../../proc/self/environ
set -- /proc/self/environ; cat "$1"
for f in /proc/self/*; do cat $f; done
for f in environ; do cat /proc/self/$f; done
cat $(echo /proc/self/environ)
ln -s /proc/self/environ e; cat e
cp /proc/self/environ copy
xargs -0 echo </proc/self/environ
grep -ra . /proc/self
cd /proc/self && grep -a . *
eval 'cat /proc/self/environ'
ps e
ps auxe
ps -eo environ
unterminated '
unterminated "
unterminated \`
unterminated $(
if true; then
} env
env ) (
)`);

attacks('policy', [
  ...POSIX.map((text) => target.denied(inSh(text), `sh -c ${escaped(text)}`)),
  target.denied(inSh('e\\\nnv'), 'sh -c with env broken by a backslash at the end of a line'),
  target.denied(inSh(`${'('.repeat(5_000)}env${')'.repeat(5_000)}`), 'sh -c with env in 5,000 subshells'),
  target.denied(inSh(`${'true; '.repeat(3_000)}env`), 'sh -c with env behind 3,000 other commands'),
  target.denied(inSh(`${'$('.repeat(300)}env${')'.repeat(300)}`), 'sh -c with env in 300 substitutions'),
  target.denied(inSh(`: ${'x'.repeat(60_000)}; env`), 'sh -c with env behind 60,000 letters'),
]);
