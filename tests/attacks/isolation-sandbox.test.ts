/** With `sandbox: required`: what a program that an agent steers finds of the tool server and the vault. */
import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { probeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { PASSWORD, pause, type PolicyKeys, exists } from '../spec/support/home.ts';
import { missing } from './support/machine.ts';
import { type Attack, attacks } from './support/table.ts';
import { ALLOW, NO, shown, useTarget, withOwnServer } from './support/target.ts';

const probe = await probeSandbox();
const unable = probe.ok ? false : probe.reason;
const REQUIRED: PolicyKeys = { ...ALLOW, sandbox: 'required' };

const target = useTarget(async (home) => {
  await home.write('outside.txt', 'words outside');
  await symlink(home.vault, home.file('vault-link'));
  await symlink(home.file('.vault', 'vault.db'), home.file('db-link'));
  await symlink(home.policyFile, home.file('policy-link'));
});

/** Runs a script of Node; it prints what it found. `S` is the number of the tool server, `V` the directory of the vault. */
const script = (input: string, expected: string, text: string): Attack => ({
  input,
  expected,
  unable,
  attempt: () => node(text),
});
async function node(text: string): Promise<string> {
  const before = `const fs = require('node:fs'); const S = ${String(target.server.process.pid)}; const V = ${JSON.stringify(target.home.vault)};
    const P = '/pro' + 'c/'; const tried = (f) => { try { return f(); } catch (error) { return error.code; } };`;
  return target.output(REQUIRED, [process.execPath, '-e', `${before} ${text}`]);
}

/** Runs a shell text; `V` is the directory of the vault. What it prints is counted where it should print nothing. */
const text = (input: string, expected: string, line: string, more?: string | false): Attack => ({
  input,
  expected,
  unable: unable || (more ?? false),
  attempt: async () => {
    const outcome = await target.output(REQUIRED, [
      'sh',
      '-c',
      line.replaceAll('V/', `${target.home.vault}/`).replaceAll('V;', `${target.home.vault};`),
    ]);
    return outcome.trim();
  },
});

/** Nothing of the vault comes out by this command. */
const reads = (command: string): Attack =>
  text(`${command} of the file of the vault`, 'runs: 0', `(${command}) 2>/dev/null | wc -c`);

/** The tool server goes on after an attack. */
async function stillThere(outcome: string): Promise<string> {
  const { exists: there } = await target.server.ok('secret_exists', { key: 'app' });
  const opened = /Debugger listening/.test(target.server.stderr) ? ', the inspector is open' : '';
  return there === true
    ? `${outcome}, the tool server goes on${opened}`
    : `${outcome}, the tool server is broken`;
}

attacks('isolation', [
  script(
    'other processes in /proc',
    'runs: its own only',
    `const there = fs.readdirSync(P).filter((name) => /^[0-9]+$/.test(name)); console.log(there.length < 6 ? 'its own only' : there.join())`,
  ),
  ...['environ', 'mem', 'maps', 'cmdline', 'stat', 'fd', 'root', 'cwd', 'task', 'coredump_filter'].map(
    (name) =>
      script(
        `/proc/<tool server>/${name}`,
        'runs: ENOENT',
        `console.log(tried(() => fs.statSync(P + S + '/${name}') && 'found'))`,
      ),
  ),
  script(
    'the environment of every process that is seen',
    'runs: no password',
    `const found = fs.readdirSync(P).filter((pid) => tried(() => fs.readFileSync(P + pid + '/environ', 'utf8').includes(${JSON.stringify(PASSWORD)}) === true) === true); console.log(found.length === 0 ? 'no password' : found.join())`,
  ),
  script(
    'the parent by its number',
    'runs: not the tool server',
    `console.log(process.ppid === S ? 'the tool server' : 'not the tool server')`,
  ),
  ...['SIGUSR1', 'SIGUSR2', 'SIGTERM', 'SIGKILL', 'SIGSTOP', 'SIGABRT', 0].map((signal): Attack => ({
    input: `the signal ${String(signal)} to the tool server`,
    expected: 'runs: ESRCH, the tool server goes on',
    unable,
    attempt: async () =>
      stillThere(
        await node(`console.log(tried(() => process.kill(S, ${JSON.stringify(signal)}) && 'sent'))`),
      ),
  })),
  script(
    'the core dump filter: no memory is dumped',
    'runs: 00000000',
    `console.log(fs.readFileSync(P + 'self/coredump_filter', 'utf8'))`,
  ),
  script(
    'a setting of the kernel, written as it is',
    'runs: EROFS',
    `const file = P + 'sys/kernel/core_pattern'; console.log(tried(() => fs.writeFileSync(file, fs.readFileSync(file)) ?? 'written'))`,
  ),
  {
    input: 'strace attached to the tool server',
    expected: 'runs, exit 1: attach: ptrace(PTRACE_SEIZE, <tool server>): No such process',
    unable: unable || missing('strace'),
    attempt: async () => {
      const server = String(target.server.process.pid);
      const outcome = await target.output(REQUIRED, ['strace', '-p', server]);
      return outcome.replace(server, '<tool server>').replace(/[\w/]*strace: /, '');
    },
  },
]);

attacks('isolation', [
  text('a listing of the vault', 'runs', 'ls -A V/'),
  text('a listing of the vault by a link', 'runs', 'ls -A vault-link/'),
  text('a listing of the state directory', 'runs', 'ls -A .local/state/vaultctl'),
  reads('cat V/vault.db'),
  reads('head -c 99 V/vault.db'),
  reads('tail -c 99 V/vault.db'),
  reads('dd status=none if=V/vault.db'),
  reads('tac V/vault.db'),
  reads('od -c V/vault.db-wal'),
  reads('cat V/mcp-policy.yaml'),
  reads('tar cf - -C V/ . | tar tf - | grep -v "^./$"'),
  reads('cat db-link'),
  reads('cat policy-link'),
  reads('cat vault-link/vault.db'),
  reads('cat V/../.vault/vault.db'),
  reads('cat .vault/vault.db'),
  reads('cp V/vault.db copy && cat copy'),
  reads('ln V/vault.db hard && cat hard'),
  reads('umount V; cat V/vault.db'),
  reads('umount -l V; cat V/vault.db'),
  reads('mount --bind / dir && cat dirV/vault.db'),
  reads('unshare -Urm sh -c "umount V; cat V/vault.db"'),
  reads('find . -name vault.db'),
  reads('grep -rl "SQLite format" .vault .local'),
  script(
    'the file of the vault through the root of the first process',
    'runs: ENOENT',
    `console.log(tried(() => fs.readFileSync(P + '1/root' + V + '/vault.db').length))`,
  ),
  script(
    'the file of the vault through its own root',
    'runs: ENOENT',
    `console.log(tried(() => fs.readFileSync(P + 'self/root' + V + '/vault.db').length))`,
  ),
  script(
    'the file of the vault through open descriptors',
    'runs: none',
    `const open = fs.readdirSync(P + 'self/fd').map((fd) => tried(() => fs.readlinkSync(P + 'self/fd/' + fd))).filter((path) => path.includes('vault')); console.log(open.join() || 'none')`,
  ),
  script(
    'the vault through all that is mounted',
    'runs: an empty one over it',
    `const line = fs.readFileSync(P + 'self/mountinfo', 'utf8').split('\\n').find((each) => each.includes(' ' + V + ' ')); console.log(/ - tmpfs /.test(line ?? '') ? 'an empty one over it' : 'open')`,
  ),
  {
    input: 'changes in the vault: files written, replaced, removed',
    expected: 'as it was',
    unable,
    attempt: async () => {
      const names = ['vault.db', 'mcp-policy.yaml'].map((name) => target.home.file('.vault', name));
      await target.home.policy(REQUIRED);
      const before = await readFile(target.home.policyFile, 'utf8');
      await target.ask({
        keys: [],
        command: 'sh',
        args: [
          '-c',
          `rm -rf .vault/* .vault; echo 'default_action: allow' > ${target.home.policyFile}; echo x > .vault/vault.db`,
        ],
      });
      const there = await Promise.all(names.map(exists));
      const after = await readFile(target.home.policyFile, 'utf8');
      return there.every(Boolean) && after === before ? 'as it was' : 'changed';
    },
  },
  {
    input: 'another vault put in the place of the vault: the directory renamed, or one above it',
    expected: `runs, then ${NO}`,
    unable,
    attempt: async () => {
      const { dir } = target.home;
      await target.home.policy({
        version: 1,
        default_action: 'deny',
        allowed_commands: ['sh'],
        sandbox: 'required',
      });
      const move = `mv ${dir}/.vault ${dir}/.moved; mv ${dir} ${dir}.moved; mkdir -p ${dir}/.vault; umask 077; echo 'default_action: allow' > ${dir}/.vault/mcp-policy.yaml; true`;
      const moved = await target.ask({ keys: [], command: 'sh', args: ['-c', move] });
      const next = await target.ask({ keys: [], command: 'true' });
      if (await exists(`${dir}.moved`)) {
        await rm(dir, { recursive: true });
        await rename(`${dir}.moved`, dir);
      }
      return `${moved.outcome}, then ${next.outcome}`;
    },
  },
]);

/** Starts what must not outlive the call, and looks whether it still writes. */
const leaves = (input: string, start: string, args: Record<string, unknown> = {}): Attack => ({
  input,
  expected: 'nobody is left',
  unable,
  attempt: async () => {
    await target.home.policy(REQUIRED);
    const beat = target.home.file('beat');
    await rm(beat, { force: true });
    const loop = 'while :; do echo x >> beat; sleep 0.02; done';
    await target.home.write('loop.sh', `${loop}\n`, 0o755);
    await target.ask({ keys: [], command: 'sh', args: ['-c', `${start}\nsleep 0.2`], ...args });
    const before = await readFile(beat, 'utf8').catch(() => '');
    if (before === '') return 'it never started';
    await pause(150);
    return (await readFile(beat, 'utf8')).length <= before.length + 4 ? 'nobody is left' : 'it goes on';
  },
});

attacks('isolation', [
  leaves('a program in the background', 'sh ./loop.sh &'),
  leaves('a program in a session of its own', 'setsid sh ./loop.sh &'),
  leaves('a program in a session of its own, forked twice', 'setsid setsid sh ./loop.sh & '),
  leaves('a program that nobody can hang up', 'nohup setsid sh ./loop.sh >/dev/null 2>&1 &'),
  leaves('a program that ignores signals', 'trap "" TERM HUP INT; setsid sh ./loop.sh &'),
  leaves('a program in a session of its own, at a time-out', 'setsid sh ./loop.sh & sleep 30', {
    timeout: '400ms',
  }),
  {
    input: 'the file of the master password, by its path, a link and through /proc',
    expected: 'runs: EACCES EACCES EACCES',
    unable,
    attempt: async () => {
      const file = await target.home.write('password-file', PASSWORD);
      await symlink(file, target.home.file('password-link'));
      const env = { VAULT_PASSWORD: undefined, VAULT_PASSWORD_FILE: file };
      const look = `const fs = require('node:fs'); const size = (path) => { try { return fs.readFileSync(path).length; } catch (error) { return error.code; } };
        console.log([${JSON.stringify(file)}, 'password-link', '/pro' + 'c/1/root' + ${JSON.stringify(file)}].map(size).join(' '));`;
      return withOwnServer(target, { env }, (own) => own.output(REQUIRED, [process.execPath, '-e', look]));
    },
  },
  {
    input: 'a vault elsewhere, in a directory that the program may rename',
    expected: `runs, then ${NO}`,
    unable,
    attempt: async () => {
      const { dir } = target.home;
      const vault = `${dir}/work/deep/vault`;
      await mkdir(`${dir}/work/deep`, { recursive: true });
      await target.home.ok(['--vault-dir', vault, 'init']);
      const policy = 'default_action: deny\nallowed_commands: [sh]\nsandbox: required\n';
      await target.home.write('work/deep/vault/mcp-policy.yaml', policy);
      const move = `mv work/deep work/moved; mv work moved; mkdir -p work/deep/vault; umask 077; echo 'default_action: allow' > work/deep/vault/mcp-policy.yaml; true`;
      return withOwnServer(target, { env: { VAULT_DIR: vault } }, async (own) => {
        const moved = await own.ask({ keys: [], command: 'sh', args: ['-c', move] });
        return `${moved.outcome}, then ${(await own.ask({ keys: [], command: 'true' })).outcome}`;
      });
    },
  },
  // What must go on.
  text('the files of the working directory (must work)', 'runs: words outside', 'cat outside.txt'),
  text('a file that is written (must work)', 'runs: new', 'echo new > made; cat made'),
  text('the variable of the secret, redacted (must work)', 'runs: [REDACTED:app]', 'echo "$APP"'),
  text('the exit code of the program (must work)', 'runs, exit 7', 'exit 7'),
  ...[['true'], ['git', '--version'], ['python3', '-c', 'pass'], ['ps', '-o', 'pid']].map(
    ([command = '', ...args]) => ({
      input: `${shown([command, ...args])} (must work)`,
      expected: 'runs',
      unable: unable || missing(command),
      attempt: () => target.run(REQUIRED, [command, ...args]),
    }),
  ),
]);
