/** The session's process, and the programs it runs: what they find of it. */
import { spawnSync } from 'node:child_process';
import { linkSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { probeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, PASSWORD, pause } from '../spec/support/home.ts';
import { processesWith, untilProcesses } from '../session/support/unlocked.ts';
import { missing } from './support/machine.ts';
import { type Attack, attacks } from './support/table.ts';
import { givesAway, useSessionTarget } from './support/session-target.ts';

const probe = await probeSandbox();
const unable = probe.ok ? false : probe.reason;
const target = useSessionTarget({ ...ALLOW_ALL, sandbox: 'required' });
const open = useSessionTarget(ALLOW_ALL);

const proc = (name: string): Buffer => readFileSync(`/proc/${target.session.pid}/${name}`);
const looked = (input: string, expected: string, look: () => string): Attack => ({
  input,
  expected,
  attempt: () => Promise.resolve(look()),
});

/** Connects to a socket and asks for a value: what comes of it. */
const ASKING = `
const net = require('node:net');
const body = JSON.stringify({ type: 'command', version: '0.1.0', argv: ['get', 'app'], cwd: '/', terminal: { stdin: false, stdout: false, stderr: false, color: false, person: true } });
const head = Buffer.alloc(5); head.writeUInt32BE(body.length, 0); head[4] = 1;
const socket = net.connect(process.argv[2]);
socket.on('error', (error) => console.log(error.code));
socket.on('connect', () => socket.write(Buffer.concat([head, Buffer.from(body)])));
socket.on('data', (bytes) => console.log(String(bytes.subarray(5))));
socket.on('close', () => process.exit());
`;

const asking = (input: string, path: () => string, cwd?: () => string): Attack => ({
  input: `a program in the sandbox and the socket of its session, by ${input}`,
  expected: 'ENOENT',
  unable,
  attempt: async () => {
    await target.home.write('ask.cjs', ASKING);
    const line = ['run', '-k', 'app', '--', process.execPath, target.home.file('ask.cjs'), path()];
    const { stdout, stderr } = await target.session.cli(line, cwd === undefined ? {} : { cwd: cwd() });
    return (stdout + stderr).trim().replace('ENOTDIR', 'ENOENT');
  },
});

const node = (input: string, expected: string, script: () => string): Attack => ({
  input: `a program in the sandbox: ${input}`,
  expected,
  unable,
  attempt: async () => {
    const line = [
      'run',
      '-k',
      'app',
      '--',
      process.execPath,
      '-e',
      `const fs = require('node:fs'); const P = '/pro' + 'c/'; const S = ${target.session.pid}; ${script()}`,
    ];
    const { stdout, stderr } = await target.session.cli(line);
    return (stdout + stderr).trim();
  },
});

attacks('session', [
  looked('the arguments of the session’s process', 'vaultctl session, no secret', () => {
    const text = proc('cmdline').toString().replaceAll('\0', ' ').trim();
    return `${text}, ${givesAway(proc('cmdline')) ? 'a secret' : 'no secret'}`;
  }),
  looked('the environment of the session’s process', 'no secret, no name of a file with one', () => {
    const env = proc('environ');
    return `${givesAway(env) ? 'a secret' : 'no secret'}, ${env.includes('VAULT_') ? 'a name' : 'no name of a file with one'}`;
  }),
  looked('the name of the session’s process', 'no secret', () =>
    givesAway(proc('comm')) ? 'a secret' : 'no secret',
  ),
  looked('the open files of the session’s process', 'its vault, and nothing else of its owner', () => {
    const folder = `/proc/${target.session.pid}/fd`;
    const files = readdirSync(folder).flatMap((fd) => {
      try {
        return [readlinkSync(`${folder}/${fd}`)];
      } catch {
        return [];
      }
    });
    const others = files.filter(
      (file) => file.startsWith(target.home.dir) && !file.startsWith(target.home.vault),
    );
    return others.length === 0 ? 'its vault, and nothing else of its owner' : others.join();
  }),
  looked('the core dump filter of the session’s process: no memory is dumped', '00000000', () =>
    proc('coredump_filter').toString().trim(),
  ),
  looked('the working directory of the session’s process', '/', () =>
    readlinkSync(`/proc/${target.session.pid}/cwd`),
  ),
  {
    input: 'SIGUSR1 to the session’s process',
    expected: 'no port is opened; the session goes on',
    attempt: async () => {
      process.kill(target.session.pid, 'SIGUSR1');
      await pause(700);
      const folder = `/proc/${target.session.pid}/fd`;
      const own = readdirSync(folder).map(
        (fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${fd}`))?.[1],
      );
      const listening = new Set(
        ['tcp', 'tcp6'].flatMap((name) =>
          readFileSync(`/proc/net/${name}`, 'utf8')
            .split('\n')
            .slice(1)
            .map((row) => row.trim().split(/\s+/)[9]),
        ),
      );
      const ports = own.filter((inode) => inode !== undefined && listening.has(inode));
      return target.after(
        `${ports.length === 0 ? 'no port is opened' : 'a port is opened'}; the session goes on`,
      );
    },
  },
  {
    input: 'a crash dump of the session’s process',
    expected: 'no value of the vault',
    unable: missing('gcore') || unable,
    attempt: () => {
      const file = target.home.file('dump');
      spawnSync('gcore', ['-o', file, String(target.session.pid)]);
      const dumped = readdirSync(target.home.dir).filter((name) => name.startsWith('dump.'));
      const found = dumped.some((name) => givesAway(readFileSync(target.home.file(name))));
      return Promise.resolve(found ? 'a value' : 'no value of the vault');
    },
  },

  asking('its path', () => target.session.socket),
  asking(
    'a path through the working directory',
    () => '../run/vaultctl/session.sock',
    () => target.home.file('tmp'),
  ),
  asking('the root of another process', () => `/proc/1/root${target.session.socket}`),
  asking(
    'the directory of the session’s process',
    () => `/proc/${target.session.pid}/cwd${target.session.socket}`,
  ),
  asking(
    'a working directory beside it',
    () => 'session.sock',
    () => target.home.file('run', 'vaultctl'),
  ),
  node(
    'the session’s process',
    'not there',
    () => `console.log(fs.existsSync(P + S) ? 'there' : 'not there')`,
  ),
  node(
    'signals to the session’s process',
    'ESRCH',
    () => `try { process.kill(S, 0); console.log('sent'); } catch (error) { console.log(error.code); }`,
  ),
  node(
    'the guard of the session',
    'not there',
    () =>
      `console.log(${JSON.stringify(processesWith('vaultctl guard').map(String))}.some((pid) => fs.existsSync(P + pid)) ? 'there' : 'not there')`,
  ),
  node(
    'the vault',
    'ENOENT',
    () =>
      `try { console.log(fs.readdirSync(${JSON.stringify(target.home.vault)}).length === 0 ? 'ENOENT' : 'there'); } catch (error) { console.log(error.code); }`,
  ),
  node(
    'a hard link to the socket',
    'ENOENT',
    () =>
      `try { fs.linkSync(${JSON.stringify(target.session.socket)}, 'linked'); console.log('linked'); } catch (error) { console.log(error.code); }`,
  ),
  node(
    'its own open files',
    'none of the session',
    () =>
      `const files = fs.readdirSync(P + 'self/fd').flatMap((fd) => { try { return [fs.readlinkSync(P + 'self/fd/' + fd)]; } catch { return []; } }); console.log(files.some((file) => /session|vault\\.db/.test(file)) ? files.join() : 'none of the session')`,
  ),
  {
    input:
      'a program in the sandbox of a tool server with the password, and the socket of a session beside it',
    expected: 'ENOENT',
    unable,
    attempt: async () => {
      await target.home.write('ask.cjs', ASKING);
      const args = [target.home.file('ask.cjs'), target.session.socket];
      return withServer(
        target.home,
        async (server) => {
          const { stdout } = await server.ok('secret_run', {
            keys: ['app'],
            command: process.execPath,
            args,
          });
          return String(stdout).trim();
        },
        { env: { XDG_RUNTIME_DIR: target.home.file('run') } },
      );
    },
  },
  {
    input: 'a program without a sandbox at the socket (not held: it is reached)',
    expected: '{"local":"reveal"}',
    attempt: async () => {
      await open.home.write('ask.cjs', ASKING);
      const line = [
        'run',
        '-k',
        'app',
        '--',
        process.execPath,
        open.home.file('ask.cjs'),
        open.session.socket,
      ];
      return (await open.session.cli(line)).stdout.trim();
    },
  },
  {
    input: 'a program without a sandbox that is vaultctl',
    expected: 'exit 4, [REDACTED:app]',
    attempt: async () => {
      const program = new URL('../../dist/vaultctl.js', import.meta.url).pathname;
      const env = { XDG_RUNTIME_DIR: open.home.file('run') };
      const script = `"${process.execPath}" "${program}" get app; echo exit $?; "${process.execPath}" "${program}" run -k app -- sh -c 'printf %s "$APP"'`;
      const { stdout } = await open.session.cli(['run', '-k', 'app', '--', 'sh', '-c', script], { env });
      return stdout.trim().replace('\n', ', ');
    },
  },
  {
    input: 'a hard link to the socket beside it, made by a program of the user',
    expected: 'local to the same session, nothing more',
    attempt: async () => {
      linkSync(open.session.socket, open.home.file('run', 'linked'));
      await open.home.write('ask.cjs', ASKING);
      const { stdout } = spawnSync(
        process.execPath,
        [open.home.file('ask.cjs'), open.home.file('run', 'linked')],
        { encoding: 'utf8' },
      );
      return open.after(
        stdout.trim() === '{"local":"reveal"}' ? 'local to the same session, nothing more' : stdout,
      );
    },
  },
  {
    input: 'the open files that a program without a sandbox inherits',
    expected: 'as of any program',
    unable: missing('python3'),
    attempt: async () => {
      const script = 'import os; print(*sorted(os.listdir("/pro" + "c/self/fd")))';
      const { stdout } = await open.session.cli(['run', '-k', 'app', '--', 'python3', '-c', script]);
      const any = spawnSync('python3', ['-c', script], { encoding: 'utf8' });
      return stdout !== '' && stdout === any.stdout ? 'as of any program' : stdout;
    },
  },
  {
    input: 'the master password, printed by a program that knows it',
    expected: '[REDACTED:master password]',
    attempt: async () => {
      await open.home.write('words.txt', PASSWORD);
      return (await open.session.cli(['run', '-k', 'app', '--', 'cat', 'words.txt'])).stdout;
    },
  },
  {
    input: 'a program in the sandbox: the file the password of unlock came from',
    expected: 'nothing of it',
    unable,
    attempt: async () => {
      const VAULT_PASSWORD_FILE = await target.home.write('kept/password', PASSWORD);
      await target.session.cli(['unlock'], { env: { VAULT_PASSWORD_FILE } });
      const line = ['run', '-k', 'app', '--', 'wc', '-c', VAULT_PASSWORD_FILE];
      const { stdout, stderr } = await target.session.cli(line);
      return stdout === '' && stderr.includes('Permission denied') ? 'nothing of it' : stdout + stderr;
    },
  },
  {
    input:
      'a program without a sandbox in a group of its own, when the session is killed (not held: it goes on)',
    expected: 'it goes on',
    attempt: async () => {
      const marker = `66.${Math.floor(Math.random() * 1e9)}`;
      void open.session.cli(['run', '-k', 'app', '--', 'bash', '-c', `set -m; sleep ${marker} & wait`]);
      await untilProcesses(`sleep\0${marker}`, (count) => count > 0);
      process.kill(open.session.pid, 'SIGKILL');
      await pause(1500);
      const left = processesWith(`sleep\0${marker}`);
      for (const pid of left) process.kill(pid, 'SIGKILL');
      return left.length === 1 ? 'it goes on' : 'it is ended';
    },
  },
]);
