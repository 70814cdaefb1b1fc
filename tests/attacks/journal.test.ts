// The journal is a chain under a key of its own, sealed record by record: whoever edits the file can break it, and not
// so that it goes unseen.
import type { SQLInputValue } from 'node:sqlite';
import { type Home, useVault } from '../spec/support/home.ts';
import { answer, databaseOf, edit, onCopy, spoiltCopies } from './support/copies.ts';
import { type Attack, attacks } from './support/table.ts';

type Row = Record<string, SQLInputValue>;
interface Journal {
  journal: Row[];
  journal_state: Row[];
}

let early: Journal;
let beforeReads: Journal;
const home = useVault(async (fresh) => {
  await fresh.set('a', 'value-of-a');
  early = journalOf(databaseOf(fresh));
  await fresh.set('b', 'value-of-b');
  beforeReads = journalOf(databaseOf(fresh));
  for (let n = 0; n < 3; n++) await fresh.ok(['get', 'a']);
});

/** Of six records; the last three say that a value was read. */
const UNTOUCHED = '0: no faults: 2 secrets and 6 records of the journal checked; changed';
const damaged = (what: string): string => `6: the journal is damaged: ${what}; unchanged`;

const spoilt = spoiltCopies(home, (copy, args) => answer(copy, args, { stdin: 'value-of-c' }));
const edited = (input: string, sql: string, expected: string): Attack =>
  spoilt(input, (copy) => edit(databaseOf(copy), sql), expected);

attacks('journal', [
  edited('nothing is done to it', 'SELECT 1', UNTOUCHED),
  edited(
    "a bit of a record's nonce",
    'UPDATE journal SET sealed = flip(sealed, 0) WHERE seq = 3',
    damaged('record 3 does not open'),
  ),
  edited(
    'a bit of a record',
    'UPDATE journal SET sealed = flip(sealed, 200) WHERE seq = 5',
    damaged('record 5 does not open'),
  ),
  edited(
    "a bit of a record's tag",
    'UPDATE journal SET sealed = flip(sealed, -1) WHERE seq = 6',
    damaged('record 6 does not open'),
  ),
  // Its place is known, and so is what stands there: under a stream cipher alone 2026 would become 2020.
  edited("a record's year rewritten in the ciphertext", yearChanged(5), damaged('record 5 does not open')),
  edited(
    'a record cut by a byte',
    'UPDATE journal SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE seq = 4',
    damaged('record 4 does not open'),
  ),
  edited(
    'a record of no bytes',
    "UPDATE journal SET sealed = x'' WHERE seq = 4",
    damaged('record 4 does not open'),
  ),
  edited(
    'random bytes for a record',
    'UPDATE journal SET sealed = random(sealed) WHERE seq = 4',
    damaged('record 4 does not open'),
  ),
  edited(
    'a record of another epoch',
    'UPDATE journal SET epoch = 2 WHERE seq = 4',
    damaged('record 4 does not open'),
  ),
  edited(
    'a record gone from the middle',
    'DELETE FROM journal WHERE seq = 2',
    damaged('record 2 is missing'),
  ),
  edited(
    'several records gone',
    'DELETE FROM journal WHERE seq IN (4, 5)',
    damaged('records 4 to 5 are missing'),
  ),
  edited('its beginning gone', 'DELETE FROM journal WHERE seq < 3', damaged('records 1 to 2 are missing')),
  edited('its end cut off', 'DELETE FROM journal WHERE seq > 4', damaged('records 5 to 6 are missing')),
  edited('its last record gone', 'DELETE FROM journal WHERE seq = 6', damaged('record 6 is missing')),
  edited('emptied', 'DELETE FROM journal', damaged('records 1 to 6 are missing')),
  edited(
    'two records exchanged',
    'UPDATE journal SET seq = -seq WHERE seq IN (4, 5); UPDATE journal SET seq = 9 + seq WHERE seq < 0',
    damaged('record 4 does not open'),
  ),
  edited(
    'a record moved into a gap',
    'DELETE FROM journal WHERE seq = 4; UPDATE journal SET seq = 4 WHERE seq = 5',
    damaged('record 4 does not open'),
  ),
  edited(
    'all later records moved down over one',
    'DELETE FROM journal WHERE seq = 4; UPDATE journal SET seq = seq - 1 WHERE seq > 4',
    damaged('record 4 does not open'),
  ),
  edited(
    'a record inserted, the later ones moved up',
    'UPDATE journal SET seq = -seq - 1 WHERE seq > 4; UPDATE journal SET seq = -seq WHERE seq < 0; INSERT INTO journal SELECT 5, epoch, sealed FROM journal WHERE seq = 4',
    damaged('record 5 does not open'),
  ),
  edited(
    'a record doubled after its end',
    'INSERT INTO journal SELECT 7, epoch, sealed FROM journal WHERE seq = 6',
    damaged('it has records after its head'),
  ),
  edited(
    'a record before its beginning',
    'INSERT INTO journal SELECT 0, epoch, sealed FROM journal WHERE seq = 1',
    damaged('it has records after its head'),
  ),
  edited(
    'a forged record after its end',
    'INSERT INTO journal SELECT 7, epoch, random(sealed) FROM journal WHERE seq = 6',
    damaged('it has records after its head'),
  ),
  edited(
    'a forged record and a forged head',
    "INSERT INTO journal SELECT 7, epoch, random(sealed) FROM journal WHERE seq = 6; UPDATE journal_state SET sealed = random(sealed) WHERE part = 'head'",
    damaged('its head does not open'),
  ),
  edited(
    'a record with the number 2^63 - 1',
    'INSERT INTO journal SELECT 9223372036854775807, epoch, sealed FROM journal WHERE seq = 6',
    damaged('it has records after its head'),
  ),
  edited(
    'its head altered',
    "UPDATE journal_state SET sealed = flip(sealed, 20) WHERE part = 'head'",
    damaged('its head does not open'),
  ),
  edited('its head gone', "DELETE FROM journal_state WHERE part = 'head'", damaged('its head does not open')),
  edited(
    'its key altered',
    "UPDATE journal_state SET sealed = flip(sealed, 20) WHERE part = 'key'",
    damaged('its key does not open'),
  ),
  edited('its key gone', "DELETE FROM journal_state WHERE part = 'key'", damaged('its key does not open')),
  edited(
    'head and key exchanged',
    'UPDATE journal_state SET sealed = (SELECT sealed FROM journal_state AS other WHERE other.part != journal_state.part)',
    damaged('its head does not open'),
  ),
  edited(
    'the last record in the place of the head',
    "UPDATE journal_state SET sealed = (SELECT sealed FROM journal WHERE seq = 6) WHERE part = 'head'",
    damaged('its head does not open'),
  ),
  spoilt(
    'an older journal, head and all, under newer secrets',
    (copy) => replace(copy, early),
    '6: secret b is in no record of the journal; unchanged',
  ),
  // An anchor follows changes and runs; docs/format.md says that it lags behind by the reads since.
  spoilt(
    'the reads since the last change cut off with the head of before',
    (copy) => replace(copy, beforeReads),
    '0: no faults: 2 secrets and 3 records of the journal checked; changed',
  ),
  spoilt('the journal of another vault of the same password', fromAnother, damaged('its head does not open')),
  spoilt(
    'a record of the same vault, written on another machine',
    fromBranch,
    damaged('record 8 does not follow the one before it'),
  ),
]);

function yearChanged(seq: number): string {
  const at = 12 + 4 + 4 + (4 + 1 + 4 + 8) + (4 + 3 + 4 + 8) + (4 + 9 + 4) + 3;
  const [before, after] = [`substr(sealed, 1, ${at})`, `substr(sealed, ${at + 2})`];
  const byte = `substr(sealed, ${at + 1}, 1)`;
  return `UPDATE journal SET sealed = CAST(${before} || flip(${byte}, 0) || ${after} AS BLOB) WHERE seq = ${seq}`;
}

function journalOf(file: string): Journal {
  const read = (table: string): Row[] =>
    edit(file, (database) => database.prepare(`SELECT * FROM ${table}`).all()) ?? [];
  return { journal: read('journal'), journal_state: read('journal_state') };
}

function replace(copy: Home, journal: Journal): void {
  edit(databaseOf(copy), (database) => {
    for (const table of ['journal', 'journal_state'] as const) {
      database.exec(`DELETE FROM ${table}`);
      for (const row of journal[table]) {
        database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`).run(...Object.values(row));
      }
    }
  });
}

async function fromAnother(copy: Home): Promise<void> {
  await copy.ok(['--vault-dir', copy.file('other'), 'init']);
  replace(copy, journalOf(copy.file('other', 'vault.db')));
}

/** Two copies of one vault go on, each by itself; the seventh record of one is put into the other. */
async function fromBranch(copy: Home): Promise<void> {
  await onCopy(copy, async (branch) => {
    await branch.ok(['get', 'b']);
    const there = journalOf(databaseOf(branch)).journal.at(-1);
    await copy.ok(['list']);
    await copy.ok(['list']);
    const sealed = there?.['sealed'] ?? null;
    edit(databaseOf(copy), (database) =>
      database.prepare('UPDATE journal SET sealed = ? WHERE seq = 7').run(sealed),
    );
  });
}
