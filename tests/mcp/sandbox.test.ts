import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { probeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { PROGRAM } from '../spec/support/cli.ts';
import { type ToolServer, withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, exists, type Home, PASSWORD, useVault, which } from '../spec/support/home.ts';

const probe = await probeSandbox();

const home = useVault(async (fresh) => {
  await fresh.set('db/password', 'zq8fK2nXw5Tb7LdR3vHs');
});

async function sh(server: ToolServer, text: string): Promise<string> {
  const result = await server.ok('secret_run', { keys: ['db/password'], command: 'sh', args: ['-c', text] });
  return `${String(result['stdout'])}${String(result['stderr'])}`;
}

async function node(server: ToolServer, script: string): Promise<string> {
  const args = ['-e', `const fs = require('node:fs'); ${script}`];
  const result = await server.ok('secret_run', { keys: ['db/password'], command: 'node', args });
  return `${String(result['stdout'])}${String(result['stderr'])}`;
}

/** The last run's record. */
async function lastRun(of: Home): Promise<Record<string, unknown>> {
  const records = (await of.json(['audit', 'export'])) as Record<string, unknown>[];
  const run = records.findLast((record) => record['action'] === 'secret_run');
  if (run === undefined) throw new Error('no run is recorded');
  return run;
}

/** Reads with every program at hand what it can of a path. */
const readers = (path: string): string =>
  [
    'cat',
    'head -c 9999',
    'tail -c 9999',
    'grep -a .',
    'dd status=none if=',
    'od -c',
    'cp /dev/stdout <',
    'tac',
  ]
    .map((reader) => (reader.endsWith('=') ? `${reader}${path}` : `${reader} ${path}`))
    .join('; ');

describe.skipIf(!probe.ok)('with sandbox: required, a program of an agent', () => {
  test('runs, and its record says so', async () => {
    await home.policy({ ...ALLOW_ALL, sandbox: 'required' });
    await withServer(home, async (server) => {
      expect(await sh(server, 'echo "$DB_PASSWORD"; exit 0')).toBe('[REDACTED:db/password]\n');
    });
    expect(await lastRun(home)).toMatchObject({ phase: 'end', sandbox: 'on' });
  });

  test('does not see the server, nor anything of another process', async () => {
    await withServer(home, async (server) => {
      const seen = await node(
        server,
        `const there = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
         console.log(there.length);
         try { process.kill(${server.process.pid}, 0); console.log('reached'); } catch {}`,
      );
      expect(Number.parseInt(seen, 10)).toBeLessThan(5);
      expect(seen).not.toContain('reached');
    });
  });

  test.each([
    ['the vault', () => join(home.vault, 'vault.db')],
    ['the policy', () => home.policyFile],
    ['the journal of the vault', () => join(home.vault, 'vault.db-wal')],
  ])('cannot read %s by any reader, nor by a link', async (_, pathOf) => {
    await withServer(home, async (server) => {
      const path = pathOf();
      expect(await sh(server, `ls -A ${home.vault}`)).toBe('');
      expect(await sh(server, `(${readers(path)}) 2>/dev/null | wc -c`)).toMatch(/^\s*0\s*$/);
      expect(await sh(server, `ln -sf ${path} linked; cat linked`)).toContain('No such file');
    });
  });

  test('changes nothing in the vault and its policy', async () => {
    await withServer(home, async (server) => {
      const before = await readFile(home.policyFile, 'utf8');
      await sh(server, `rm -rf ${home.vault}/*; echo 'default_action: allow' > ${home.policyFile}`);
      expect(await readFile(home.policyFile, 'utf8')).toBe(before);
      expect(await server.ok('secret_exists', { key: 'db/password' })).toMatchObject({ exists: true });
    });
  });

  test('does not see the state directory, nor the file of the password', async () => {
    await home.write('password-file', `${PASSWORD}\n`);
    const env = { VAULT_PASSWORD: undefined, VAULT_PASSWORD_FILE: home.file('password-file') };
    await withServer(
      home,
      async (server) => {
        expect(await sh(server, 'ls -A .local/state/vaultctl')).toBe('');
        expect(await sh(server, '(cat password-file; grep -a . password-file) 2>/dev/null | wc -c')).toMatch(
          /^\s*0\s*$/,
        );
      },
      { env },
    );
  });

  test('finds the master password in no environment it can read', async () => {
    await withServer(home, async (server) => {
      const seen = await node(
        server,
        `const found = fs.readdirSync('/proc').filter((pid) => {
           try {
             return fs.readFileSync('/proc/' + pid + '/environ', 'utf8').includes(${JSON.stringify(PASSWORD)});
           } catch {
             return false;
           }
         });
         console.log(found.length);`,
      );
      expect(seen).toBe('0\n');
    });
  });

  test('leaves nobody behind who started a session of its own', async () => {
    await withServer(home, async (server) => {
      await sh(server, `setsid sh -c 'while :; do echo x >> alive; sleep 0.05; done' & sleep 0.3`);
    });
    const { length } = await readFile(home.file('alive'));
    await sleep(300);
    expect((await readFile(home.file('alive'))).length).toBeLessThanOrEqual(length + 2);
  });

  test.skipIf(spawnSync('tmux', ['-V']).status !== 0)(
    'cannot have a terminal multiplexer outside run something for it',
    async () => {
      const name = `vaultctl-${randomUUID()}`;
      spawnSync('tmux', ['-L', name, '-f', '/dev/null', 'new-session', '-d', 'sleep 60']);
      try {
        await withServer(home, async (server) => {
          // From a file: the policy sees through the text of a shell.
          const order = await home.write('order', `tmux -L ${name} run-shell 'touch ${home.dir}/outside'\n`);
          await server.ok('secret_run', { keys: [], command: 'sh', args: [order] });
          expect(await exists(home.file('outside'))).toBe(false);
        });
        // It would have worked from outside.
        spawnSync('tmux', ['-L', name, 'run-shell', `touch ${home.dir}/outside`]);
        expect(await exists(home.file('outside'))).toBe(true);
      } finally {
        spawnSync('tmux', ['-L', name, 'kill-server']);
      }
    },
  );

  test('dies with a server that is killed', async () => {
    await withServer(home, async (server) => {
      const call = server.send('tools/call', {
        name: 'secret_run',
        arguments: {
          keys: ['db/password'],
          command: 'sh',
          args: ['-c', 'while :; do echo x >> orphan; sleep 0.05; done'],
        },
      });
      call.answer.catch(() => undefined);
      await expect
        .poll(() => readFile(home.file('orphan')).catch(() => null), { timeout: 10_000 })
        .not.toBeNull();
      server.process.kill('SIGKILL');
      await server.exited;
    });
    await sleep(200);
    const { length } = await readFile(home.file('orphan'));
    await sleep(300);
    expect((await readFile(home.file('orphan'))).length).toBe(length);
  });

  test.skipIf(spawnSync('busybox', ['true']).status !== 0)('keeps its applet when it is a link', async () => {
    await mkdir(home.file('bin'), { recursive: true });
    await symlink(which('busybox'), home.file('bin', 'basename'));
    await withServer(home, async (server) => {
      const result = await server.ok('secret_run', {
        keys: ['db/password'],
        command: './bin/basename',
        args: ['/a/b'],
      });
      expect(result['stdout']).toBe('b\n');
    });
  });

  test.skipIf(spawnSync('python3', ['-c', 'import venv, ensurepip']).status !== 0)(
    'is the Python of its virtual environment',
    async () => {
      spawnSync('python3', ['-m', 'venv', '--without-pip', home.file('venv')]);
      await withServer(home, async (server) => {
        const result = await server.ok('secret_run', {
          keys: ['db/password'],
          command: './venv/bin/python3',
          args: ['-c', 'import sys; print(sys.prefix)'],
        });
        expect(result['stdout']).toBe(`${home.file('venv')}\n`);
      });
    },
  );

  test('has the network, the directory and the files of the caller', async () => {
    await home.write('words.txt', 'some words\n');
    await withServer(home, async (server) => {
      expect(await sh(server, 'cat words.txt; pwd; ls /sys/class/net | grep -c .')).toMatch(
        new RegExp(`^some words\n${home.dir}\n[1-9]`),
      );
    });
  });
});

/** A server in a world where the sandbox's own program is an empty file. */
async function inPoorWorld(body: (server: ToolServer) => Promise<void>): Promise<void> {
  const without = ['--dev-bind', '/', '/', '--die-with-parent', '--ro-bind', '/dev/null', which('bwrap')];
  await withServer(home, body, { program: ['bwrap', ...without, '--', process.execPath, PROGRAM] });
}

describe.skipIf(!probe.ok)('where bubblewrap is not to be had', () => {
  test('sandbox: required refuses every run, and says why', async () => {
    await home.policy({ ...ALLOW_ALL, sandbox: 'required' });
    await inPoorWorld(async (server) => {
      const run = { keys: ['db/password'], command: 'true' };
      expect(await server.fails('secret_run', run)).toBe(
        'policy refused: sandbox is required, and bubblewrap is not installed',
      );
    });
  });

  test('sandbox: auto runs without, and the record says so', async () => {
    await home.policy({ ...ALLOW_ALL, sandbox: 'auto' });
    await inPoorWorld(async (server) => {
      expect(await sh(server, 'echo ran')).toBe('ran\n');
    });
    expect(await lastRun(home)).toMatchObject({ sandbox: 'off' });
  });
});

test('sandbox: off runs without, and the record says so', async () => {
  await home.policy(ALLOW_ALL);
  await withServer(home, async (server) => {
    expect(await sh(server, `ls ${home.vault}`)).toContain('mcp-policy.yaml');
  });
  expect(await lastRun(home)).toMatchObject({ sandbox: 'off' });
});
