// What is sealed opens in its own place only, and what the journal states of it is what must be there.
import type { SQLInputValue } from 'node:sqlite';
import { type Home, useVault } from '../spec/support/home.ts';
import { databaseOf, edit, lastId, spoiltCopies } from './support/copies.ts';
import { type Attack, attacks } from './support/table.ts';

let [A, B] = ['', ''];
const home = useVault(async (fresh) => {
  await fresh.set('a', 'value-of-a');
  A = lastId(fresh, []);
  await fresh.ok(['set', 'b', '--field', 'user=me', '--field', 'password'], { stdin: 'value-of-b' });
  B = lastId(fresh, [A]);
});
const spoilt = spoiltCopies(home);

/** A vault edited by SQL, in which `$A` and `$B` are the ids of the secrets. */
const edited = (input: string, sql: string, expected: string, args?: string[]): Attack =>
  spoilt(
    input,
    (copy) => edit(databaseOf(copy), sql.replaceAll('$A', A).replaceAll('$B', B)),
    expected,
    args,
  );

const NO_META = '6: a secret is damaged: the metadata of record <id> does not open; unchanged';
const NO_VALUE = '6: secret a is damaged: the value of value does not open; unchanged';
const NOT_OURS = '6: vault.db is damaged: its tables are not those of a vault; unchanged';
const swap = (column: string): string => `
  CREATE TEMP TABLE kept AS SELECT id, ${column} AS was FROM secret;
  UPDATE secret SET ${column} = x'00' WHERE id = $A;
  UPDATE secret SET ${column} = (SELECT was FROM kept WHERE id = $A) WHERE id = $B;
  UPDATE secret SET ${column} = (SELECT was FROM kept WHERE id = $B) WHERE id = $A;`;
const A_VALUE = '(SELECT sealed FROM value WHERE secret_id = $A)';
const META = (id: string): string => `(SELECT meta FROM secret WHERE id = ${id})`;

attacks('vault file', [
  edited(
    'nothing is done to it',
    'SELECT 1',
    '0: no faults: 2 secrets and 3 records of the journal checked; changed',
  ),
  edited('metadata of two secrets exchanged', swap('meta'), NO_META),
  edited(
    'names of two secrets exchanged',
    swap('name_mac'),
    '6: secret a is damaged: it is filed under another name; unchanged',
  ),
  edited(
    'a value replaced by that of another key',
    `UPDATE value SET sealed = (SELECT sealed FROM value WHERE secret_id = $B LIMIT 1) WHERE secret_id = $A`,
    NO_VALUE,
  ),
  edited(
    'values of two fields of one secret exchanged',
    `CREATE TEMP TABLE kept AS SELECT * FROM value WHERE secret_id = $B;
    UPDATE value SET sealed = (SELECT sealed FROM kept WHERE kept.field_id != value.field_id) WHERE secret_id = $B`,
    '6: secret b is damaged: the value of user does not open; unchanged',
  ),
  edited(
    'fields of one secret exchanged with their ids',
    `CREATE TEMP TABLE kept AS SELECT * FROM value WHERE secret_id = $B;
    DELETE FROM value WHERE secret_id = $B;
    INSERT INTO value SELECT secret_id, (SELECT field_id FROM kept AS other WHERE other.field_id != kept.field_id), epoch, version, sealed FROM kept`,
    '6: secret b is damaged: the value of user does not open; unchanged',
  ),
  edited(
    'metadata put in the place of a value',
    `UPDATE value SET sealed = ${META('$A')} WHERE secret_id = $A`,
    NO_VALUE,
  ),
  edited(
    'a value put in the place of metadata',
    `UPDATE secret SET meta = ${A_VALUE} WHERE id = $A`,
    NO_META,
  ),
  edited(
    'a record of the journal put in the place of metadata',
    'UPDATE secret SET meta = (SELECT sealed FROM journal WHERE seq = 2) WHERE id = $A',
    NO_META,
  ),
  edited('a bit of a nonce', 'UPDATE value SET sealed = flip(sealed, 0) WHERE secret_id = $A', NO_VALUE),
  edited(
    'a bit of a ciphertext',
    'UPDATE value SET sealed = flip(sealed, 20) WHERE secret_id = $A',
    NO_VALUE,
  ),
  edited(
    'a bit of the padding of a value',
    'UPDATE value SET sealed = flip(sealed, -40) WHERE secret_id = $A',
    NO_VALUE,
  ),
  edited('a bit of a tag', 'UPDATE value SET sealed = flip(sealed, -1) WHERE secret_id = $A', NO_VALUE),
  edited(
    'a value cut by a byte',
    'UPDATE value SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE secret_id = $A',
    NO_VALUE,
  ),
  edited(
    'a value with a byte more',
    `UPDATE value SET sealed = CAST(sealed || x'00' AS BLOB) WHERE secret_id = $A`,
    NO_VALUE,
  ),
  edited('a value of no bytes', `UPDATE value SET sealed = x'' WHERE secret_id = $A`, NO_VALUE),
  edited(
    'random bytes for a value',
    'UPDATE value SET sealed = random(sealed) WHERE secret_id = $A',
    NO_VALUE,
  ),
  edited('a value deleted', 'DELETE FROM value WHERE secret_id = $A', NO_VALUE),
  edited(
    'a value added to no field',
    `INSERT INTO value SELECT secret_id, x'00', epoch, version, sealed FROM value WHERE secret_id = $A`,
    '6: secret a is damaged: it has values that belong to no field; unchanged',
  ),
  edited(
    'a value of a secret there is not',
    `INSERT INTO value SELECT x'00', field_id, epoch, version, sealed FROM value WHERE secret_id = $A`,
    '6: vault.db is damaged: 1 values belong to no secret; unchanged',
  ),
  edited('a version raised', 'UPDATE secret SET version = 2 WHERE id = $A', NO_META),
  edited(
    'the largest version there can be',
    'UPDATE secret SET version = 9223372036854775807 WHERE id = $A',
    '6: vault.db is damaged: a number is out of range; unchanged',
  ),
  edited("a value's version raised", 'UPDATE value SET version = 2 WHERE secret_id = $A', NO_VALUE),
  edited('another epoch', 'UPDATE secret SET epoch = 2 WHERE id = $A', NO_META),
  edited(
    'a secret deleted',
    'DELETE FROM value WHERE secret_id = $A; DELETE FROM secret WHERE id = $A',
    '6: secret a is missing: record 2 of the journal stored it; unchanged',
  ),
  edited(
    'all secrets deleted',
    'DELETE FROM value; DELETE FROM secret',
    '6: secret a is missing: record 2 of the journal stored it; unchanged',
  ),
  edited(
    'a secret doubled under another id',
    `INSERT INTO secret SELECT x'00', x'00', epoch, version, meta FROM secret WHERE id = $A`,
    '6: a secret is damaged: the metadata of record 00 does not open; unchanged',
  ),
  edited(
    'a secret filed under a name of zeros',
    'UPDATE secret SET name_mac = zeroblob(32) WHERE id = $A',
    '6: secret a is damaged: it is filed under another name; unchanged',
  ),
  edited(
    'a secret moved to another id',
    `UPDATE value SET secret_id = x'${'00'.repeat(16)}' WHERE secret_id = $A; UPDATE secret SET id = x'${'00'.repeat(16)}' WHERE id = $A`,
    NO_META,
  ),
  edited(
    'a bit of a value, and the value asked for',
    'UPDATE value SET sealed = flip(sealed, 20) WHERE secret_id = $A',
    '6: secret a is damaged: the value of value does not open; changed',
    ['get', 'a'],
  ),
  edited(
    'a bit of a value, and a program run with it',
    'UPDATE value SET sealed = flip(sealed, 20) WHERE secret_id = $A',
    '6: secret a is damaged: the value of value does not open; changed',
    ['run', '-k', 'a', '--', 'echo', 'ran'],
  ),
  edited(
    'a planted trigger',
    'CREATE TRIGGER t AFTER INSERT ON journal BEGIN DELETE FROM secret; END',
    NOT_OURS,
  ),
  edited('a planted view', 'CREATE VIEW v AS SELECT 1', NOT_OURS),
  edited('a planted index', 'CREATE INDEX i ON journal (epoch)', NOT_OURS),
  edited('a table more', 'CREATE TABLE more (x)', NOT_OURS),
  edited('a table gone', 'DROP TABLE value', NOT_OURS),
  edited(
    'a table of another form',
    'DROP TABLE journal_state; CREATE TABLE journal_state (part, epoch, sealed)',
    NOT_OURS,
  ),
  edited('no header', 'DELETE FROM header', '6: the vault does not have one header; unchanged'),
  edited('another application', 'PRAGMA application_id = 1', '6: vault.db is not a vault; unchanged'),
  edited(
    'format 2',
    'PRAGMA user_version = 2',
    '1: the vault has format 2; this vaultctl reads format 1; unchanged',
  ),
  edited(
    'format 0',
    'PRAGMA user_version = 0',
    '1: the vault has format 0; this vaultctl reads format 1; unchanged',
  ),
  edited(
    'format -1',
    'PRAGMA user_version = -1',
    '1: the vault has format -1; this vaultctl reads format 1; unchanged',
  ),
  spoilt('secrets of another vault of the same password put beside its own', fromAnother, NO_META),
]);

async function fromAnother(copy: Home): Promise<void> {
  const directory = copy.file('other');
  await copy.ok(['--vault-dir', directory, 'init']);
  await copy.ok(['--vault-dir', directory, 'set', 'c'], { stdin: 'value-of-c' });
  for (const table of ['secret', 'value']) {
    const rows = edit(copy.file('other', 'vault.db'), (database) =>
      database.prepare(`SELECT * FROM ${table}`).all(),
    );
    edit(databaseOf(copy), (database) => {
      for (const row of rows ?? []) {
        const marks = Object.keys(row).map(() => '?');
        database
          .prepare(`INSERT INTO ${table} VALUES (${marks.join(', ')})`)
          .run(...(Object.values(row) as SQLInputValue[]));
      }
    });
  }
}
