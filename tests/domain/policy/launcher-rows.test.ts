import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/domain/policy/judge.ts';
import { launchers } from '../../../src/domain/policy/launchers.ts';
import { fakeWorld, policyWith } from './fake-world.ts';

/** Names of which `NAME env` runs it; every name has its own line or stands here. */
const plain = `
nice ionice choom numactl prlimit cpulimit cgexec chpst softlimit setuidgid envuidgid envdir setlock
uclampset coresched pipesz setpgid trickle caffeinate
time nohup setsid stdbuf unbuffer rlwrap command watch
systemd-cat chronic ifne lckdo cttyhack openvt pee mispipe hyperfine
tmux screen dtach abduco xterm uxterm konsole gnome-terminal x-terminal-emulator
start-stop-daemon daemonize daemon tini dumb-init catatonit sudo doas run0 pkexec su runuser
unshare nsenter linux32 linux64 i386 x86_64 uname26 proot fakeroot fakechroot firejail capsh
setpriv runcon gosu su-exec bwrap systemd-run systemd-inhibit machinectl
systemd-nspawn schroot nsjail minijail0 aa-exec sandbox-exec
torsocks torify proxychains proxychains4 tsocks faketime eatmydata
xvfb-run dbus-run-session dbus-launch ssh-agent gpg-agent
strace ltrace gdb lldb valgrind perf catchsegv uftrace heaptrack ddd rr
xargs parallel sem entr watchexec nodemon busybox toybox coreutils ld.so arch qemu
npx bunx pnpx uvx pipx npm pnpm yarn bun
uv poetry pipenv pdm hatch rye bundle rbenv pyenv direnv mise asdf conda mamba micromamba nix nix-shell
op doppler aws-vault vaultctl infisical chamber teller dotenv dotenvx foreman honcho
xcrun ccache sccache distcc systemd-socket-activate tcpsvd udpsvd
`;

const others = `
chrt 10 env
taskset 1 env
timeout 5 env
script -c env
flock /tmp/x env
sg staff env
newgrp staff
chroot / env
setarch x86_64 env
logsave log env
ip netns exec name env
strace -o|env true
nc -e env localhost 1
ncat --exec env localhost 1
netcat -c env localhost 1
rsync -e env a b
find . -exec env ;
bfs . -exec env ;
fd -x env
fdfind -x env
socat - EXEC:env
tar --to-command=env -xf x
bsdtar --use-compress-program=env -xf x
tar --checkpoint-action=exec=env -cf x y
tar cIf env x y
split --filter=env x
sort --compress-program=env x
rg --pre=env x
man -P env ls
install --strip-program=env x y
ld-linux-x86-64.so.2 env
ld-2.31.so env
qemu-aarch64-static env
busybox-armv7l env
`;

const lines = [
  ...plain
    .trim()
    .split(/\s+/)
    .map((name) => `${name} env`),
  ...others.trim().split('\n'),
];

describe('what a launcher runs is judged', () => {
  test.each(lines)('%s', async (line) => {
    const [command = '', ...args] = line.split(' ');
    expect((await judge(policyWith(), command, args, fakeWorld())).rule).toMatch(/^always denied: /);
  });

  test('whichever of them it is', () => {
    const tried = new Set(lines.map((line) => line.split(' ')[0]));
    expect(launchers.flatMap(({ names }) => names).filter((name) => !tried.has(name))).toEqual([]);
  });
});

describe('readers of trees do not read the whole system', () => {
  test.each([
    'grep -r TOKEN /',
    'rg TOKEN /',
    'find / -exec cat {} +',
    'diff -r / other',
    'cp -a / out',
    'tar c /',
  ])('%s', async (line) => {
    const [command = '', ...args] = line.split(' ');
    expect(await judge(policyWith(), command, args, fakeWorld())).toMatchObject({ ok: false });
  });
});
