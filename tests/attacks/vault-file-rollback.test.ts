// An older state put back, in whole or in part: the sealed versions, the journal and the anchor outside the vault tell.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { exists, type Home, useVault } from '../spec/support/home.ts';
import {
  anchorOf,
  answer,
  databaseOf,
  edit,
  flipped,
  onCopy,
  spoiltCopies,
  stateOf,
  VERIFY,
} from './support/copies.ts';
import { attacks } from './support/table.ts';

type Rows = Record<'secret' | 'value', Record<string, SQLInputValue>[]>;

let old: Rows = { secret: [], value: [] };
let all: Rows = old;
const home = useVault(async (fresh) => {
  await fresh.set('a', 'old-value');
  for (const name of ['.vault', '.local'])
    fs.cpSync(fresh.file(name), fresh.file('old', name), { recursive: true });
  old = rowsOf(fresh);
  await fresh.set('a', 'new-value');
  await fresh.set('b', 'value-of-b');
  all = rowsOf(fresh);
  await fresh.ok(['delete', 'b', '--yes']);
  // A change whose pages are in the write-ahead file alone, as a process that was killed leaves them.
  const reader = new DatabaseSync(databaseOf(fresh), { readOnly: true });
  reader.prepare('SELECT count(*) FROM secret').get();
  await fresh.set('late', 'value-of-late');
  for (const name of ['.vault', '.local'])
    fs.cpSync(fresh.file(name), fresh.file('killed', name), { recursive: true });
  reader.close();
  // Brings the pages into the file.
  edit(databaseOf(fresh), 'SELECT 1');
  fs.rmSync(fresh.file('killed', '.vault', 'vault.db-shm'), { force: true });
});

const OLDER =
  '6: the vault is older than when last used here: record <n> of its journal is missing or another; unchanged';
const FAULTLESS = '0: no faults: 2 secrets and 6 records of the journal checked; changed';

/** A copy of the newest state, spoilt. */
const spoilt = spoiltCopies(home, async (copy, args) =>
  (await answer(copy, args)).replace(/record \d+ of/, 'record <n> of'),
);

function bringBack(copy: Home, name: string, from = 'old'): void {
  fs.rmSync(copy.file(name), { recursive: true });
  fs.cpSync(home.file(from, name), copy.file(name), { recursive: true });
}

const older = (copy: Home): void => bringBack(copy, '.vault');

/** A copy as a killed process left it, whose write-ahead file is spoilt. */
const killed =
  (spoil: (wal: string) => unknown) =>
  (copy: Home): void => {
    bringBack(copy, '.vault', 'killed');
    bringBack(copy, '.local', 'killed');
    spoil(`${databaseOf(copy)}-wal`);
  };

const anchored =
  (spoil: (anchor: string) => unknown) =>
  (copy: Home): unknown =>
    spoil(anchorOf(copy));

attacks('vault file', [
  spoilt('an older copy of the directory restored', older, OLDER),
  spoilt('an older copy, read from', older, '0: old-value; unchanged', ['get', 'a']),
  spoilt('an older copy, written to', older, OLDER, ['set', 'c']),
  spoilt('an older copy, deleted from', older, OLDER, ['delete', 'a', '--yes']),
  spoilt('an older copy, and a program run with it', older, OLDER, ['run', '-k', 'a', '--', 'echo', 'ran']),
  spoilt(
    'an older copy, accepted by its owner',
    older,
    '0: accepted: this is now the newest state of the vault; changed',
    [...VERIFY, '--accept'],
  ),
  spoilt(
    'an older row of a secret and its value put back',
    (copy) => putBack(copy, old),
    '6: secret a is not as record <n> of the journal stored it; unchanged',
  ),
  spoilt(
    'an older value put back',
    (copy) => putBack(copy, { ...old, secret: [] }),
    '6: secret a is damaged: the value of value does not open; unchanged',
  ),
  spoilt(
    'older metadata put back',
    (copy) => putBack(copy, { ...old, value: [] }),
    '6: secret a is damaged: the value of value does not open; unchanged',
  ),
  spoilt(
    'a removed secret put back',
    (copy) => putBack(copy, all),
    '6: secret b is back: record <n> of the journal removed it; unchanged',
  ),
  // What no machine can tell from the truth, as SECURITY.md says.
  spoilt(
    'an older copy together with its anchor',
    (copy) => (older(copy), bringBack(copy, '.local')),
    '0: no faults: 1 secrets and 2 records of the journal checked; changed',
  ),
  spoilt(
    'an older copy on a machine that never saw the vault',
    (copy) => (older(copy), fs.rmSync(stateOf(copy), { recursive: true })),
    '0: no faults: 1 secrets and 2 records of the journal checked; changed',
  ),
  {
    input: 'an older copy that was written to on another machine',
    expected: OLDER,
    attempt: () =>
      onCopy(home, async (copy) => {
        older(copy);
        await copy.ok(['set', 'c'], { stdin: 'value-of-c', env: { XDG_STATE_HOME: copy.file('elsewhere') } });
        return (await answer(copy, VERIFY)).replace(/record \d+ of/, 'record <n> of');
      }),
  },
  spoilt(
    'the write-ahead file of a killed process is there',
    killed(() => undefined),
    FAULTLESS,
  ),
  spoilt(
    'the write-ahead file of a killed process removed',
    killed((wal) => fs.rmSync(wal)),
    OLDER,
  ),
  spoilt(
    'the write-ahead file of a killed process emptied',
    killed((wal) => fs.truncateSync(wal)),
    OLDER,
  ),
  spoilt(
    'the write-ahead file of a killed process cut in half',
    killed((wal) => fs.truncateSync(wal, fs.statSync(wal).size >> 1)),
    OLDER,
  ),
  spoilt(
    'a bit of the write-ahead file of a killed process',
    killed((wal) => fs.writeFileSync(wal, flipped(fs.readFileSync(wal), 100))),
    OLDER,
  ),
  spoilt(
    'a bit of the header of that write-ahead file',
    killed((wal) => fs.writeFileSync(wal, flipped(fs.readFileSync(wal), 17))),
    OLDER,
  ),
  spoilt(
    'the anchor with a bit flipped',
    anchored((path) => fs.writeFileSync(path, flipped(fs.readFileSync(path), 60))),
    '6: the anchor was altered; unchanged',
  ),
  spoilt(
    'the anchor emptied',
    anchored((path) => fs.truncateSync(path)),
    '6: the anchor is malformed; unchanged',
  ),
  spoilt(
    'the anchor cut short',
    anchored((path) => fs.truncateSync(path, 100)),
    '6: the anchor is malformed; unchanged',
  ),
  spoilt(
    'the anchor with a byte more',
    anchored((path) => fs.appendFileSync(path, '\0')),
    '6: the anchor is malformed; unchanged',
  ),
  spoilt(
    'the anchor a gigabyte long',
    anchored((path) => fs.truncateSync(path, 2 ** 30)),
    '6: the anchor is malformed; unchanged',
  ),
  spoilt('the anchor of this vault from before', (copy) => bringBack(copy, '.local'), FAULTLESS),
  spoilt(
    'a FIFO in the place of the anchor',
    anchored((path) => (fs.rmSync(path), execFileSync('mkfifo', [path]))),
    '6: the anchor is malformed; unchanged',
  ),
  // What cannot be kept is warned of, and does not lock the owner out.
  spoilt(
    'a link in the place of the anchor',
    anchored((path) => (fs.renameSync(path, `${path}2`), fs.symlinkSync(`${path}2`, path))),
    FAULTLESS,
  ),
  spoilt(
    'a file in the place of the state directory',
    (copy) => (fs.rmSync(stateOf(copy), { recursive: true }), fs.writeFileSync(stateOf(copy), '')),
    FAULTLESS,
  ),
  {
    input: 'a link in the place of the anchor, through which nothing is written',
    expected: '0: stored c; changed; the file is as it was',
    attempt: () =>
      onCopy(home, async (copy) => {
        const precious = await copy.write('precious', 'precious');
        const path = anchorOf(copy);
        fs.rmSync(path);
        fs.symlinkSync(precious, path);
        const said = await answer(copy, ['set', 'c'], { stdin: 'value-of-c' });
        return `${said}; the file is ${fs.readFileSync(precious, 'utf8') === 'precious' ? 'as it was' : 'spoilt'}`;
      }),
  },
  {
    input: 'an older copy, and an agent that runs a program with it',
    expected: 'refused, and the program has not run',
    attempt: () =>
      onCopy(home, async (copy) => {
        older(copy);
        const { code } = await copy.cli(['run', '-k', 'a', '--', 'touch', copy.file('ran')]);
        return `${code === 6 ? 'refused' : code}, and the program has ${(await exists(copy.file('ran'))) ? '' : 'not '}run`;
      }),
  },
]);

function rowsOf(of: Home): Rows {
  const read = (table: string): Record<string, SQLInputValue>[] =>
    edit(databaseOf(of), (database) => database.prepare(`SELECT * FROM ${table}`).all()) ?? [];
  return { secret: read('secret'), value: read('value') };
}

function putBack(copy: Home, rows: Rows): void {
  edit(databaseOf(copy), (database) => {
    for (const table of ['secret', 'value'] as const) {
      for (const row of rows[table]) {
        const marks = Object.keys(row).map(() => '?');
        database
          .prepare(`INSERT OR REPLACE INTO ${table} VALUES (${marks.join(', ')})`)
          .run(...Object.values(row));
      }
    }
  });
}
