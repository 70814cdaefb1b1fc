import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { alive } from '../spec/support/cli.ts';
import { exists, pause, useVault } from '../spec/support/home.ts';
import { RawServer, type Message } from './support/raw-server.ts';

/** Ignores TERM, has a child of its own that does too, and writes both process ids to the file it is given. */
const STUBBORN = `
const { spawn } = require('node:child_process');
process.on('SIGTERM', () => {});
process.on('SIGHUP', () => {});
const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'inherit' });
require('node:fs').writeFileSync(process.argv[1], process.pid + ' ' + child.pid);
setInterval(() => {}, 1000);
`;

let count = 0;

const home = useVault(async (created) => {
  // Without a sandbox, inside which process ids are others.
  await created.policy({ version: 1, default_action: 'allow', sandbox: 'off' });
  await created.set('alpha', 'value-of-alpha');
});

/** Starts a run that does not end by itself; answers with the ids of its processes. */
async function startStubborn(server: RawServer, id: number): Promise<number[]> {
  const file = home.file(`pids-${count++}`);
  server.call(id, 'secret_run', { keys: ['alpha'], command: process.execPath, args: ['-e', STUBBORN, file] });
  for (let waited = 0; waited < 20_000 && !(await exists(file)); waited += 20) await pause(20);
  await pause(200);
  return (await readFile(file, 'utf8')).split(' ').map(Number);
}

async function expectNoSurvivor(pids: number[]): Promise<void> {
  expect(await Promise.all(pids.map(alive))).toEqual(pids.map(() => false));
}

async function lastRuns(): Promise<Message[]> {
  const records = (await home.json(['audit', 'export', '--source', 'mcp'])) as Message[];
  return records.filter((record) => record['action'] === 'secret_run');
}

const ENDINGS: [string, (server: RawServer) => void, number][] = [
  ['its input ends', (server) => server.child.stdin.end(), 0],
  [
    'its client stops reading',
    (server) => (server.child.stdout.destroy(), server.write({ jsonrpc: '2.0', id: 9, method: 'ping' })),
    0,
  ],
  ['SIGTERM comes', (server) => server.child.kill('SIGTERM'), 143],
  ['SIGINT comes', (server) => server.child.kill('SIGINT'), 130],
  ['SIGHUP comes', (server) => server.child.kill('SIGHUP'), 129],
  ['a line is too long', (server) => server.write('x'.repeat(11_000_000)), 1],
];

describe.each(ENDINGS)('when %s in the middle of runs', (_, end, code) => {
  test('it ends within two seconds, no process survives, and the runs have their end records', async () => {
    await using server = new RawServer(home);
    server.initialize();
    const pids = [...(await startStubborn(server, 1)), ...(await startStubborn(server, 2))];
    expect(await Promise.all(pids.map(alive))).toEqual([true, true, true, true]);

    const started = performance.now();
    end(server);
    expect(await server.exited).toEqual({ code, signal: null });
    expect(performance.now() - started).toBeLessThan(2500);
    await pause(50);
    await expectNoSurvivor(pids);
    const runs = (await lastRuns()).slice(-4);
    expect(runs.map((record) => record['phase'])).toEqual(['start', 'start', 'end', 'end']);
    expect(runs.slice(2)).toMatchObject([{ reason: 'cancelled' }, { reason: 'cancelled' }]);
  });
});

test('when a call is cancelled its processes end and the server goes on', async () => {
  await using server = new RawServer(home);
  server.initialize();
  const pids = await startStubborn(server, 1);
  server.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  for (let waited = 0; waited < 4000 && (await alive(pids[0] ?? 0)); waited += 50) await pause(50);
  await pause(100);
  await expectNoSurvivor(pids);
  server.call(2, 'secret_list');
  await server.answer(2);
  expect((await lastRuns()).at(-1)).toMatchObject({ phase: 'end', reason: 'cancelled' });
  expect(server.received.some((message) => message['id'] === 1)).toBe(false);
});

test('when its input ends, calls already made are still answered', async () => {
  await using server = new RawServer(home);
  server.initialize();
  for (let id = 0; id < 50; id++) server.call(id, 'secret_list');
  server.child.stdin.end();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.received).toHaveLength(51);
});

test('a client that reads no more does not keep it from ending', async () => {
  await using server = new RawServer(home);
  server.initialize();
  const pids = await startStubborn(server, 1);
  server.child.stdout.pause();
  for (let id = 10; id < 300; id++) server.write({ jsonrpc: '2.0', id, method: 'tools/list' });
  await pause(500);
  server.child.kill('SIGTERM');
  const started = performance.now();
  await new Promise((resolve) => server.child.once('exit', resolve));
  expect(performance.now() - started).toBeLessThan(2500);
  expect(server.child.exitCode).toBe(143);
  await expectNoSurvivor(pids);
});

test('when its input ends at once it ends at once, with nothing on standard output', async () => {
  await using server = new RawServer(home);
  const started = performance.now();
  server.child.stdin.end();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(4000);
  expect(server.received).toEqual([]);
});
