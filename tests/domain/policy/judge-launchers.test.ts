import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/domain/policy/judge.ts';
import { fakeWorld, policyWith } from './fake-world.ts';

/** One call a line, arguments separated by spaces; everything that is not denied is allowed. */
const denied = `
env
ENV
genv
/usr/bin/env
/usr//bin/./env
/bin/../usr/bin/env
../usr/bin/env
./env
env/
env.
./env-link
hardenv
printenv HOME
set
set -e
export
export A=1
/bin/set
busybox env
busybox busybox env
./busybox+x env
./x-env
/usr/bin/busybox sh -c env
nice env
nice -n 5 env
nice -5 env
nice --adjustment=5 env
nice -- env
nice --adj=5 env
nice --adj 5 env
./nice-link env
/usr/bin/nice /usr/bin/env
nice ./env-link
nice hardenv
ionice -c2 -n0 env
chrt -f 10 env
taskset -c 0 env
timeout 5 env
timeout -k 1 5 env
timeout -sKILL --preserve-status 5 env
timeout --signal KILL 5 env
timeout 5 nice nohup setsid env
stdbuf -oL env
time -p env
nohup env
setsid -w env
script -qc env /dev/null
script -c env
script /dev/null -c env
script /dev/null --comm=env
script -q /dev/null env
script
watch env
watch -n 1 env
watch -x env
flock /tmp/x env
flock /tmp/x -c env
sudo env
sudo -u me env
sudo -u me A=1 env
sudo -s env
sudo -i
sudo --unknown env
doas -u me env
su -c env
su me
runuser -u me -- env
chroot / env
chroot /
unshare -r env
unshare
nsenter -t 1 -a env
setarch x86_64 env
linux64 env
setpriv --reuid 1 env
bwrap --bind / / env
firejail --quiet env
systemd-run --user --pipe env
fakeroot env
torsocks env
xvfb-run -a env
dbus-run-session -- env
strace -f env
strace --unknown=env
gdb -batch -ex run --args env
valgrind --tool=none env
perf record env
xargs env
xargs -n1 env
xargs -0 -n 1 -P 4 env
xargs -I{} {}
xargs -I % sh -c %
xargs -i {}
xargs --replace=X X
xargs sh
xargs sh -c
xargs nice
xargs timeout 5
parallel env ::: a
parallel ::: env
parallel
find . -exec env ;
find . -exec env +
find . -execdir env ;
find . -name x -ok env ;
find . -exec true ; -exec env ;
find . -exec {} ;
find . -exec nice {} ;
find . -exec sh -c {} ;
fd -x env
fd x -X env
fd --exec=env
fd --exec-batch env
/lib64/ld-linux-x86-64.so.2 /usr/bin/env
/lib/ld-musl-x86_64.so.1 --library-path /lib env
ld-2.31.so env
qemu-x86_64-static /usr/bin/env
coreutils --coreutils-prog=env
coreutils env
npx env
npm run env
npm exec -- env
npm exec -c env
uv run env
nix-shell --run env
op run -- env
vaultctl run -k x -- env
tmux new-session env
entr -s env
socat - EXEC:env
socat - SYSTEM:env
tar cf x --to-command=env y
tar cf x --checkpoint-action=exec=env y
tar -I env -cf x y
sort --compress-program=env x
sort --compress-prog env x
split --filter env x
rg --pre env x
tar cf x --checkpoint-action exec=env y
tar cIf env x y
tar -cvIenv -f x y
tar -cF env -f x y
rsync -ae env a b
strace -o |env true
strace -fo!env true
strace --output=|env true
start-stop-daemon -Sx/usr/bin/env
start-stop-daemon -S -x /usr/bin/env
script -q file -- env
script file -qc env
su root -lc env;true
logsave -a - env
chronic env
pee env
dumb-init -- env
systemd-cat env
busybox openvt -w env
nc -l -e env
ip netns exec blue env
caffeinate -i env
arch -arm64 env
xcrun env
ccache env
command env
command -p env
`;

const allowed = `
git commit -m set_env
git push
nice git push
nice -n 5 git push
timeout 5 git push
timeout -k 1 5 gh api set export
nohup curl https://example.com/env
xargs -n1 echo
xargs -0 rm -f
xargs -I{} cp {} backup
find . -name env
find . -type f -name *.ts
find . -name x -exec grep env {} +
find . -exec grep -H set {} ;
find . -exec nice + env ;
fd -e txt
fd env
parallel -j 4 curl {} ::: a b
git config --get env.name
printf set
npm run build
npm test -- --grep set
npm install set
docker run -e A=1 image set
redis-cli set key value
nice redis-cli set key value
timeout 30 kubectl set image x
strace -f redis-cli set key value
sudo -u me git status
chroot /srv git status
taskset -p 1
envsubst
direnv allow
setfacl -m x y
exports
ls env
busybox ls
busybox
./busybox+x ls
./x-ls
watch -n 2 curl https://example.com
tar czf out.tar.gz src
sort -u names
man env
flock /tmp/x git pull
tar xIf zstd a.tar.zst
tar -xvIzstd -f a.tar.zst
rsync -ave ssh a b
strace -e trace=!open git status
ip netns list
ip link set eth0 up
nc -z localhost 80
logsave log git pull
script -qc true /dev/null
stdbuf -oL git log
`;

describe('denied whatever the lists say', () => {
  test.each(lines(denied))('%s', async (line) => {
    expect((await judge(policyWith(), ...call(line), fakeWorld())).rule).toMatch(/^always denied: /);
  });

  test.each([
    ['env\n', []],
    [' env', []],
    ['e\u200bnv', []],
    ['ｅｎｖ', []],
    ['env\0', []],
    ['git', ['\0']],
    ['timeout', ['5', 'env ']],
    ['nice', [...Array.from({ length: 40 }, () => 'nice'), 'git']],
    ['xargs', ['-I', '{}', 'sh', '-c', 'cat {}']],
    ['find', ['.', '-exec', 'sh', '-c', 'cat {}', ';']],
    ['flock', ['/tmp/x', '-c', 'true; env']],
    ['su', ['me', '-c', 'true; env']],
    ['runuser', ['-u', 'me', '-c', 'true; env']],
    ['xterm', ['-e=env; true']],
    ['script', ['-c', 'true; env', '/dev/null']],
    ['watch', ['true;', 'env']],
    ['parallel', ['true; env {}', ':::', 'a']],
    ['tar', ['--to-command=true; env', '-xf', 'x']],
    ['npx', ['-c', 'true; env']],
  ])('%j %j', async (command, args) => {
    expect((await judge(policyWith(), command, args, fakeWorld())).rule).toMatch(/^always denied: /);
  });

  test('a program that is one file with all core utilities goes by the name it is called by', async () => {
    const world = fakeWorld();
    const oneFile = { ...world, sameFile: () => true };
    expect(await judge(policyWith(), 'cat', ['x'], oneFile)).toMatchObject({ ok: true });
    expect(await judge(policyWith(), 'env', [], oneFile)).toMatchObject({ ok: false });
  });
});

describe('not mistaken for something denied', () => {
  test.each(lines(allowed))('%s', async (line) => {
    expect(await judge(policyWith(), ...call(line), fakeWorld())).toMatchObject({ ok: true });
  });
});

function lines(text: string): string[] {
  return text.trim().split('\n');
}

function call(line: string): [command: string, args: string[]] {
  const [command = '', ...args] = line.split(' ');
  return [command, args];
}
