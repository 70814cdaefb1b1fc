import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { encode } from '../../src/crypto/canonical.ts';
import { decodeHeader, encodeHeader, type Header } from '../../src/vault/header.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { PASSWORD, type Home } from '../spec/support/home.ts';
import { PROGRAM, type CliResult } from '../spec/support/cli.ts';
import { databaseIn, edit, useCopies, VALUES } from './support/copies.ts';
import { tell } from './support/counts.ts';

const withCopy = useCopies();
const isRoot = process.getuid?.() === 0;

/** A mount of its own for one command: only where this user may, and in a name space that ends with the command. */
const canMount =
  isRoot && spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=64k none /mnt']).status === 0;
if (!canMount) tell('skipped, full and read-only disks: mounting is not permitted here');
if (!isRoot) tell('skipped, files of another owner: only root can make them');

describe("a vault that is not its owner's alone is refused", () => {
  test.each([
    ['a file that others read', 'vault.db', modes(0o644), 'has mode 0644, must be 0600'],
    ['a file that the group writes', 'vault.db', modes(0o660), 'has mode 0660, must be 0600'],
    ['a directory that others write', '', modes(0o777), 'can be written by other users'],
    ['a linked file', 'vault.db', link, 'is not a regular file'],
    ['a linked directory', '', link, 'is a symbolic link, not a vault directory'],
    [
      'a file in place of the directory',
      '',
      replaceBy((path) => fs.writeFileSync(path, 'x')),
      'is a file, not',
    ],
    ['a directory in place of the file', 'vault.db', replaceBy(fs.mkdirSync), 'is not a regular file'],
    ['a pipe in place of the file', 'vault.db', replaceBy(makePipe), 'is not a regular file'],
    [
      'a linked write-ahead file',
      'vault.db-wal',
      (path: string) => fs.symlinkSync('vault.db', path),
      'not a regular',
    ],
    [
      'a linked rollback journal',
      'vault.db-journal',
      (path: string) => fs.symlinkSync('vault.db', path),
      'not a regular',
    ],
  ] as const)('%s', (_, name, spoil, message) =>
    withCopy(async (home) => {
      spoil(name === '' ? home.vault : join(home.vault, name));
      await expectRefusal(home, 1, message);
    }),
  );

  test.skipIf(!isRoot).each([
    ['a file', 'vault.db'],
    ['a directory', ''],
  ])('%s of another owner', (_, name) =>
    withCopy(async (home) => {
      fs.chownSync(join(home.vault, name), 65_534, 65_534);
      await expectRefusal(home, 1, 'belongs to another user');
    }),
  );
});

describe('a vault of another kind', () => {
  test.each([
    ['a later version', 'PRAGMA user_version = 2', 1, 'the vault has format 2; this vaultctl reads format 1'],
    ['no version', 'PRAGMA user_version = 0', 1, 'the vault has format 0; this vaultctl reads format 1'],
    ['another application', 'PRAGMA application_id = 7', 6, 'vault.db is not a vault'],
  ])('with %s is refused', (_, sql, code, message) =>
    withCopy(async (home) => {
      edit(home, sql);
      await expectRefusal(home, code, message);
    }),
  );

  test.each([
    [
      'a header of another version',
      (body: Buffer) => body.fill(2, 29, 30),
      6,
      "the vault's header is malformed",
    ],
    ['no way in', changed((header) => ({ ...header, slots: [] })), 4, 'the vault has no master password'],
    ['other kinds of ways in only', changed(ofType(9)), 4, 'the vault has no master password'],
  ])('with %s is refused', (_, change, code, message) =>
    withCopy(async (home) => {
      editHeader(home, change);
      await expectRefusal(home, code, message);
    }),
  );

  test.each([
    ['memory of 4 TiB', 2 ** 32, 3, 4],
    ['memory of 1 GiB and 1 KiB', 1024 * 1024 + 1, 3, 4],
    ['memory below the floor', 65_535, 3, 4],
    ['11 passes', 65_536, 11, 4],
    ['2 passes', 65_536, 2, 4],
    ['no lanes', 65_536, 3, 0],
    ['17 lanes', 65_536, 3, 17],
  ])('that asks for %s is refused within 50 ms and before memory is taken', (_, ...kdf) =>
    withCopy(async (home) => {
      editHeader(home, changed(asking(kdf)));
      const place = { directory: home.vault, state: home.file('state') };
      const tries: number[] = [];
      const before = process.resourceUsage().maxRSS;
      for (let count = 0; count < 5; count += 1) {
        const began = performance.now();
        const opened = openVault(place, Buffer.from(PASSWORD), () => new Date());
        await expect(opened).rejects.toMatchObject({ code: 'damaged' });
        tries.push(performance.now() - began);
      }
      // The best of five: the others may have waited for the processor.
      expect(Math.min(...tries)).toBeLessThan(50);
      expect(process.resourceUsage().maxRSS - before).toBeLessThan(32 * 1024);
      await expectRefusal(home, 6, 'the password slot asks for Argon2id');
    }),
  );
});

describe.skipIf(!canMount)('on a disk of 1 MiB', () => {
  // Some thirty programs, one after the other.
  test(
    'that is full, changes are refused whole, what is there is read, and it goes on when there is room',
    { timeout: 150_000 },
    () =>
      withCopy(async (home) => {
        const script = `
        mkdir small && mount -t tmpfs -o size=1m,mode=700 none small && cp .vault/vault.db small/ || exit 99
        step() { name=$1; shift; printf 'step %s\\n' "$name"; "$@"; printf 'code %s\\n' $?; }
        n=0
        while [ $n -lt 60 ]; do
          n=$((n + 1)); head -c 30000 /dev/urandom | od -An -v -tx1 | head -c 30000 > value
          vaultctl set big/$n --vault-dir small < value 2> said || break
        done
        printf 'filled %s\\n' $n; cat said
        step get vaultctl get app --vault-dir small --no-newline 2>&1
        step list vaultctl list --vault-dir small 2>&1 | tail -n 1
        mount -o remount,size=3m small
        step set vaultctl set later --vault-dir small < value 2>&1
        step verify vaultctl audit verify --vault-dir small 2>&1`;
        const { stdout, stderr } = await withMounts(home, script);
        expect(stderr).toBe('');
        const filled = Number(/^filled (\d+)$/m.exec(stdout)?.[1]);
        expect(filled).toBeGreaterThan(3);
        expect(filled).toBeLessThan(60);
        expect(stdout).toMatch(
          /^vaultctl: (the disk is full; nothing was changed|reading or writing vault\.db failed)$/m,
        );
        expect(stdout).toContain(VALUES.app);
        expect(stdout).toMatch(/step set\nstored later\ncode 0\nstep verify\nno faults: \d+ secrets/);
        expect(Number(/no faults: (\d+) secrets/.exec(stdout)?.[1])).toBe(filled - 1 + 3);
        tell(`a disk of 1 MiB was full after ${filled - 1} secrets of 30 kB; none was lost, none half there`);
      }),
  );
});

describe.skipIf(!canMount)('on a read-only disk', () => {
  test.each([['get app'], ['list'], ['set app'], ['delete app --yes'], ['run -k app -- /bin/echo ran']])(
    '%s says so',
    (command) =>
      withCopy(async (home) => {
        const script = `mount --bind .vault .vault && mount -o remount,ro,bind .vault || exit 99
          vaultctl ${command} < /dev/null`;
        const before = fs.readFileSync(databaseIn(home));
        const result = await withMounts(home, script);
        expect(result).toMatchObject({ code: 1, stdout: '' });
        expect(result.stderr).toMatch(/^vaultctl: (the vault is read-only|vault\.db cannot be opened)/);
        expect(fs.readFileSync(databaseIn(home)).equals(before)).toBe(true);
      }),
  );
});

/** The same answer from commands that read and that write; nothing is changed, and nothing waits. */
async function expectRefusal(home: Home, code: number, message: string): Promise<void> {
  const before = snapshot(home.vault);
  for (const args of [
    ['get', 'app'],
    ['set', 'app'],
    ['audit', 'verify'],
  ]) {
    const result = await home.cli(args, { stdin: 'new', limit: 10_000 });
    expect(result, args.join(' ')).toMatchObject({ code, signal: null, stdout: '' });
    expect(result.stderr, args.join(' ')).toContain(message);
    expect(result.stderr).not.toContain(PASSWORD);
  }
  expect(snapshot(home.vault)).toEqual(before);
}

function snapshot(path: string): unknown {
  const stats = fs.lstatSync(path);
  const about = { mode: stats.mode, size: stats.isDirectory() ? 0 : stats.size, uid: stats.uid };
  if (stats.isDirectory())
    return { ...about, in: fs.readdirSync(path).map((name) => snapshot(join(path, name))) };
  return stats.isFile() ? { ...about, bytes: fs.readFileSync(path, 'hex') } : about;
}

/** Runs a shell script in the home, root of mounts of its own. */
async function withMounts(home: Home, script: string): Promise<CliResult> {
  const wrapper = await home.write(
    'bin/vaultctl',
    `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`,
    0o700,
  );
  const env = { PATH: `${dirname(wrapper)}:${home.env['PATH']}` };
  return home.cli([script], { env, program: ['unshare', '-m', 'sh', '-c'], limit: 120_000 });
}

function editHeader(home: Home, change: (body: Buffer) => Buffer): void {
  const database = new DatabaseSync(databaseIn(home));
  const body = database.prepare('SELECT body FROM header').get()?.['body'];
  database.prepare('UPDATE header SET body = ?').run(change(Buffer.from(body as Uint8Array)));
  database.close();
}

function changed(change: (header: Header) => Header): (body: Buffer) => Buffer {
  return (body) => encodeHeader(change(decodeHeader(body)));
}

function ofType(type: number): (header: Header) => Header {
  return (header) => ({ ...header, slots: header.slots.map((slot) => ({ ...slot, type })) });
}

/** The three parameters stand at the front of the slot's body, 12 bytes each. */
function asking(kdf: readonly number[]): (header: Header) => Header {
  return (header) => ({
    ...header,
    slots: header.slots.map((slot) => ({
      ...slot,
      body: Buffer.concat([encode(...kdf), slot.body.subarray(36)]),
    })),
  });
}

function modes(bits: number): (path: string) => void {
  return (path) => fs.chmodSync(path, bits);
}

function link(path: string): void {
  fs.renameSync(path, `${path}.real`);
  fs.symlinkSync(`${path}.real`, path);
}

function replaceBy(make: (path: string) => void): (path: string) => void {
  return (path) => {
    fs.renameSync(path, `${path}.real`);
    make(path);
  };
}

function makePipe(path: string): void {
  execFileSync('mkfifo', ['-m', '600', path]);
}
