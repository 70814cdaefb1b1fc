/** Programs that run others: several in a row, what must still work, and `denied_commands` behind them. */
import { missing } from './support/machine.ts';
import { attacks } from './support/table.ts';
import { except, lines, NO, shown, useTarget } from './support/target.ts';

const target = useTarget(async (home) => {
  await home.write('names', 'env\n');
});

/** Several in a row. */
const IN_A_ROW = lines(`nice nice env
nice nohup setsid env
timeout 5 nice -n 5 stdbuf -oL env
nice timeout 5 xargs env
nohup nice sh -c env
xargs nice env
xargs -I{} nice env
find . -exec nice timeout 5 env ;
setsid nohup find . -exec xargs printenv ;
busybox nice timeout 5 sh -c env
sudo -u root nice env
chroot / nice env
flock lock nice -c env
strace -f nice env
timeout 5 script -qc nice%senv /dev/null
watch nice env
unshare -r setsid -w env
stdbuf -oL ld.so /usr/bin/env
nice busybox nice busybox env
sh -c nice%stimeout%s5%senv
timeout 5 sh -c exec%snice%senv
xargs sh -c nice%senv
nice bash -c nohup%sprintenv`);

attacks('policy', [
  ...IN_A_ROW.map((line) => target.denied(line)),
  target.denied(
    ['nice', ...Array.from({ length: 40 }, () => 'nice'), 'env'],
    'env behind 41 launchers in a row',
  ),
  target.denied(
    ['timeout', ...Array.from({ length: 300 }, () => ['--kill-after', '1']).flat(), '5', 'env'],
    'env behind 300 options of a launcher',
  ),
]);

/** What must still work through a launcher: command, and the program it needs on this machine. */
const FINE = lines(`nice true
nice -n 5 true
nice nice nice true
timeout 5 true
timeout -k 1 5 true
nohup true
setsid -w true
stdbuf -oL true
xargs true
xargs -n 1 echo
xargs -I{} echo {}
find . -maxdepth 0 -exec true ;
find . -name env
find . -name *.env
timeout 5 nice sh -c true
nice echo env
timeout 5 echo printenv set export
flock lock true
script -qc true /dev/null
strace -qq -o out true
tar -cf out.tar names
sort names
split names`);

attacks('policy', [
  ...FINE.map((line) => target.runs(line, shown(line), missing(line[0]))),
  ...lines(`nice touch
timeout 5 touch x
xargs touch
find . -exec touch x ;
nohup nice touch
script -qc touch%sx /dev/null
flock lock -c touch%sx
busybox touch x
env touch x
watch touch
sudo touch x
strace -o |touch%sx true
tar -I touch -cf out names`).map((line) => ({
    input: `${shown(line)}, with touch on denied_commands`,
    expected: NO,
    attempt: () => target.run(except('touch'), line),
  })),
]);
