// The second slot of the header: changed, exchanged, taken away, put back. A code opens the vault it was made for, as
// long as it is the last one, and no header but the newest can be changed by it.
import * as fs from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { decode, encode } from '../fixtures/format-1.ts';
import { type Home, PASSWORD, useHome } from '../spec/support/home.ts';
import { answer, databaseOf, edit, onCopy } from './support/copies.ts';
import { type Attack, attacks } from './support/table.ts';

interface HeaderRow {
  readonly body: SQLInputValue;
  readonly mac: SQLInputValue;
}

const NEXT = 'willow-Anchor 31 below the Bridge';
const ALTERED = "6: the vault's header was altered; unchanged";
const SLOT_ALTERED = "6: the vault's recovery slot was altered; unchanged";
const MALFORMED = "6: the vault's recovery slot is malformed; unchanged";
const WRONG = '4: wrong recovery code; unchanged';
const NONE = '4: the vault has no recovery code; unchanged';
const NOT_THE_NEWEST = "6: the vault's header is not the one the journal states; unchanged";

let firstCode = '';
let code = '';
let otherCode = '';
let firstHeader: HeaderRow;
let otherSlot: Buffer;

const home = useHome(async (fresh) => {
  firstCode = (await fresh.ok(['init', '--recovery'])).stdout.trim();
  await fresh.set('a', 'value-of-a');
  firstHeader = headerOf(databaseOf(fresh));
  for (const name of ['.vault', '.local'])
    fs.cpSync(fresh.file(name), fresh.file('old', name), { recursive: true });
  code = (await fresh.ok(['recovery', 'new'])).stdout.trim();
  otherCode = (await fresh.ok(['--vault-dir', fresh.file('other'), 'init', '--recovery'])).stdout.trim();
  otherSlot = slotsOf(headerOf(fresh.file('other', 'vault.db')))[1] ?? Buffer.alloc(0);
});

function headerOf(file: string): HeaderRow {
  const row = edit(file, (database) => database.prepare('SELECT body, mac FROM header').get());
  return row as unknown as HeaderRow;
}

function slotsOf({ body }: HeaderRow): Buffer[] {
  return decode(Buffer.from(body as Uint8Array)).slice(6);
}

/** What `recovery use` says, given a code, and what `get` says, given the password. */
async function both(copy: Home, by: string, password = PASSWORD): Promise<string> {
  const used = await answer(copy, ['recovery', 'use'], { stdin: `${by}\n${NEXT}\n` });
  const got = await answer(copy, ['get', 'a'], { env: { VAULT_PASSWORD: password } });
  return used === got ? used : `${used} / ${got}`;
}

/** The header with other slots: what code and password say then. */
function slots(
  input: string,
  expected: string,
  change: (slots: Buffer[]) => Buffer[],
  by = () => code,
): Attack {
  const attempt = (): Promise<string> =>
    onCopy(home, async (copy) => {
      edit(databaseOf(copy), (database) => {
        const row = headerOf(databaseOf(copy));
        const items = decode(Buffer.from(row.body as Uint8Array));
        const body = encode(...items.slice(0, 6), ...change(items.slice(6)));
        database.prepare('UPDATE header SET body = ?').run(body);
      });
      return both(copy, by());
    });
  return { input: `recovery slot: ${input}`, expected, attempt };
}

/** The recovery slot with one of its parts changed: 0 the time, 1 the commitment, 2 the wrapped key. */
function part(at: number, change: (bytes: Buffer) => Buffer): (found: Buffer[]) => Buffer[] {
  return ([password = EMPTY, slot = EMPTY]) => {
    const [type = EMPTY, id = EMPTY, body = EMPTY] = decode(slot);
    const parts = decode(body).map((bytes, index) => (index === at ? change(Buffer.from(bytes)) : bytes));
    return [password, encode(type, id, encode(...parts))];
  };
}

const EMPTY = Buffer.alloc(0);

const bit =
  (at: number) =>
  (bytes: Buffer): Buffer => {
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    return bytes;
  };

const typed = (slot: Buffer, type: number): Buffer => {
  const [, id = EMPTY, body = EMPTY] = decode(slot);
  return encode(type, id, body);
};

/** A copy with an older header put back. */
function replayed(input: string, expected: string, attempt: (copy: Home) => Promise<string>): Attack {
  return {
    input: `recovery slot: ${input}`,
    expected,
    attempt: () =>
      onCopy(home, async (copy) => {
        const { body, mac } = firstHeader;
        edit(databaseOf(copy), (database) => {
          database.prepare('UPDATE header SET body = ?, mac = ?').run(body, mac);
        });
        return attempt(copy);
      }),
  };
}

attacks('vault file', [
  slots('a bit of its time', `${SLOT_ALTERED} / ${ALTERED}`, part(0, bit(18))),
  slots('a bit of its commitment', `${WRONG} / ${ALTERED}`, part(1, bit(7))),
  slots('a bit of its nonce', `${SLOT_ALTERED} / ${ALTERED}`, part(2, bit(0))),
  slots('a bit of the wrapped key', `${SLOT_ALTERED} / ${ALTERED}`, part(2, bit(20))),
  slots("a bit of the wrapped key's tag", `${SLOT_ALTERED} / ${ALTERED}`, part(2, bit(-1))),
  slots(
    'a time that would draw on the terminal',
    `${MALFORMED} / ${ALTERED}`,
    part(0, () => Buffer.from('\x1b[2J')),
  ),
  slots(
    'its commitment cut',
    `${MALFORMED} / ${ALTERED}`,
    part(1, (bytes) => bytes.subarray(1)),
  ),
  slots(
    'its wrapped key one byte longer',
    `${MALFORMED} / ${ALTERED}`,
    part(2, (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])),
  ),
  slots('another id', `${SLOT_ALTERED} / ${ALTERED}`, ([password = EMPTY, slot = EMPTY]) => {
    const [type = EMPTY, id = EMPTY, body = EMPTY] = decode(slot);
    return [password, encode(type, bit(3)(Buffer.from(id)), body)];
  }),
  slots('taken away', `${NONE} / ${ALTERED}`, (found) => found.slice(0, 1)),
  slots('made one of an unknown type', `${NONE} / ${ALTERED}`, ([password = EMPTY, slot = EMPTY]) => [
    password,
    typed(slot, 9),
  ]),
  slots(
    'made a password slot',
    `${NONE} / 6: the vault's password slot is malformed; unchanged`,
    ([password = EMPTY, slot = EMPTY]) => [password, typed(slot, 1)],
  ),
  slots(
    'the password slot made another',
    `${MALFORMED} / 4: the vault has no master password; unchanged`,
    ([password = EMPTY, slot = EMPTY]) => [typed(password, 2), slot],
  ),
  slots(
    'alone, without the password slot',
    `${ALTERED} / 4: the vault has no master password; unchanged`,
    (found) => found.slice(1),
  ),
  slots('doubled', ALTERED, ([password = EMPTY, slot = EMPTY]) => [password, slot, slot]),
  slots('exchanged with the password slot', ALTERED, (found) => found.toReversed()),
  slots(
    'that of the code before, asked for that code',
    ALTERED,
    ([password = EMPTY]) => [password, slotsOf(firstHeader)[1] ?? EMPTY],
    () => firstCode,
  ),
  slots(
    "another vault's, asked for its code",
    `${WRONG} / ${ALTERED}`,
    ([password = EMPTY]) => [password, otherSlot],
    () => otherCode,
  ),
  slots(
    "another vault's beside its own, asked for its code",
    `${WRONG} / ${ALTERED}`,
    (found) => [...found, otherSlot],
    () => otherCode,
  ),
  {
    input: 'recovery slot: the code before the last one',
    expected: `${WRONG} / 0: value-of-a; changed`,
    attempt: () => onCopy(home, (copy) => both(copy, firstCode)),
  },
  {
    input: "recovery slot: another vault's code",
    expected: `${WRONG} / 0: value-of-a; changed`,
    attempt: () => onCopy(home, (copy) => both(copy, otherCode)),
  },
  replayed('an older header put back, asked for the code of its time', NOT_THE_NEWEST, (copy) =>
    answer(copy, ['recovery', 'use'], { stdin: `${firstCode}\n${NEXT}\n` }),
  ),
  replayed('an older header put back, asked for the code of now', WRONG, (copy) =>
    answer(copy, ['recovery', 'use'], { stdin: `${code}\n${NEXT}\n` }),
  ),
  replayed('an older header put back, and the password changed on it', NOT_THE_NEWEST, (copy) =>
    answer(copy, ['passwd'], { stdin: NEXT }),
  ),
  replayed('an older header put back, and a code made on it', NOT_THE_NEWEST, (copy) =>
    answer(copy, ['recovery', 'new']),
  ),
  replayed('an older header put back, checked', NOT_THE_NEWEST, (copy) => answer(copy, ['audit', 'verify'])),
  {
    input: 'recovery slot: an older copy of the vault restored, asked for the code of its time',
    expected:
      '6: the vault is older than when last used here: record <n> of its journal is missing or another; unchanged',
    attempt: () =>
      onCopy(home, async (copy) => {
        fs.rmSync(copy.vault, { recursive: true });
        fs.cpSync(home.file('old', '.vault'), copy.vault, { recursive: true });
        const said = await answer(copy, ['recovery', 'use'], { stdin: `${firstCode}\n${NEXT}\n` });
        return said.replace(/record \d+ of/, 'record <n> of');
      }),
  },
]);
