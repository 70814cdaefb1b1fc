import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Listener, listen } from '../../src/session/listener.ts';
import { socketIn } from '../../src/session/place.ts';

let dir: string;
const opened: Listener[] = [];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'vaultctl-listen-')));
});
afterEach(() => {
  for (const listener of opened.splice(0)) listener.close();
  rmSync(dir, { recursive: true, force: true });
});

async function open(greeting: string): Promise<Listener> {
  const listener = await listen(dir, (socket) => socket.on('error', () => undefined).end(greeting));
  opened.push(listener);
  return listener;
}

/** What a client hears. */
function greeted(): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    connect(socketIn(dir))
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
      .on('data', (bytes) => (heard += String(bytes)))
      .on('close', () => resolve(heard));
  });
}

test('the socket is its owner’s alone, and nothing else is left in the folder', async () => {
  const before = process.umask(0);
  try {
    await open('hello');
  } finally {
    process.umask(before);
  }
  expect(lstatSync(socketIn(dir)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir)).toEqual(['session.sock']);
  expect(await greeted()).toBe('hello');
});

test('a socket nobody answers at is replaced', async () => {
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(join(dir, 'draft'), resolve));
  renameSync(join(dir, 'draft'), socketIn(dir));
  dead.close();
  expect([existsSync(socketIn(dir)), await greeted()]).toEqual([true, 'ECONNREFUSED']);
  await open('alive');
  expect(await greeted()).toBe('alive');
});

test('a plain file in its place is replaced', async () => {
  writeFileSync(socketIn(dir), 'in the way');
  await open('alive');
  expect(await greeted()).toBe('alive');
});

test('it is reachable until its socket is taken away or replaced', async () => {
  const first = await open('first');
  expect(first.isReachable()).toBe(true);
  const second = await open('second');
  expect([first.isReachable(), second.isReachable(), await greeted()]).toEqual([false, true, 'second']);
  rmSync(socketIn(dir));
  expect([second.isReachable(), await greeted()]).toEqual([false, 'ENOENT']);
});

test('closing takes its own socket away, and not the one that took its place', async () => {
  const first = await open('first');
  const second = await open('second');
  first.close();
  expect(await greeted()).toBe('second');
  second.close();
  expect(existsSync(socketIn(dir))).toBe(false);
});

test('a folder nothing can be made in is a failure that says where', async () => {
  await expect(listen(join(dir, 'none'), () => undefined)).rejects.toThrow(/no session can be opened at/);
});

test('no more clients are taken than 256, and others once those have gone', async () => {
  const taken: Socket[] = [];
  opened.push(await listen(dir, (socket) => void taken.push(socket.on('error', () => undefined))));
  const clients = Array.from({ length: 300 }, () => connect(socketIn(dir)).on('error', () => undefined));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(taken).toHaveLength(256);
  for (const client of clients) client.destroy();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const late = connect(socketIn(dir));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(taken).toHaveLength(257);
  late.destroy();
});
