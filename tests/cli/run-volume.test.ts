import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../spec/support/cli.ts';
import { withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';

const MIB = 1 << 20;
const GIB = 1 << 30;
const MOST_MEMORY = 200 * MIB;
const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';

const home = useVault(async (fresh) => {
  await fresh.set('db/password', VALUE);
  await fresh.policy(ALLOW_ALL);
});

/** Prints a GiB of lines, each with the value. */
const PRINTER = `yes "2026-11-17T03:15:00Z INFO took 97 ms; path=/api/v1/items/7919 $DB_PASSWORD" | head -c ${GIB}`;

/** The most memory a running process ever had, in bytes. */
function peakMemory(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

describe.skipIf(process.platform !== 'linux')('a GiB of output', () => {
  test('passes through run --redact in constant memory, without the value', async () => {
    const args = ['run', '-k', 'db/password', '--redact', '--', 'sh', '-c', PRINTER];
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: home.env,
      cwd: home.dir,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let bytes = 0;
    let most = 0;
    let tail = Buffer.alloc(0);
    for await (const chunk of child.stdout) {
      if (!Buffer.isBuffer(chunk)) continue;
      const looked = Math.floor(bytes / (64 * MIB));
      bytes += chunk.length;
      const seam = Buffer.concat([tail, chunk.subarray(0, VALUE.length)]);
      if (chunk.includes(VALUE) || seam.includes(VALUE)) throw new Error('the value came through');
      tail = Buffer.from(chunk.subarray(-VALUE.length));
      if (Math.floor(bytes / (64 * MIB)) > looked) most = Math.max(most, peakMemory(child.pid));
    }
    // Markers are longer than the value.
    expect(bytes).toBeGreaterThan(GIB);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(MOST_MEMORY);
  }, 240_000);

  test('is capped by secret_run in constant memory, without the value', async () => {
    await withServer(home, async (server) => {
      const before = peakMemory(server.process.pid);
      const result = await server.ok('secret_run', {
        keys: ['db/password'],
        command: 'sh',
        args: ['-c', PRINTER],
      });
      expect(result['exit_code']).toBe(0);
      expect(String(result['stdout']).length).toBeLessThan(64 * 1024);
      expect(String(result['stdout'])).toContain('[REDACTED:db/password]');
      expect(server.transcript).not.toContain(VALUE);
      expect(peakMemory(server.process.pid) - before).toBeLessThan(MOST_MEMORY);
    });
  }, 240_000);
});

describe.each(['', '--redact'])('64 MiB of binary standard input through run %s', (option) => {
  test('arrive as they are, and come back as they are', async () => {
    const file = home.file('random.bin');
    const handle = await open(file, 'w');
    // Every byte there is.
    const block = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const whole = Buffer.alloc(64 * MIB, block);
    await handle.writeFile(whole);
    await handle.close();
    const args = ['run', '-k', 'db/password', ...(option === '' ? [] : [option]), '--', 'cat'];
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: home.env,
      cwd: home.dir,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    createReadStream(file).pipe(child.stdin);
    const hash = createHash('sha256');
    for await (const chunk of child.stdout) if (Buffer.isBuffer(chunk)) hash.update(chunk);
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(whole).digest('hex'));
  }, 120_000);
});
