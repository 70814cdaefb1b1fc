/** With `sandbox: off`: the differences that SECURITY.md tells, and what holds all the same. */
import { readFile, rm } from 'node:fs/promises';
import { exists, PASSWORD, pause } from '../spec/support/home.ts';
import { isLinux } from './support/machine.ts';
import { type Attack, attacks } from './support/table.ts';
import { ALLOW, allowing, NO, useTarget } from './support/target.ts';

const target = useTarget();
const noProc = !isLinux && 'there is no /proc here';

/** Runs a script of Node; `S` is the number of the tool server. */
const script = (input: string, expected: string, text: string): Attack => ({
  input: `without a sandbox: ${input}`,
  expected,
  unable: noProc,
  attempt: () =>
    target.output(ALLOW, [
      process.execPath,
      '-e',
      `const fs = require('node:fs'); const S = ${String(target.server.process.pid)}; const P = '/pro' + 'c/'; ${text}`,
    ]),
});

/** Whether a program in the background outlives its call. */
const left = (input: string, start: string, expected: string): Attack => ({
  input: `without a sandbox: ${input}`,
  expected,
  attempt: async () => {
    const beat = target.home.file('beat');
    await rm(beat, { force: true });
    await target.home.write(
      'loop.sh',
      'for i in $(seq 60); do [ -e stop ] && exit; echo x >> beat; sleep 0.05; done\n',
      0o755,
    );
    await target.run(ALLOW, ['sh', '-c', `${start}\nsleep 0.4`]);
    const before = await readFile(beat, 'utf8').catch(() => '');
    if (before === '') return 'it never started';
    await pause(500);
    const after = await readFile(beat, 'utf8');
    // What goes on must be gone before the home is.
    await target.home.write('stop', '');
    await pause(500);
    await rm(target.home.file('stop'));
    return after.length <= before.length + 4 ? 'it is ended' : 'it goes on';
  },
});

attacks('isolation', [
  script(
    'the tool server is seen (not held)',
    'runs: seen',
    `console.log(fs.existsSync(P + S) ? 'seen' : 'hidden')`,
  ),
  script(
    'the start environment of the tool server is empty',
    'runs: empty',
    `const bytes = fs.readFileSync(P + S + '/environ'); console.log(bytes.every((byte) => byte === 0) ? 'empty' : 'full')`,
  ),
  script(
    'the arguments of the tool server do not hold the password',
    'runs: not there',
    `console.log(fs.readFileSync(P + S + '/cmdline', 'utf8').includes(${JSON.stringify(PASSWORD)}) ? 'there' : 'not there')`,
  ),
  script(
    'a core dump of the tool server would hold no memory',
    'runs: 00000000',
    `console.log(fs.readFileSync(P + S + '/coredump_filter', 'utf8').trim())`,
  ),
  script(
    'no descriptor of the tool server is passed on but the three',
    'runs: nothing of the vault',
    `const open = fs.readdirSync(P + 'self/fd').flatMap((fd) => { try { return [fs.readlinkSync(P + 'self/fd/' + fd)]; } catch { return []; } });
     console.log(open.some((path) => path.includes('.vault')) ? 'the vault' : 'nothing of the vault')`,
  ),
  {
    input: 'without a sandbox: SIGUSR1 to the tool server opens no inspector',
    expected: 'runs, no inspector, it goes on',
    unable: noProc,
    attempt: async () => {
      const pid = String(target.server.process.pid);
      const outcome = await target.run(ALLOW, ['sh', '-c', `kill -USR1 ${pid}`]);
      await pause(300);
      const there = (await target.server.ok('secret_exists', { key: 'app' }))['exists'] === true;
      const opened = target.server.stderr.includes('Debugger listening');
      return `${outcome}, ${opened ? 'an inspector' : 'no inspector'}, ${there ? 'it goes on' : 'it is gone'}`;
    },
  },
  {
    input: 'without a sandbox: the directory of the vault is seen (not held)',
    expected: 'runs',
    attempt: () => target.run(ALLOW, ['ls', target.home.file('.vault', 'vault.db')]),
  },
  {
    input: 'without a sandbox: the file of the vault is sealed, names as well',
    expected: 'runs, exit 1',
    attempt: () => target.run(ALLOW, ['grep', '-qa', '-e', 'app', target.home.file('.vault', 'vault.db')]),
  },
  {
    input: 'without a sandbox: the policy is written over (not held: the next call goes by it)',
    expected: `${NO}, runs, runs`,
    attempt: async () => {
      const first = await target.run(allowing('tee', 'cp'), ['true']);
      const copy = await target.home.write('copy.yaml', 'default_action: allow\nsandbox: off\n');
      const edit = (await target.ask({ keys: [], command: 'cp', args: [copy, target.home.policyFile] }))
        .outcome;
      return `${first}, ${edit}, ${(await target.ask({ keys: [], command: 'true' })).outcome}`;
    },
  },
  {
    input: 'without a sandbox: other files of the user are written (not held)',
    expected: 'runs, written',
    attempt: async () => {
      const outcome = await target.run(ALLOW, ['touch', '.profile']);
      return `${outcome}, ${(await exists(target.home.file('.profile'))) ? 'written' : 'not written'}`;
    },
  },
  left('a program in the background is ended with its call', 'sh ./loop.sh &', 'it is ended'),
  left(
    'a program that ignores signals is ended with its call',
    'trap "" TERM HUP; sh ./loop.sh &',
    'it is ended',
  ),
  left('a session of its own outlives its call (not held)', 'setsid sh ./loop.sh &', 'it goes on'),
]);
