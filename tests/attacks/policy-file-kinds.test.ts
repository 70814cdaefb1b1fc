/** What stands where the policy should: of any kind, mode and owner. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  open,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { isRoot } from './support/machine.ts';
import { type Attack, attacks } from './support/table.ts';
import { useTarget } from './support/target.ts';

const GOOD = 'version: 1\ndefault_action: allow\nsandbox: off\n';
const target = useTarget();

/** A run under whatever is there; a refusal without its reason, and without delay. */
async function run(): Promise<string> {
  const started = performance.now();
  const { outcome } = await target.ask({ keys: ['app'], command: 'true' });
  if (performance.now() - started > 5_000) return 'it took longer than 5 s';
  return outcome;
}

/** Puts something in the place of the policy for one run. */
const kind = (
  input: string,
  expected: string,
  put: (path: string) => Promise<unknown>,
  unable?: string | false,
): Attack => ({
  input,
  expected,
  ...(unable !== undefined && { unable }),
  attempt: async () => {
    const path = target.home.policyFile;
    await rm(path, { recursive: true, force: true });
    await put(path);
    try {
      return await run();
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  },
});
const good = (path: string, mode = 0o600): Promise<void> => writeFile(path, GOOD, { mode });
const withMode = (mode: number) => async (path: string) => {
  await good(path);
  await chmod(path, mode);
};
const shown = (mode: number): string => mode.toString(8).padStart(4, '0');
const asModes = (modes: readonly number[], what: (mode: number) => string): Attack[] =>
  modes.map((mode) =>
    kind(what(mode), `policy refused: the file has mode ${shown(mode)}, must be 0600`, withMode(mode)),
  );

/** Tries every mode of a range and tells those under which something ran. */
const everyMode = (input: string, modes: readonly number[]): Attack => ({
  input,
  expected: 'each refused',
  attempt: async () => {
    const path = target.home.policyFile;
    await good(path);
    const wrong: string[] = [];
    for (const mode of modes) {
      await chmod(path, mode);
      const outcome = await run();
      if (!/^policy refused: the file (has mode|cannot be read)/.test(outcome))
        wrong.push(`${shown(mode)} ${outcome}`);
    }
    await rm(path);
    return wrong.length === 0 ? 'each refused' : wrong.join(', ');
  },
});
const MODES = Array.from({ length: 0o1000 }, (_, mode) => mode).filter((mode) => mode !== 0o600);

const NOT_REGULAR = 'policy refused: the file is not a regular file';
const LINK = 'policy refused: the file is a symbolic link';

attacks('policy file', [
  kind('mode 0600 (must work)', 'runs', withMode(0o600)),
  ...asModes(
    [0o644, 0o640, 0o604, 0o660, 0o620, 0o602, 0o666, 0o700, 0o601, 0o610, 0o777],
    (mode) => `mode ${shown(mode)}`,
  ),
  ...asModes([0o4600, 0o2600, 0o1600, 0o7600], (mode) => `mode ${shown(mode)}, with a special bit`),
  everyMode(
    'every other mode from 0000 to 0777, in steps of 7',
    MODES.filter((mode) => mode % 7 === 0),
  ),
  everyMode(
    'every mode that differs from 0600 by one bit',
    Array.from({ length: 12 }, (_, bit) => 0o600 ^ (1 << bit)).filter((mode) => mode !== 0o600),
  ),
  kind('nothing', 'policy not found', () => Promise.resolve()),
  kind('a file of another name beside it', 'policy not found', (path) => good(`${path}.bak`)),
  kind('a link to a good policy', LINK, async (path) => {
    await good(target.home.file('elsewhere.yaml'));
    await symlink(target.home.file('elsewhere.yaml'), path);
  }),
  kind('a link to a good policy in the same directory', LINK, async (path) => {
    await good(`${path}.real`);
    await symlink('mcp-policy.yaml.real', path);
  }),
  kind('a link to nothing', LINK, (path) => symlink('/nonexistent', path)),
  kind('a link to itself', LINK, (path) => symlink(path, path)),
  kind('a link to /dev/null', LINK, (path) => symlink('/dev/null', path)),
  kind('a link to /dev/zero', LINK, (path) => symlink('/dev/zero', path)),
  kind('a link to /dev/stdin, which is the protocol', LINK, (path) => symlink('/dev/stdin', path)),
  kind('a file with a second name', 'policy refused: the file has a hard link', async (path) => {
    await good(path);
    await rm(target.home.file('second'), { force: true });
    await link(path, target.home.file('second'));
  }),
  kind('a pipe that nobody writes to', NOT_REGULAR, (path) =>
    Promise.resolve(execFileSync('mkfifo', ['-m', '600', path])),
  ),
  kind('a pipe with a good policy in it', NOT_REGULAR, async (path) => {
    execFileSync('mkfifo', ['-m', '600', path]);
    const pipe = await open(path, 'r+');
    onTestFinished(() => pipe.close());
    await pipe.write(GOOD);
  }),
  kind('a directory', NOT_REGULAR, (path) => mkdir(path, { mode: 0o700 })),
  kind('a directory of mode 0600', NOT_REGULAR, (path) => mkdir(path, { mode: 0o600 })),
  kind('a socket', NOT_REGULAR, async (path) => {
    const server = createServer().listen(path);
    await once(server, 'listening');
    await chmod(path, 0o600);
    // Closing takes the file away, so it stays open until nothing else goes on.
    server.unref();
  }),
  kind(
    'a device like /dev/null',
    NOT_REGULAR,
    (path) => Promise.resolve(execFileSync('mknod', ['-m', '600', path, 'c', '1', '3'])),
    !isRoot && 'only root makes devices',
  ),
  kind(
    'a device like /dev/zero',
    NOT_REGULAR,
    (path) => Promise.resolve(execFileSync('mknod', ['-m', '600', path, 'c', '1', '5'])),
    !isRoot && 'only root makes devices',
  ),
  kind(
    'a file of another user',
    'policy refused: the file belongs to another user',
    async (path) => {
      await good(path);
      await chown(path, 12_345, 12_345);
    },
    !isRoot && 'only root gives files away',
  ),
  kind('an empty file', 'policy refused: the file is empty; it needs at least "version: 1"', (path) =>
    writeFile(path, '', { mode: 0o600 }),
  ),
  kind('a file of 64 KiB (must work)', 'runs', (path) =>
    writeFile(path, GOOD.padEnd(65_536, '\n'), { mode: 0o600 }),
  ),
  kind('a file of one byte more', 'policy refused: the file is larger than 65,536 bytes', (path) =>
    writeFile(path, GOOD.padEnd(65_537, '\n'), { mode: 0o600 }),
  ),
  kind(
    'a file of 8 GiB that takes no room',
    'policy refused: the file is larger than 65,536 bytes',
    async (path) => {
      await good(path);
      await truncate(path, 8 * 1024 ** 3);
    },
  ),
]);

/** Swaps two files over the policy as fast as it can. */
const SWAP = `
const fs = require('node:fs');
const [path, ...files] = process.argv.slice(1);
const [texts, modes] = [files.map((file) => fs.readFileSync(file)), files.map((file) => fs.statSync(file).mode & 0o777)];
for (let i = 0; ; i++) {
  const at = i % files.length;
  fs.writeFileSync(path + '.new', texts[at], { mode: 0o600 });
  fs.chmodSync(path + '.new', modes[at]);
  fs.renameSync(path + '.new', path);
  if (i === 0) process.stdout.write('swapping');
  if (i % 16 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}`;

attacks('policy file', [
  {
    input:
      'swapped all the time between one of mode 0600 that denies and one of mode 0644 that allows, 60 calls',
    expected: 'nothing ran',
    attempt: async () => {
      const denying = await target.home.write('denying.yaml', 'default_action: deny\n', 0o600);
      const loose = await target.home.write('loose.yaml', GOOD, 0o644);
      const swapper = spawn(process.execPath, ['-e', SWAP, target.home.policyFile, denying, loose]);
      const closed = once(swapper, 'close');
      try {
        await once(swapper.stdout, 'data');
        const seen = new Set<string>();
        for (let i = 0; i < 60; i++)
          seen.add((await run()).replace(/^policy refused: .*$/, 'command not allowed'));
        seen.delete('command not allowed');
        return seen.size === 0 ? 'nothing ran' : [...seen].join(', ');
      } finally {
        swapper.kill('SIGKILL');
        await closed;
        await rm(target.home.policyFile, { force: true });
      }
    },
  },
  {
    input: 'a good policy, written over by rename between two calls: the second goes by the new one',
    expected: 'runs, then command not allowed',
    attempt: async () => {
      await target.home.policy(GOOD);
      const first = await run();
      await rename(await target.home.write('next.yaml', 'default_action: deny\n'), target.home.policyFile);
      return `${first}, then ${await run()}`;
    },
  },
  {
    input: 'a good policy, taken away between two calls',
    expected: 'runs, then policy not found',
    attempt: async () => {
      await target.home.policy(GOOD);
      const first = await run();
      await rm(target.home.policyFile);
      return `${first}, then ${await run()}`;
    },
  },
  {
    input: 'the policy through all of this: never written by the tool server',
    expected: 'as it was',
    attempt: async () => {
      await target.home.policy(GOOD);
      const before = await lstat(target.home.policyFile, { bigint: true });
      await run();
      const after = await lstat(target.home.policyFile, { bigint: true });
      return before.mtimeNs === after.mtimeNs && before.ino === after.ino ? 'as it was' : 'written';
    },
  },
]);
