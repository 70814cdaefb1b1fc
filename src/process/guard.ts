/**
 * A small shell that outlives this process by a moment: when this process is gone, killed or crashed, it kills the
 * groups whose leaders it was told. Programs that hold secrets must not outlive the one who redacts and records.
 */

import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';

/** `+7` and `-7`, a line each: a group begins, a group has ended. The end of its input is the end of this process. */
const SCRIPT = `trap '' HUP INT TERM QUIT USR1 USR2
groups=' '
while read -r line; do
  group=\${line#?}
  case $line in
    +*) groups="$groups$group ";;
    -*) case $groups in *" $group "*) groups="\${groups%%" $group "*} \${groups#*" $group "}";; esac;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done`;

export interface Guard {
  add(leader: number): void;
  remove(leader: number): void;
  readonly pid: number | undefined;
}

/** Starts it, in a session of its own: what ends this process's group does not end it. */
export function startGuard(): Guard {
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'vaultctl guard'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
    cwd: '/',
  });
  shell.on('error', () => undefined);
  shell.unref();
  const { stdin } = shell;
  stdin.on('error', () => undefined);
  const descriptor = descriptorOf(stdin);
  function tell(line: string): void {
    // At once, where it can be: this process may be killed in the next moment.
    if (descriptor === undefined) return void stdin.write(line);
    try {
      writeSync(descriptor, line);
    } catch {
      stdin.write(line);
    }
  }
  return {
    add: (leader) => tell(`+${leader}\n`),
    remove: (leader) => tell(`-${leader}\n`),
    pid: shell.pid,
  };
}

/** Node keeps it where its types do not show it. */
function descriptorOf(stream: object): number | undefined {
  const handle: unknown = Reflect.get(stream, '_handle');
  const descriptor: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined;
  return typeof descriptor === 'number' && descriptor >= 0 ? descriptor : undefined;
}
