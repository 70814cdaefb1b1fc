// Who could have touched the files decides whether they are opened at all: owner, mode, kind; no link is followed and
// nothing is waited for.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Home, useVault } from '../spec/support/home.ts';
import { answer, databaseOf, onCopy } from './support/copies.ts';
import { type Attack, attacks } from './support/table.ts';

const home = useVault(async (fresh) => fresh.set('a', 'value-of-a'));
const notRoot = process.getuid?.() !== 0 && 'only root can give files away';
const OPENS = '0: value-of-a; changed';

function placed(input: string, spoil: (copy: Home) => void | Promise<void>, expected: string): Attack {
  const attempt = (): Promise<string> =>
    onCopy(home, async (copy) => {
      await spoil(copy);
      return answer(copy, ['get', 'a'], { limit: 10_000 });
    });
  return { input, expected, attempt };
}

const file =
  (suffix: string, spoil: (path: string) => void | Promise<void>) =>
  (copy: Home): void | Promise<void> =>
    spoil(databaseOf(copy) + suffix);

function moveAndLink(path: string): void {
  fs.renameSync(path, `${path}.moved`);
  fs.symlinkSync(`${path}.moved`, path);
}

function fifo(path: string): void {
  fs.rmSync(path, { force: true });
  execFileSync('mkfifo', ['-m', '600', path]);
}

async function socket(path: string): Promise<void> {
  fs.rmSync(path, { force: true });
  const server = createServer();
  await new Promise<void>((listening) => server.listen(path, listening));
  server.unref();
}

const kinds: readonly [string, (path: string) => void | Promise<void>][] = [
  ['a link', (path) => fs.symlinkSync('/dev/null', path)],
  ['a dangling link', (path) => fs.symlinkSync('nowhere', path)],
  ['a FIFO', fifo],
  ['a directory', (path) => fs.mkdirSync(path)],
  ['a socket', socket],
];

const sideFiles = ['-wal', '-shm', '-journal'].flatMap((suffix) =>
  kinds.map(([kind, make]) =>
    placed(
      `vault.db${suffix} is ${kind}`,
      file(suffix, make),
      `1: ~/.vault/vault.db${suffix} is not a regular file; unchanged`,
    ),
  ),
);

const openToOthers = [0o640, 0o604, 0o660, 0o606, 0o610, 0o777].map((mode) =>
  placed(
    `vault.db has mode ${mode.toString(8)}`,
    file('', (path) => fs.chmodSync(path, mode)),
    `1: ~/.vault/vault.db has mode 0${mode.toString(8)}, must be 0600; unchanged`,
  ),
);

const writable = [0o770, 0o707, 0o720, 0o702, 0o1777].map((mode) =>
  placed(
    `the directory has mode ${mode.toString(8)}`,
    (copy) => fs.chmodSync(copy.vault, mode),
    '1: ~/.vault can be written by other users; unchanged',
  ),
);

attacks('vault file', [
  ...openToOthers,
  ...writable,
  ...sideFiles,
  placed(
    'vault.db-wal others may read',
    file('-wal', (path) => fs.writeFileSync(path, '', { mode: 0o644 })),
    '1: ~/.vault/vault.db-wal has mode 0644, must be 0600; unchanged',
  ),
  placed(
    'vault.db-shm others may read',
    file('-shm', (path) => fs.writeFileSync(path, '', { mode: 0o644 })),
    '1: ~/.vault/vault.db-shm has mode 0644, must be 0600; unchanged',
  ),
  placed(
    'vault.db is a link to itself under another name',
    file('', moveAndLink),
    '1: ~/.vault/vault.db is not a regular file; unchanged',
  ),
  placed('vault.db is a FIFO', file('', fifo), '1: ~/.vault/vault.db is not a regular file; unchanged'),
  placed('vault.db is a socket', file('', socket), '1: ~/.vault/vault.db is not a regular file; unchanged'),
  placed(
    'vault.db is a directory',
    file('', (path) => (fs.rmSync(path), fs.mkdirSync(path))),
    '1: ~/.vault/vault.db is not a regular file; unchanged',
  ),
  placed(
    'vault.db is gone',
    file('', (path) => fs.rmSync(path)),
    '4: no vault found at ~/.vault; unchanged',
  ),
  placed(
    'the directory is a link',
    (copy) => moveAndLink(copy.vault),
    '1: ~/.vault is a symbolic link, not a vault directory; unchanged',
  ),
  placed(
    'the directory is a file',
    (copy) => (fs.rmSync(copy.vault, { recursive: true }), fs.writeFileSync(copy.vault, '')),
    '1: ~/.vault is a file, not a vault directory; unchanged',
  ),
  placed(
    'the directory is a FIFO',
    (copy) => (fs.rmSync(copy.vault, { recursive: true }), fifo(copy.vault)),
    '1: ~/.vault is a file, not a vault directory; unchanged',
  ),
  // Another name for the same sealed bytes, which nobody else may open: as harmless as a backup.
  placed(
    'vault.db has a second name elsewhere',
    (copy) => fs.linkSync(databaseOf(copy), copy.file('second-name')),
    OPENS,
  ),
  placed('the directory may be listed by others', (copy) => fs.chmodSync(copy.vault, 0o755), OPENS),
  placed(
    'vault.db-wal holds random bytes',
    file('-wal', (path) =>
      fs.writeFileSync(path, fs.readFileSync('/proc/self/exe').subarray(0, 9000), { mode: 0o600 }),
    ),
    OPENS,
  ),
  placed(
    'vault.db-journal holds bytes that are no journal',
    file('-journal', (path) => fs.writeFileSync(path, Buffer.alloc(9000, 7), { mode: 0o600 })),
    OPENS,
  ),
  {
    ...placed(
      'vault.db belongs to another user',
      file('', (path) => fs.chownSync(path, 12_345, 12_345)),
      '1: ~/.vault/vault.db belongs to another user; unchanged',
    ),
    unable: notRoot,
  },
  {
    ...placed(
      'the directory belongs to another user',
      (copy) => fs.chownSync(copy.vault, 12_345, 12_345),
      '1: ~/.vault belongs to another user; unchanged',
    ),
    unable: notRoot,
  },
  {
    ...placed(
      'vault.db-wal belongs to another user',
      file('-wal', (path) => {
        fs.writeFileSync(path, '', { mode: 0o600 });
        fs.chownSync(path, 12_345, 12_345);
      }),
      '1: ~/.vault/vault.db-wal belongs to another user; unchanged',
    ),
    unable: notRoot,
  },
  {
    input: 'a link of the name vault.db-journal to a file of the owner',
    expected: '1: ~/.vault/vault.db-journal is not a regular file; unchanged; the file is as it was',
    attempt: () =>
      onCopy(home, async (copy) => {
        const precious = await copy.write('precious', 'precious');
        fs.symlinkSync(precious, join(copy.vault, 'vault.db-journal'));
        const said = await answer(copy, ['get', 'a']);
        return `${said}; the file is ${fs.readFileSync(precious, 'utf8') === 'precious' ? 'as it was' : 'spoilt'}`;
      }),
  },
  {
    input: 'init where there is a vault',
    expected: '1: a vault already exists at ~/.vault; unchanged',
    attempt: () => onCopy(home, (copy) => answer(copy, ['init'])),
  },
  {
    input: 'init through a link to a directory of somebody else',
    expected: '1: ~/link is a symbolic link, not a vault directory; unchanged; nothing is there',
    attempt: () =>
      onCopy(home, async (copy) => {
        fs.mkdirSync(copy.file('target'));
        fs.symlinkSync('target', copy.file('link'));
        const said = await answer(copy, ['--vault-dir', copy.file('link'), 'init']);
        return `${said}; ${fs.readdirSync(copy.file('target')).length === 0 ? 'nothing' : 'something'} is there`;
      }),
  },
]);
