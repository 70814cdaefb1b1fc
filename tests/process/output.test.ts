import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCappedOutput } from '../../src/process/output.ts';
import { runCaptured } from '../../src/process/spawn.ts';
import { collect } from './collecting-sink.ts';

const MIB = 1024 * 1024;

async function capped(maxBytes: number, chunks: readonly Buffer[]): Promise<string> {
  const output = createCappedOutput(maxBytes);
  for (const chunk of chunks) void output.write(chunk);
  await output.end();
  return output.text();
}

describe('capped output', () => {
  test('keeps what fits as it is', async () => {
    expect(await capped(10, [Buffer.from('01234'), Buffer.from('56789')])).toBe('0123456789');
    expect(await capped(10, [])).toBe('');
  });

  test('keeps head and tail of more, and says how much is missing', async () => {
    expect(await capped(4, [Buffer.from('0123456789')])).toBe('01\n[6 bytes left out]\n89');
    expect(await capped(5, [Buffer.from('0123456789')])).toBe('012\n[5 bytes left out]\n89');
    expect(await capped(1, [Buffer.from('ab')])).toBe('a\n[1 bytes left out]\n');
  });

  test('does not cut characters', async () => {
    expect(await capped(6, [Buffer.from('aäöüßz')])).toBe('aä\n[4 bytes left out]\nßz');
    expect(await capped(6, [Buffer.from('😀😀😀')])).toBe('\n[12 bytes left out]\n');
    expect(await capped(8, [Buffer.alloc(20, 0x80)])).toBe(
      `${'\ufffd'.repeat(4)}\n[12 bytes left out]\n${'\ufffd'.repeat(4)}`,
    );
  });

  test('replaces what is no UTF-8', async () => {
    expect(await capped(10, [Buffer.of(0x61, 0xff, 0x62)])).toBe('a\ufffdb');
  });

  test('is the same however the output comes in chunks, and counts each byte', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 60 }), async (all, maxBytes): Promise<void> => {
        const chunks = all.map((piece) => Buffer.from(piece.map((byte) => 97 + (byte % 26))));
        const whole = Buffer.concat(chunks).toString();
        const text = await capped(maxBytes, chunks);
        expect(text).toBe(await capped(maxBytes, [Buffer.from(whole)]));
        const head = Math.ceil(maxBytes / 2);
        const left = whole.length - maxBytes;
        const tail = whole.slice(head + left);
        expect(text).toBe(left <= 0 ? whole : `${whole.slice(0, head)}\n[${left} bytes left out]\n${tail}`);
      }),
    );
  });
});

describe('a program that prints 256 MiB', () => {
  const child = {
    file: '/bin/sh',
    argv0: 'sh',
    args: ['-c', `head -c ${256 * MIB} /dev/zero`],
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 50_000,
    stderr: collect(),
  };

  test('is captured in constant memory', async () => {
    const stdout = createCappedOutput(1000);
    const before = process.memoryUsage().rss;
    expect(await runCaptured({ ...child, stdout })).toEqual({ kind: 'exited', exitCode: 0 });
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * MIB);
    expect(stdout.text()).toContain(`[${256 * MIB - 1000} bytes left out]`);
  });

  test('waits for a sink that takes its time', async () => {
    let [waiting, most, bytes] = [0, 0, 0];
    const stdout = {
      async write(chunk: Buffer) {
        most = Math.max(most, ++waiting);
        bytes += chunk.length;
        await new Promise((resolve) => setImmediate(resolve));
        waiting--;
      },
      end: () => undefined,
    };
    expect(await runCaptured({ ...child, stdout })).toEqual({ kind: 'exited', exitCode: 0 });
    expect([most, bytes]).toEqual([1, 256 * MIB]);
  });
});
