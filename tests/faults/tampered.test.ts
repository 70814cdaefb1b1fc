import * as fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Home } from '../spec/support/home.ts';
import { databaseIn, edit, useCopies, VALUES } from './support/copies.ts';
import { useMemory } from './support/memory-disk.ts';

useMemory();
const withCopy = useCopies();

/** The two secrets, in some order, as SQL sees them. */
const [ONE, TWO] = ['(SELECT min(id) FROM secret)', '(SELECT max(id) FROM secret)'];
const exchange = (table: string, column: string, id: string): string => `
  CREATE TEMP TABLE was AS SELECT ${id} AS id, ${column} AS bytes FROM ${table};
  UPDATE ${table} SET ${column} = (SELECT bytes FROM was WHERE was.id != ${table}.${id});`;
const rollBack = (sql: string) => async (home: Home) => {
  const earlier = `${databaseIn(home)}.earlier`;
  fs.copyFileSync(databaseIn(home), earlier);
  await home.set('app', 'a-newer-value');
  edit(home, `ATTACH '${earlier}' AS was; ${sql}`);
  fs.rmSync(earlier);
};
const SECRET_BACK = `
  INSERT OR REPLACE INTO main.secret SELECT * FROM was.secret;
  INSERT OR REPLACE INTO main.value SELECT * FROM was.value;`;

/** Spoils a vault, and what the check must then say. */
type Case = readonly [what: string, spoil: string | ((home: Home) => void | Promise<void>), fault: RegExp];

const cases: readonly Case[] = [
  [
    'metadata exchanged between keys',
    exchange('secret', 'meta', 'id'),
    /the metadata of record [0-9a-f]{32} does not/,
  ],
  [
    'values exchanged between keys',
    exchange('value', 'sealed', 'secret_id'),
    /the value of value does not open/,
  ],
  [
    'metadata in place of a value',
    'UPDATE value SET sealed = (SELECT meta FROM secret WHERE id = secret_id)',
    /the value of value does not open/,
  ],
  [
    'a bit of a value flipped',
    `UPDATE value SET sealed = flip(sealed) WHERE secret_id = ${ONE}`,
    /does not open/,
  ],
  [
    'a secret deleted',
    `DELETE FROM value WHERE secret_id = ${ONE}; DELETE FROM secret WHERE id = ${ONE}`,
    /is missing/,
  ],
  [
    'a secret doubled',
    `INSERT INTO secret SELECT x'01', x'01', epoch, version, meta FROM secret WHERE id = ${TWO}`,
    /the metadata of record 01 does not open/,
  ],
  ['a secret rolled back', rollBack(SECRET_BACK), /secret app is not as record \d+ of the journal stored it/],
  [
    'a record of the journal deleted',
    'DELETE FROM journal WHERE seq = 2',
    /the journal is damaged: record 2 is missing/,
  ],
  [
    'a record of the journal doubled',
    'INSERT INTO journal SELECT 99, epoch, sealed FROM journal WHERE seq = 2',
    /the journal is damaged|records after its head/,
  ],
  [
    'two records of the journal exchanged',
    'UPDATE journal SET seq = -seq; UPDATE journal SET seq = 5 + seq WHERE seq IN (-2, -3); UPDATE journal SET seq = -seq WHERE seq < 0',
    /record 2 does not open/,
  ],
  [
    'the end of the journal cut off',
    'DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal)',
    /is missing/,
  ],
  ['the journal emptied', 'DELETE FROM journal', /records 1 to \d+ are missing/],
  [
    "the journal's head rolled back",
    rollBack(
      'UPDATE main.journal_state SET sealed = (SELECT sealed FROM was.journal_state w WHERE w.part = journal_state.part)',
    ),
    /records after its head|is older than when last used/,
  ],
  [
    'the whole directory put back',
    async (home) => {
      const [now, earlier] = [home.vault, home.file('earlier')];
      fs.cpSync(now, earlier, { recursive: true });
      await home.set('app', 'a-newer-value');
      fs.rmSync(now, { recursive: true });
      fs.renameSync(earlier, now);
    },
    /the vault is older than when last used here/,
  ],
  [
    'the anchor altered',
    (home) => {
      const state = home.file('.local', 'state', 'vaultctl');
      const [name = ''] = fs.readdirSync(state);
      const bytes = fs.readFileSync(join(state, name));
      bytes[60] = (bytes[60] ?? 0) ^ 1;
      fs.writeFileSync(join(state, name), bytes);
    },
    /the anchor was altered/,
  ],
];

const hitsBoth = new Set([
  'metadata exchanged between keys',
  'values exchanged between keys',
  'metadata in place of a value',
]);

describe('a vault with', () => {
  test.each(cases)(
    '%s: the check names it and exits with 6, and what is whole stays readable',
    (what, spoil, fault) =>
      withCopy(async (home) => {
        await (typeof spoil === 'string' ? edit(home, spoil) : spoil(home));
        const verified = await home.cli(['audit', 'verify', '--json']);
        expect(verified).toMatchObject({ code: 6, stderr: expect.stringMatching(fault) });
        const { faults } = JSON.parse(verified.stdout) as { faults: string[] };
        expect(faults.filter((line) => fault.test(line))).not.toEqual([]);

        let whole = 0;
        for (const [key, value] of Object.entries(VALUES)) {
          const result = await home.cli(['get', key, '--no-newline']);
          if (result.code === 0) {
            whole += 1;
            expect([value, 'a-newer-value']).toContain(result.stdout);
          } else {
            expect(result).toMatchObject({ stdout: '', stderr: expect.stringMatching(/^vaultctl: /m) });
            expect([3, 6]).toContain(result.code);
          }
        }
        // One fault hits one secret; only an exchange hits both.
        expect(whole).toBeGreaterThanOrEqual(hitsBoth.has(what) ? 0 : 1);
      }),
  );

  test('parts of another vault of the same password takes none of them', () =>
    withCopy(async (home) => {
      await home.ok(['init', '--vault-dir', home.file('other')]);
      await home.ok(['set', 'kept', '--vault-dir', home.file('other')], { stdin: 'from elsewhere' });
      edit(
        home,
        `ATTACH '${home.file('other', 'vault.db')}' AS theirs;
         UPDATE main.value SET sealed = (SELECT sealed FROM theirs.value);
         UPDATE main.secret SET meta = (SELECT meta FROM theirs.secret) WHERE id = ${ONE}`,
      );
      expect(await home.cli(['audit', 'verify'])).toMatchObject({ code: 6, stdout: '' });
      for (const key of Object.keys(VALUES)) {
        expect(await home.cli(['get', key])).toMatchObject({ code: 6, stdout: '' });
      }
    }));

  test('its write-ahead file removed after a crash says that it is older', () =>
    withCopy(async (home) => {
      // Another process that has the vault open keeps the write-ahead file from being taken in at the end of `set`.
      const reader = new DatabaseSync(databaseIn(home));
      reader.exec('BEGIN; SELECT * FROM header');
      await home.set('app', 'a-newer-value');
      fs.cpSync(home.vault, home.file('crashed'), { recursive: true });
      reader.close();
      fs.rmSync(home.file('crashed', 'vault.db-wal'));
      fs.rmSync(home.vault, { recursive: true });
      fs.renameSync(home.file('crashed'), home.vault);

      expect(await home.cli(['audit', 'verify'])).toMatchObject({
        code: 6,
        stderr: expect.stringContaining('is older'),
      });
      expect(await home.cli(['get', 'app', '--no-newline'])).toMatchObject({
        code: 0,
        stdout: VALUES.app,
        stderr: expect.stringContaining('warning: the vault is older than when last used here'),
      });
      expect(await home.cli(['set', 'app'], { stdin: 'x' })).toMatchObject({ code: 6 });
    }));
});
