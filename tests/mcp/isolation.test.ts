/** What a program run by the tool server can find out about the server, with no sandbox around it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withServer } from '../spec/support/client.ts';
import { Home } from '../spec/support/home.ts';
import { random } from '../spec/support/text.ts';
import { RawServer } from './support/raw-server.ts';

/**
 * Looks for each needle of a file in what every process shows, and in the pipes the given processes hold
 * besides their standard streams. Prints where it found which, and never the needle.
 */
const SPY = `
const fs = require('node:fs');
const [needleFile, ...holders] = process.argv.slice(2);
const needles = JSON.parse(fs.readFileSync(needleFile, 'utf8'));
const found = [];
let readable = 0;
function search(place, read) {
  let text;
  try { text = read(); } catch { return; }
  if (place.endsWith('/environ')) readable++;
  needles.forEach((needle, i) => { if (text.includes(needle)) found.push(place + ' ' + i); });
}
function look(path) {
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = fs.constants;
  const out = fs.openSync(path, O_RDONLY | O_NONBLOCK);
  const bytes = Buffer.alloc(65536);
  const length = fs.readSync(out, bytes);
  // Put back: to the server a byte in a pipe can be a lock.
  fs.writeSync(fs.openSync(path, O_WRONLY | O_NONBLOCK), bytes, 0, length);
  return bytes.toString('utf8', 0, length);
}
for (const pid of fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
  for (const name of ['environ', 'cmdline', 'comm', 'status'])
    search('/proc/' + pid + '/' + name, () => fs.readFileSync('/proc/' + pid + '/' + name));
}
for (const pid of [String(process.ppid), ...holders]) {
  for (const fd of fs.readdirSync('/proc/' + pid + '/fd')) {
    const path = '/proc/' + pid + '/fd/' + fd;
    search(path, () => fs.readlinkSync(path));
    if (Number(fd) > 2) search(path, () => fs.readlinkSync(path).startsWith('pipe:') ? look(path) : '');
  }
}
console.log(JSON.stringify({ parent: process.ppid, readable, found: found.sort() }));
`;

/** Holds a secret in each of the places the spy looks at. */
const CARELESS = `exec "$0" -e 'console.log(1); setInterval(() => {}, 1000)' "$SECRET" 3<<END
$SECRET
END`;

const home = new Home();
const clientToken = random();
let careless: ChildProcess;
let passwordFile: string;

beforeAll(async () => {
  // Nobody else's: other tests, at the same time, show theirs.
  home.password = random();
  await home.create();
  await home.ok(['init']);
  await home.policy({ version: 1, default_action: 'allow', sandbox: 'off' });
  await home.write('spy.cjs', SPY);
  passwordFile = await home.write(`password-${random()}`, `${home.password}\n`);
  await home.write('needles', JSON.stringify([home.password, clientToken, passwordFile]));
  careless = spawn('/bin/sh', ['-c', CARELESS, process.execPath], {
    env: { SECRET: home.password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (careless.stdout !== null) await once(careless.stdout, 'data');
});

afterAll(async () => {
  careless.kill('SIGKILL');
  await home.remove();
});

const fromVariable = (): Record<string, string | undefined> => ({ VAULT_PASSWORD: home.password });
const fromFile = (): Record<string, string | undefined> => ({
  VAULT_PASSWORD: undefined,
  VAULT_PASSWORD_FILE: passwordFile,
});

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  test.each([
    ['VAULT_PASSWORD', fromVariable],
    ['VAULT_PASSWORD_FILE', fromFile],
  ])(
    'with %s no process of the server shows the password, its file or the client’s variables',
    async (_, env) => {
      await withServer(
        home,
        async (server) => {
          const spy = { command: process.execPath, args: [home.file('spy.cjs'), home.file('needles')] };
          spy.args.push(String(careless.pid));
          const { stdout } = await server.ok('secret_run', { keys: [], ...spy });
          const seen = JSON.parse(String(stdout)) as { parent: number; readable: number; found: string[] };
          expect(seen.parent).toBe(server.process.pid);
          expect(seen.readable).toBeGreaterThan(2);
          const all = ['cmdline 0', 'environ 0', 'fd/3 0'].map((place) => `/proc/${careless.pid}/${place}`);
          expect(seen.found).toEqual(all);
        },
        { env: { ...env(), CLIENT_TOKEN: clientToken } },
      );
    },
  );

  const STARTS: [string, () => Record<string, string | undefined>][] = [
    ['the password', fromVariable],
    ['a wrong password', () => ({ VAULT_PASSWORD: random() })],
    ['a placeholder for a password', () => ({ VAULT_PASSWORD: '${VAULT_PASSWORD}' })],
    ['an empty password', () => ({ VAULT_PASSWORD: '' })],
    ['no password', () => ({ VAULT_PASSWORD: undefined })],
    ['the name of a password file', fromFile],
    ['both', () => ({ ...fromFile(), ...fromVariable() })],
    ['a password that is not ASCII', () => ({ VAULT_PASSWORD: 'Ünïcödé-𝔭𝔞𝔰𝔰' })],
    ['a long environment', () => ({ ...fromVariable(), LONG: 'x'.repeat(100_000) })],
    ['nothing but a home', () => ({ PATH: undefined, TMPDIR: undefined, LANG: undefined })],
  ];

  test.each(STARTS)('started with %s, the start environment reads as nothing', async (_, env) => {
    await using server = new RawServer(home, env());
    server.initialize();
    await server.answer('init');
    const shown = readFileSync(`/proc/${server.child.pid}/environ`);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every((byte) => byte === 0)).toBe(true);
    expect(server.stderr).not.toMatch(/environ/);
  });

  test('what children get of the environment is what it was', async () => {
    const env = { TZ: 'Europe/Lisbon', LC_TIME: 'pt_PT.UTF-8', CLIENT_TOKEN: clientToken };
    await withServer(
      home,
      async (server) => {
        const script = 'console.log(JSON.stringify(process.env))';
        const run = { keys: [], command: process.execPath, args: ['-e', script] };
        const { VAULT_PASSWORD: _, XDG_RUNTIME_DIR: _runtime, ...others } = home.env;
        const { stdout } = await server.ok('secret_run', run);
        expect(JSON.parse(String(stdout))).toEqual({ ...others, TZ: env.TZ, LC_TIME: env.LC_TIME });
      },
      { env },
    );
  });

  test('where it cannot be hidden the server says so, and serves', async () => {
    // Node's own permissions: all but what hiding needs.
    const permissions = `--permission --allow-fs-read=* --allow-fs-write=${home.dir} --allow-addons --allow-child-process`;
    await using server = new RawServer(home, { NODE_OPTIONS: permissions });
    server.initialize();
    server.call(1, 'secret_list');
    expect(await server.answer(1)).toMatchObject({ result: { structuredContent: { secrets: [] } } });
    expect(server.stderr).toMatch(
      /can read the server's environment in \/proc\/\d+\/environ; .*VAULT_PASSWORD_FILE/,
    );
    expect(server.stderr).not.toContain(home.password);
  });
});

test('what a client sent before the server had started is answered', async () => {
  const lines = [1, 2, 3].map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
  const input = await home.write('input', `${lines.join('\n')}\n`);
  const program = new URL('../../dist/vaultctl.js', import.meta.url).pathname;
  const script = 'cat "$1" | { sleep 0.3; exec "$2" "$3" mcp-server; }';
  const child = spawn('/bin/sh', ['-c', script, 'sh', input, process.execPath, program], {
    env: home.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let answers = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (answers += text));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(
    answers
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id),
  ).toEqual([1, 2, 3]);
});
