// The header is what is read before any key is known: whatever is changed in it is refused, and what it asks for is
// judged before any work is done for it.
import { spawnSync } from 'node:child_process';
import { PROGRAM } from '../spec/support/cli.ts';
import { decode, encode } from '../fixtures/format-1.ts';
import { type Home, useVault } from '../spec/support/home.ts';
import { answer, databaseOf, edit, onCopy } from './support/copies.ts';
import { type Attack, attacks } from './support/table.ts';

const home = useVault(async (fresh) => fresh.set('a', 'value-of-a'));
const ALTERED = "6: the vault's header was altered; unchanged";
const WRONG = '4: wrong master password; unchanged';
const MALFORMED = "6: the vault's header is malformed; unchanged";

/** A header changed as bytes: what `get a` says then. */
function changing(input: string, expected: string, change: (body: Buffer) => Buffer): Attack {
  const attempt = (): Promise<string> =>
    onCopy(home, async (copy) => {
      rewriteBody(copy, change);
      return answer(copy, ['get', 'a']);
    });
  return { input, expected, attempt };
}

function rewriteBody(copy: Home, change: (body: Buffer) => Buffer): void {
  edit(databaseOf(copy), (database) => {
    const row = database.prepare('SELECT body FROM header').get();
    const body = change(Buffer.from(row?.['body'] as Uint8Array));
    database.prepare('UPDATE header SET body = ?').run(body);
  });
}

/** The last bit of a byte. */
const bit =
  (at: number) =>
  (body: Buffer): Buffer => {
    body[at] = (body[at] ?? 0) ^ 1;
    return body;
  };

/** The header with another list of slots. */
const slots =
  (change: (slot: Buffer) => Buffer[]) =>
  (body: Buffer): Buffer => {
    const items = decode(body);
    return encode(...items.slice(0, 6), ...items.slice(6).flatMap(change));
  };

/** The one slot asking for other work. */
const asking = (memory: number, passes: number, lanes: number): ((body: Buffer) => Buffer) =>
  slots((slot) => {
    const [type = slot, id = slot, body = slot] = decode(slot);
    return [encode(type, id, encode(memory, passes, lanes, ...decode(body).slice(3)))];
  });

const outside = (what: string, bounds: string): string =>
  `6: the password slot asks for Argon2id ${what}, outside ${bounds}; unchanged`;
const MEMORY = '65536 to 1048576';

attacks('vault file', [
  changing('header: a letter of its name changed', MALFORMED, bit(8)),
  changing('header: its version changed', MALFORMED, bit(29)),
  // The salt of every derivation: what follows cannot be told from a wrong password.
  changing("header: a bit of the vault's id", WRONG, bit(40)),
  changing("header: a bit of the space's id", ALTERED, bit(60)),
  changing('header: another epoch', MALFORMED, bit(81)),
  changing('header: epoch 3', ALTERED, (body) => (body.writeUInt8(3, 81), body)),
  changing('header: another revision', ALTERED, (body) => (body.writeUInt8(2, 93), body)),
  changing(
    'header: the slot made one of an unknown type',
    '4: the vault has no master password; unchanged',
    (body) => (body.writeUInt8(9, 109), body),
  ),
  changing("header: a bit of the slot's id", "6: the vault's password slot was altered; unchanged", bit(120)),
  changing('header: a bit of the salt', WRONG, bit(180)),
  changing('header: a bit of the commitment', WRONG, bit(200)),
  changing(
    'header: a bit of the wrapped key',
    "6: the vault's password slot was altered; unchanged",
    bit(250),
  ),
  changing(
    "header: a bit of the wrapped key's tag",
    "6: the vault's password slot was altered; unchanged",
    bit(289),
  ),
  changing('header: memory changed within its bounds', WRONG, asking(65_540, 3, 4)),
  changing('header: passes changed within their bounds', WRONG, asking(65_536, 4, 4)),
  changing('header: lanes changed within their bounds', WRONG, asking(65_536, 3, 1)),
  changing('header: cut by its last byte', MALFORMED, (body) => body.subarray(0, -1)),
  changing('header: one byte more', MALFORMED, (body) => Buffer.concat([body, Buffer.alloc(1)])),
  changing('header: empty', MALFORMED, () => Buffer.alloc(0)),
  changing(
    'header: a length that runs past its end',
    MALFORMED,
    (body) => (body.writeUInt32BE(0xffffffff, 94), body),
  ),
  changing(
    'header: the slot taken away',
    '4: the vault has no master password; unchanged',
    slots(() => []),
  ),
  changing(
    'header: the slot doubled',
    ALTERED,
    slots((slot) => [slot, slot]),
  ),
  changing(
    'header: 17 slots',
    MALFORMED,
    slots((slot) => Array.from({ length: 17 }, () => slot)),
  ),
  changing(
    'header: a second slot of an unknown type slipped in',
    ALTERED,
    slots((slot) => [slot, encode(99, Buffer.alloc(16), Buffer.from('x'))]),
  ),
  changing('header: 1 KiB of memory asked for', outside('memory 1', MEMORY), asking(1, 3, 4)),
  changing('header: memory just below the floor', outside('memory 65535', MEMORY), asking(65_535, 3, 4)),
  changing(
    'header: memory just above the ceiling',
    outside('memory 1048577', MEMORY),
    asking(1_048_577, 3, 4),
  ),
  changing('header: a petabyte of memory', outside('memory 1099511627776', MEMORY), asking(2 ** 40, 3, 4)),
  changing('header: one pass', outside('passes 1', '3 to 10'), asking(65_536, 1, 4)),
  changing('header: a million passes', outside('passes 1000000', '3 to 10'), asking(65_536, 1_000_000, 4)),
  changing('header: no lane', outside('lanes 0', '1 to 16'), asking(65_536, 3, 0)),
  changing('header: 255 lanes', outside('lanes 255', '1 to 16'), asking(65_536, 3, 255)),
  {
    input: 'header: a bit of its MAC',
    expected: ALTERED,
    attempt: () =>
      onCopy(home, async (copy) => {
        edit(databaseOf(copy), 'UPDATE header SET mac = flip(mac, 0)');
        return answer(copy, ['get', 'a']);
      }),
  },
  {
    input: 'header: that of another vault of the same password',
    expected: '6: the journal is damaged: its head does not open; unchanged',
    attempt: () =>
      onCopy(home, async (copy) => {
        const other = await headerOfAnother();
        edit(databaseOf(copy), (database) =>
          database.prepare('UPDATE header SET body = ?, mac = ?').run(other.body, other.mac),
        );
        return answer(copy, ['audit', 'verify']);
      }),
  },
  {
    input: 'header: a gibibyte too much is refused without taking the memory or the time',
    expected: 'under 50 ms and 32 MiB more than a refusal at the first look',
    unable: spawnSync('busybox', ['time', '-v', 'true']).status !== 0 && 'no busybox to measure with',
    attempt: async () => {
      const first = await costs((copy) => edit(databaseOf(copy), 'PRAGMA application_id = 1'));
      const forged = await costs((copy) => rewriteBody(copy, asking(2 ** 40, 3, 16)));
      const seconds = forged.seconds - first.seconds;
      const kibibytes = forged.kibibytes - first.kibibytes;
      return seconds < 0.05 && kibibytes < 32 * 1024
        ? 'under 50 ms and 32 MiB more than a refusal at the first look'
        : `${seconds} s and ${kibibytes} KiB more`;
    },
  },
]);

async function headerOfAnother(): Promise<{ body: Uint8Array; mac: Uint8Array }> {
  return onCopy(home, async (other) => {
    await other.ok(['--vault-dir', other.file('other'), 'init']);
    const file = other.file('other', 'vault.db');
    const row = edit(file, (database) => database.prepare('SELECT body, mac FROM header').get());
    return row as { body: Uint8Array; mac: Uint8Array };
  });
}

/** The least processor time and memory of three refusals: noise only ever adds. */
async function costs(spoil: (copy: Home) => void): Promise<{ seconds: number; kibibytes: number }> {
  return onCopy(home, async (copy) => {
    spoil(copy);
    const runs = Array.from({ length: 3 }, () => {
      const args = ['time', '-v', process.execPath, PROGRAM, 'get', 'a'];
      const { stderr } = spawnSync('busybox', args, { env: copy.env, cwd: copy.dir, encoding: 'utf8' });
      const number = (label: string): number => Number(new RegExp(`${label}.*: ([\\d.]+)`).exec(stderr)?.[1]);
      return {
        seconds: number('User time') + number('System time'),
        kibibytes: number('Maximum resident set size'),
      };
    });
    return {
      seconds: Math.min(...runs.map((run) => run.seconds)),
      kibibytes: Math.min(...runs.map((run) => run.kibibytes)),
    };
  });
}
