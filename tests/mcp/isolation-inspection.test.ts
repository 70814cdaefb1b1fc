/** The ways Node and the system offer for looking into a process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { withServer } from '../spec/support/client.ts';
import { pause, useVault } from '../spec/support/home.ts';
import { PROGRAM } from '../spec/support/cli.ts';
import { RawServer } from './support/raw-server.ts';

const INSPECTOR = /Debugger listening/;
const isLinux = process.platform === 'linux';
/** Where dumps are files in the working directory. */
const dumpsHere = isLinux && /^core(\.%p)?\n$/.test(readFileSync('/proc/sys/kernel/core_pattern', 'utf8'));

const home = useVault(async (created) => {
  await created.policy({ version: 1, default_action: 'allow', sandbox: 'off' });
});

async function started(server: RawServer): Promise<void> {
  server.initialize();
  server.call('first', 'secret_list');
  await server.answer('first');
}

describe('the inspector', () => {
  test('is what Node opens at SIGUSR1', async () => {
    const plain = spawn(process.execPath, [
      '--inspect-port=0',
      '-e',
      'console.log(1); setInterval(() => {}, 1000)',
    ]);
    let stderr = '';
    plain.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    await once(plain.stdout, 'data');
    plain.kill('SIGUSR1');
    await expect.poll(() => stderr).toMatch(INSPECTOR);
    plain.kill('SIGKILL');
  });

  test('is not opened by SIGUSR1 to the server, which goes on', async () => {
    await using server = new RawServer(home, { NODE_OPTIONS: '--inspect-port=0' });
    await started(server);
    for (let i = 0; i < 5; i++) server.child.kill('SIGUSR1');
    await pause(500);
    server.call(2, 'secret_list');
    expect(await server.answer(2)).toHaveProperty('result.structuredContent');
    expect(server.stderr).not.toMatch(INSPECTOR);
  });

  test.each(['--inspect=127.0.0.1:0', '--inspect=0'])('opened by %s is warned of', async (option) => {
    await using server = new RawServer(home, { NODE_OPTIONS: option });
    await started(server);
    expect(server.stderr).toMatch(/warning: Node's inspector is open/);
  });

  test('is not warned of where it is closed', async () => {
    await using server = new RawServer(home);
    await started(server);
    expect(server.stderr).toBe('');
  });
});

test('a diagnostic report holds no environment', async () => {
  const folder = home.file('reports');
  await mkdir(folder, { recursive: true });
  const options = `--report-on-signal --report-directory=${folder}`;
  await using server = new RawServer(home, { NODE_OPTIONS: options, CLIENT_TOKEN: 'token-of-the-client' });
  await started(server);
  server.child.kill('SIGUSR2');
  await expect.poll(() => readdirSync(folder).length, { timeout: 10_000 }).toBe(1);
  await server.find((message) => message['id'] === 'first');
  await expect.poll(() => readFileSync(`${folder}/${readdirSync(folder)[0]}`, 'utf8')).toMatch(/\}\s*$/);
  const report = await readFile(`${folder}/${readdirSync(folder)[0]}`, 'utf8');
  expect(JSON.parse(report)).toHaveProperty('header');
  expect(JSON.parse(report)).not.toHaveProperty('environmentVariables');
  for (const secret of [home.password ?? '', 'token-of-the-client']) expect(report).not.toContain(secret);
});

describe.skipIf(!isLinux)('a core dump', () => {
  test('leaves out all memory, of the server and of what it runs', async () => {
    await withServer(home, async (server) => {
      const script = "console.log(require('fs').readFileSync('/proc/self/coredump_filter', 'utf8'))";
      const run = { keys: [], command: process.execPath, args: ['-e', script] };
      expect(readFileSync(`/proc/${server.process.pid}/coredump_filter`, 'utf8')).toBe('00000000\n');
      expect((await server.ok('secret_run', run))['stdout']).toBe('00000000\n\n');
    });
  });

  const DUMPING = 'ulimit -c unlimited && exec "$@"';
  const RESTING = 'console.log(1); setInterval(() => {}, 1000)';

  test.skipIf(!dumpsHere).each([
    ['of another program holds the password', ['-e', RESTING], '', true],
    ['of the server does not', [PROGRAM, 'mcp-server'], '{"jsonrpc":"2.0","id":1,"method":"ping"}\n', false],
  ])('%s', async (title, args, input, holds) => {
    const folder = home.file(title);
    await mkdir(folder);
    const child = spawn('/bin/sh', ['-c', DUMPING, 'sh', process.execPath, ...args], {
      cwd: folder,
      env: home.env,
    });
    child.stdin.write(input);
    await once(child.stdout, 'data');
    child.kill('SIGABRT');
    await once(child, 'close');
    const [dump] = readdirSync(folder);
    const bytes = await readFile(`${folder}/${dump}`);
    expect(bytes.subarray(1, 4).toString()).toBe('ELF');
    expect(bytes.includes(home.password ?? '')).toBe(holds);
  });
});
