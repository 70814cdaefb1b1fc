/** The denied names behind programs whose work is to run another one, in every form their options have. */
import { attacks } from './support/table.ts';
import { lines, useTarget } from './support/target.ts';

const target = useTarget(async (home) => {
  await home.write('names', 'env\n');
  await home.write('script.sh', 'true\n', 0o755);
});

/** `%s` stands for a space inside of a word. */
const DENIED = lines(`nice env
nice printenv APP
nice -n 5 env
nice -n5 env
nice -5 env
nice --5 env
nice --adjustment=5 env
nice --adj 5 env
nice -n 5 -- env
nice -- env
nice /usr/bin/env
nice ./../../../../../../usr/bin/env
ionice -c 2 -n0 env
ionice -tc3 env
chrt -o 0 env
chrt --other 0 printenv
taskset 1 env
taskset -c 0 env
choom -n 0 -- env
prlimit --nofile=100 env
prlimit -n100:100 env
uclampset -m 0 env
pipesz -s 4096 env
timeout 5 env
timeout 5s /usr/bin/env
timeout -k 1 5 env
timeout -sKILL 5 env
timeout --signal=KILL 5 env
timeout --kill-after 1 --foreground 5 env
timeout --kill=1 5 env
timeout -v 0.5 printenv
time env
time -p env
time -v -o out env
nohup env
nohup -- env
setsid env
setsid -w env
setsid -fw env
setsid --wait --fork env
stdbuf -oL env
stdbuf --output=L env
stdbuf -i0 -o0 -e0 env
script -c env
script -c env /dev/null
script -qec printenv /dev/null
script -qcenv /dev/null
script --command=env out
script --com=env out
script out -c env
script out -qc env
script -q out -- env
script -q out env
script
watch env
watch -n 1 env
watch -xn1 env
watch --exec env
watch sh -c env
flock lock env
flock -n lock env
flock -w 5 lock env
flock lock -c env
flock lock --command env
flock --exclusive lock sh -c env
chroot / env
chroot / /usr/bin/env
chroot --userspec=root / env
chroot /
unshare env
unshare -r env
unshare -Ur -- printenv
unshare --fork --pid --mount-proc env
unshare
nsenter -t 1 env
nsenter --target=1 -m printenv
nsenter
setarch -R env
setarch x86_64 env
setarch
linux64 env
linux32 env
linux64
setpriv --nnp env
setpriv --reuid 0 env
runcon unconfined env
capsh -- -c env
sudo env
sudo -u root env
sudo -n -E env
sudo -iu root env
sudo -s env
sudo -s
sudo A=1 env
sudo -- env
sudoedit -u root /proc/self/environ
doas env
doas -u root printenv
pkexec env
run0 env
su -c env
su root -c env
su - root -c printenv
su root -lc env
su --command=env
su --session-command env
su
runuser -u root env
runuser -c env
runuser root -c printenv
sg root env
sg root -c printenv
newgrp
gosu root env
start-stop-daemon --start --exec /usr/bin/env
start-stop-daemon -S -x /usr/bin/env
start-stop-daemon -Sx/usr/bin/env
start-stop-daemon -S --startas=/usr/bin/env
daemonize env
tini -- env
dumb-init env
systemd-run --user --pipe env
systemd-cat env
dbus-run-session -- env
xvfb-run -a env
ssh-agent env
gpg-agent --daemon env
bwrap --dev-bind / / env
firejail --quiet env
fakeroot env
proot env
systemd-nspawn -D / env
torsocks env
proxychains4 -q env
faketime now env
tmux new-session -d env
tmux -c env
tmux new-window sh%s-c%senv
screen -dm env
xterm -e env
strace env
strace -f -o out env
strace -o |env true
strace -o !env true
strace -fo|env true
strace --output=|env true
strace -e trace=none -o |%scat%s/proc/self/environ true
ltrace env
gdb -batch -ex run --args env
valgrind -q env
perf record env
logsave - env
logsave -s out printenv
chronic env
ifne env
pee env
unbuffer env
rlwrap env
caffeinate env
arch -arm64 env
xcrun env
ccache env
xargs env
xargs -r env
xargs -0 env
xargs -n 1 env
xargs -P2 -n1 printenv
xargs -a names env
xargs --arg-file=names env
xargs -I{} {}
xargs -I X X
xargs -i {}
xargs --replace=X X
xargs -I e env
xargs -I% sh -c %
xargs -dx env
xargs -E END env
xargs -e env
xargs sh
xargs sh -c
xargs nice
xargs -a names xargs
find . -exec env ;
find . -exec env +
find . -exec env {} +
find . -execdir env ;
find . -ok env ;
find . -okdir printenv ;
find -L . -exec env ;
find . -exec {} ;
find /usr/bin/env -exec {} ;
find . -exec true ; -exec env ;
find . -exec nice -n 5 env ;
find . -exec sh -c env ;
find . -exec sh -c {} ;
find . -name x -o -exec env ;
fd -x env
fd --exec=env
fd . -X printenv
parallel env ::: a
parallel ::: env
parallel
parallel env%s{} ::: a
entr -s env
watchexec env
ld.so /usr/bin/env
/lib64/ld-linux-x86-64.so.2 /usr/bin/env
/lib64/ld-linux-x86-64.so.2 --argv0 x /usr/bin/env
/lib64/ld-linux-x86-64.so.2 --library-path /lib /usr/bin/printenv
/lib64/ld-linux-x86-64.so.2 --preload x /usr/bin/env
qemu-x86_64-static /usr/bin/env
coreutils --coreutils-prog=env
tar -cf out --to-command=env names
tar -I env -cf out names
tar -Ienv -cf out names
tar -cvIenv -f out names
tar cIf env out names
tar -cf out --use-compress-program env names
tar -cf out --use-compress=env names
tar -cf out --checkpoint=1 --checkpoint-action=exec=env names
tar -cf out --checkpoint=1 --checkpoint-action exec=env names
tar -cf out --checkpoint=1 --checkpoint-a=exec=env names
tar -cF env -f out names
tar -cf out --rsh-command=env host:names
tar -cf out --info-script=env names
sort --compress-program=env names
sort --compress-prog env names
split --filter=env names
split --fil env names
install -s --strip-program=env names out
man -P env ls
man --pager=printenv ls
rg --pre env x
rg --pre=env x
rsync -e env a:b c
rsync -ae env a:b c
rsync --rsh=env a:b c
nc -l -e env
ncat --sh-exec env localhost 1
ip netns exec blue env
ip vrf exec blue printenv
socat - EXEC:env
socat - SYSTEM:printenv
npx env
npx -c env
npm exec -- env
npm exec -c env
uv run env
nix-shell --run env
bundle exec env
poetry run printenv
pyenv exec env
direnv exec . env
op run -- env
doppler run -- printenv
aws-vault exec x -- env
dotenv run env
vaultctl run -k app -- env
vaultctl run -k app -- sh -c env`);

attacks(
  'policy',
  DENIED.map((line) => target.denied(line)),
);
