/** Runs a child as `vaultctl run` does and tells on standard error, as JSON, how it ended. */
import { runInherited, runPiped } from '../../../src/process/spawn.ts';

const [how = '', timeout = '', script = ''] = process.argv.slice(2);
const write = (chunk: Buffer): void => void process.stdout.write(`<${chunk.toString()}>`);
const sink = { write, end: () => undefined };
const child = {
  file: '/bin/sh',
  argv0: 'sh',
  args: ['-c', script],
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '' },
  ...(timeout !== '' && { timeoutMs: Number(timeout) }),
};
const ended = await (how === 'piped'
  ? runPiped({ ...child, stdout: sink, stderr: sink })
  : runInherited(child));
process.stderr.write(`${JSON.stringify(ended)}\n`);
