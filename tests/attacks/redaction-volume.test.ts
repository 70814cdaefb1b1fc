// A hundred megabytes of output and a thousand secrets at once.
import { spawn } from 'node:child_process';
import { beforeAll } from 'vitest';
import { withServer } from '../spec/support/client.ts';
import { PROGRAM } from '../spec/support/cli.ts';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';
import { partsLeft } from '../redaction/support/sections.ts';
import { print, store } from './support/printing.ts';
import { attacks } from './support/table.ts';

const TOKEN = 'q7Rk2vXz9LmT4wBn8JcH3pYd6GsF1eKuWa5Z';
const MEGABYTES = 100;
const many = Object.fromEntries(
  Array.from({ length: 1000 }, (_, n) => [
    `many/k${n}`,
    `value-${(n * 7919 + 104_729).toString(36)}-of-key-${n}-${'xyz'.charAt(n % 3)}`,
  ]),
);

const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, max_output_bytes: 1_000_000 });
  await store(fresh, { token: TOKEN, ...many });
});

/** A hundred megabytes of lines with the value. */
const FLOOD = `yes "2026-11-21T03:15:00Z took 97 ms $TOKEN" | head -c ${MEGABYTES}000000`;
let flood: { bytes: number; shown: boolean; code: number | null };
beforeAll(async () => {
  flood = await redactedFlood();
});

attacks('redaction', [
  {
    input: '100 MB of output with a value in every line, through a tool',
    expected: 'capped, and no part of it',
    attempt: async () => {
      const { stdout } = await withServer(home, (own) => print(home, own, ['token'], FLOOD));
      const isCapped =
        stdout.length < 1_100_000 &&
        stdout.includes('bytes left out]') &&
        stdout.includes('[REDACTED:token]');
      return `${isCapped ? 'capped' : stdout.length}, and ${partsLeft(stdout, TOKEN, []) ?? 'no part of it'}`;
    },
  },
  {
    input: '100 MB of output with a value in every line, through `run --redact`',
    expected: 'all of it, and no value',
    attempt: async () => {
      // Markers are shorter than the value.
      const lines = (MEGABYTES * 1_000_000) / (36 + 32);
      const enough = flood.code === 0 && flood.bytes > lines * 40;
      return `${enough ? 'all of it' : JSON.stringify(flood)}, and ${flood.shown ? 'the' : 'no'} value`;
    },
  },
  {
    input: 'a thousand secrets injected, and all of the environment printed',
    expected: '1000 markers, and no value',
    attempt: async () => {
      const { stdout } = await withServer(home, (own) =>
        print(home, own, ['many/*'], 'declare -p ${!MANY_K*}'),
      );
      const shown = Object.values(many).filter((value) => stdout.includes(value));
      return `${stdout.split('[REDACTED:many/k').length - 1} markers, and ${shown.length === 0 ? 'no' : shown.length} value`;
    },
  },
]);

async function redactedFlood(): Promise<typeof flood> {
  const args = [PROGRAM, 'run', '--redact', '-k', 'token', '--', 'sh', '-c', FLOOD];
  const child = spawn(process.execPath, args, {
    env: home.env,
    cwd: home.dir,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let [bytes, shown, tail] = [0, false, Buffer.alloc(0)];
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    shown ||= Buffer.concat([tail, chunk]).includes(TOKEN);
    tail = Buffer.from(chunk.subarray(-TOKEN.length));
  }
  return { bytes, shown, code: await ended };
}
