/** A client whose surroundings are an attacker's: what runs, and what is allowed, is as it was at unlock. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import { ALLOW_ALL, PASSWORD } from '../spec/support/home.ts';
import { frame, KIND } from '../session/support/raw-client.ts';
import { isRoot, missing } from './support/machine.ts';
import { type Attack, attacks } from './support/table.ts';
import { givesAway, useSessionTarget } from './support/session-target.ts';

const FAKE = '#!/bin/sh\necho a fake\n';

const target = useSessionTarget(ALLOW_ALL, async (home) => {
  for (const name of ['git', 'true', 'sh', 'vaultctl', 'node']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await home.write(`fakes/${name}`, FAKE, 0o755);
  }
  await home.write('preload.cjs', 'console.log("preloaded")');
  await home.write('rc.sh', 'echo from a start-up file\n');
  await home.write('other/.vault/mcp-policy.yaml', JSON.stringify({ ...ALLOW_ALL, default_action: 'deny' }));
  await home.write('bad.txt', 'words');
});

type Env = Record<string, string | undefined>;

/** Runs a program as a client with such variables: what it prints, and what of its environment came from the client. */
const surrounded = (input: string, env: () => Env, more: { cwd?: () => string } = {}): Attack => ({
  input: `a client with ${input}`,
  expected: 'the right git in the environment of unlock',
  attempt: async () => {
    const look =
      'case $(git --version) in "git version"*) echo the right git;; *) echo another git;; esac; ' +
      'echo "$PATH|$HOME|$LD_PRELOAD|$NODE_OPTIONS|$BASH_ENV|$ENV|$EVIL|$VAULT_DIR"';
    const { code, stdout, stderr } = await target.session.cli(['run', '-k', 'app', '--', 'sh', '-c', look], {
      env: env(),
      ...(more.cwd !== undefined && { cwd: more.cwd() }),
    });
    if (code !== 0) return `exit ${code}: ${stderr.split('\n')[0] ?? ''}`;
    // What a script of the client prints is the client's.
    const [git, seen] = stdout.replace('preloaded\n', '').trim().split('\n');
    const { PATH = '', HOME = '' } = target.home.env;
    return `${git} in ${seen === `${PATH}|${HOME}||||||` ? 'the environment of unlock' : `another environment: ${seen}`}`;
  },
});

/** A session that is none, in a place of its own. */
async function withFake<T>(
  answer: (socket: Socket, bytes: Buffer) => void,
  body: (env: Env) => Promise<T>,
): Promise<T> {
  const run = target.home.file('fake-run');
  mkdirSync(`${run}/vaultctl`, { recursive: true, mode: 0o700 });
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', (bytes) => answer(socket, Buffer.from(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(`${run}/vaultctl/session.sock`, resolve));
  chmodSync(`${run}/vaultctl/session.sock`, 0o600);
  try {
    return await body({ XDG_RUNTIME_DIR: run });
  } finally {
    server.close();
    rmSync(run, { recursive: true });
  }
}

/** What a session says that answers in JSON. */
const answer = (value: object): Buffer =>
  Buffer.concat([frame(KIND.output, JSON.stringify(value)), frame(KIND.end, { exit: 0 })]);

const noGit = missing('git');
const asNobody = (script: string) =>
  spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'python3', '-c', script], {
    encoding: 'utf8',
  });
const notOther = isRoot ? missing('setpriv') || missing('python3') : 'only root can be another user';

attacks('session', [
  ...[
    surrounded('nothing special (must work)', () => ({})),
    surrounded('a fake git first on its PATH', () => ({
      PATH: `${target.home.file('fakes')}:/usr/bin:/bin`,
    })),
    surrounded('a PATH of nothing but fakes', () => ({ PATH: target.home.file('fakes') })),
    surrounded('an empty PATH', () => ({ PATH: '' })),
    surrounded('its fakes in the working directory and on a PATH of .', () => ({ PATH: '.:' }), {
      cwd: () => target.home.file('fakes'),
    }),
    surrounded('another HOME', () => ({ HOME: target.home.file('other') })),
    surrounded('the VAULT_DIR of another vault', () => ({ VAULT_DIR: target.home.file('other', '.vault') })),
    surrounded('a VAULT_DIR that is nowhere', () => ({ VAULT_DIR: '/nowhere' })),
    surrounded('LD_PRELOAD', () => ({ LD_PRELOAD: target.home.file('bad.txt') })),
    surrounded('NODE_OPTIONS that load a script', () => ({
      NODE_OPTIONS: `--require=${target.home.file('preload.cjs')}`,
    })),
    surrounded('BASH_ENV and ENV', () => ({
      BASH_ENV: target.home.file('rc.sh'),
      ENV: target.home.file('rc.sh'),
    })),
    surrounded('variables of its own', () => ({ EVIL: 'yes', GIT_EXEC_PATH: target.home.file('fakes') })),
    surrounded('GIT_CONFIG that runs a pager', () => ({
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.pager',
      GIT_CONFIG_VALUE_0: 'sh -c "echo a pager"',
    })),
    surrounded('another TMPDIR and SHELL', () => ({
      TMPDIR: '/nowhere',
      SHELL: target.home.file('fakes', 'sh'),
    })),
    surrounded('a hostile TERM', () => ({ TERM: '../../../etc/passwd' })),
    surrounded('the state directory of somebody else', () => ({ XDG_STATE_HOME: target.home.file('other') })),
  ].map((row) => ({ ...row, unable: noGit })),
  {
    input: 'a client with an XDG_RUNTIME_DIR in which nobody is unlocked',
    expected: 'exit 4, nothing printed',
    attempt: async () => {
      const { code, stdout } = await target.session.cli(['list'], {
        env: { XDG_RUNTIME_DIR: target.home.file('fakes') },
      });
      return `exit ${code}, ${stdout === '' ? 'nothing printed' : stdout}`;
    },
  },
  {
    input: 'a fake session that asks for the master password',
    expected: 'exit 4, told nothing but the command line',
    attempt: async () => {
      let heard = Buffer.alloc(0);
      const question = { kind: 'hidden', label: 'Master password' };
      return withFake(
        (socket, bytes) => {
          if (heard.length === 0) socket.write(frame(KIND.ask, question));
          heard = Buffer.concat([heard, bytes]);
        },
        async (env) => {
          const { code } = await target.session.cli(['get', 'app'], { env, stdin: PASSWORD });
          const told = heard.includes('"argv":["get","app"]') && !givesAway(heard);
          return `exit ${code}, told ${told ? 'nothing but the command line' : heard.toString()}`;
        },
      );
    },
  },
  {
    input: 'a fake session and a person who unlocks',
    expected: 'told no password',
    attempt: async () => {
      let heard = Buffer.alloc(0);
      const since = new Date().toISOString();
      const status = {
        vault: target.home.vault,
        since,
        until: since,
        idle_until: since,
        policy: 'trusted',
        running: 0,
      };
      return withFake(
        (socket, bytes) => {
          heard = Buffer.concat([heard, bytes]);
          if (bytes.includes('"challenge"')) socket.end(answer({ challenge: 'of its own' }));
          else socket.end(answer({ ...status, version: '0.1.0' }));
        },
        async (env) => {
          for (const line of [['unlock'], ['policy', 'trust']])
            // oxlint-disable-next-line no-await-in-loop -- one after the other
            await target.session.withPassword(line, { env });
          const asked = ['"challenge"', '"renew"', '"trust"'].filter((word) => !heard.includes(word));
          const told = [PASSWORD, Buffer.from(PASSWORD).toString('base64')].filter((word) =>
            heard.includes(word),
          );
          return asked.length > 0
            ? `never asked for ${asked.join()}`
            : told.length > 0
              ? 'told it'
              : 'told no password';
        },
      );
    },
  },
  {
    input: 'a fake session and a client that has the password',
    expected: 'exit 0, told nothing',
    attempt: async () => {
      let heard = '';
      return withFake(
        (_, bytes) => (heard += bytes.toString()),
        async (env) => {
          const { code } = await target.session.withPassword(['get', 'app'], { env });
          return `exit ${code}, told ${heard || 'nothing'}`;
        },
      );
    },
  },
  ...[
    { what: 'that says nothing and goes', bytes: Buffer.alloc(0) },
    { what: 'that sends noise', bytes: Buffer.from('HTTP/1.1 200 OK\r\n\r\n') },
    { what: 'that sends an end of no kind', bytes: frame(KIND.end, { exit: 'soon' }) },
    { what: 'that sends a message that is too long', bytes: Buffer.from([255, 255, 255, 255, 16]) },
  ].map(({ what, bytes }): Attack => ({
    input: `a fake session ${what}`,
    expected: 'exit 4',
    attempt: () =>
      withFake(
        (socket) => socket.end(bytes),
        async (env) => `exit ${(await target.session.cli(['list'], { env, limit: 5000 })).code}`,
      ),
  })),
  {
    input: 'a policy that is edited while the session runs',
    expected: 'exit 5, exit 5, exit 0',
    attempt: async () => {
      const run = async (): Promise<string> =>
        `exit ${(await target.session.cli(['run', '-k', 'app', '--', 'true'])).code}`;
      await target.home.policy({ ...ALLOW_ALL, denied_commands: ['id'] });
      const edited = await run();
      await target.home.policy(ALLOW_ALL, 0o666);
      const open = await run();
      await target.home.policy(ALLOW_ALL);
      return [edited, open, await run()].join(', ');
    },
  },
  {
    input: 'escape sequences in keys, programs and options that are said back',
    expected: 'nothing that acts on a terminal',
    attempt: async () => {
      const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
      const said = [
        ['run', '-k', `k${evil}`, '--', 'true'],
        ['run', '-k', 'app', '--', `./no${evil}`],
        ['run', '-k', 'app', `--${evil}`, '--', 'true'],
        ['get', evil, '--masked'],
        [evil],
      ].map((argv) => target.session.cli(argv));
      const all = (await Promise.all(said)).map(({ stdout, stderr }) => stdout + stderr).join('');
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      return /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(all)
        ? JSON.stringify(all)
        : 'nothing that acts on a terminal';
    },
  },
  {
    input: 'another user at the socket, with every directory open',
    expected: 'PermissionError',
    unable: notOther,
    attempt: async () => {
      const folders = [target.home.dir, target.home.file('run'), dirname(target.session.socket)];
      for (const folder of folders) chmodSync(folder, 0o755);
      const script = `import socket\ntry:\n s = socket.socket(socket.AF_UNIX); s.connect(${JSON.stringify(target.session.socket)}); print("connected")\nexcept Exception as error:\n print(type(error).__name__)`;
      const { stdout } = asNobody(script);
      for (const folder of folders) chmodSync(folder, 0o700);
      return stdout.trim();
    },
  },
  {
    input: 'a folder that is open to others: its clients do not trust it',
    expected: 'exit 4, exit 0',
    attempt: async () => {
      const folder = dirname(target.session.socket);
      chmodSync(folder, 0o755);
      const open = (await target.session.cli(['list'])).code;
      chmodSync(folder, 0o700);
      return `exit ${open}, exit ${(await target.session.cli(['list'])).code}`;
    },
  },
]);
