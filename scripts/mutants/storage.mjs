/** What is stored: the file of the format, the settings of SQLite, rows, changes and metadata. */

const store = { file: 'src/vault/store.ts', tests: ['tests/vault/tamper.test.ts'], name: 'a file' };
const sqlite = { file: 'src/vault/sqlite.ts', tests: ['tests/vault/settings.test.ts'] };
const mode = { file: 'src/vault/store.ts', tests: ['tests/vault/journal-mode.test.ts'] };
const records = { file: 'src/vault/records.ts', tests: ['tests/vault/secrets.test.ts'] };
const metadata = { file: 'src/vault/metadata.ts', tests: ['tests/vault/metadata.test.ts'] };
const edit = { file: 'src/vault/edit.ts', tests: ['tests/vault/secrets.test.ts'] };

export const mutants = [
  {
    ...store,
    guard: 'a file of another program is no vault',
    name: 'that is empty is damaged, and is not written to',
    from: "if (store.pragma('application_id') !== APPLICATION_ID) throw",
    to: 'if (false) throw',
  },
  {
    ...store,
    guard: 'a later format is not guessed at',
    name: 'of a later format is refused',
    from: 'if (version === FORMAT_VERSION) return;',
    to: 'return;',
  },
  {
    ...store,
    guard: 'planted triggers, views and tables are refused',
    name: 'of a planted trigger is refused',
    from: "  if (!same) throw damaged('vault.db is damaged: its tables are not those of a vault');\n",
  },
  {
    ...mode,
    guard: 'a file in another journal mode is put into write-ahead mode',
    name: 'opens, and is put into it',
    from: '  if (store.writesAhead()) return;\n',
    to: '  if (!store.writesAhead()) return;\n',
  },
  {
    ...mode,
    guard: 'a file is not put into write-ahead mode before its header is found whole',
    name: 'is not written to',
    file: 'src/vault/open-vault.ts',
    from: 'const keys = await unlock(readHeader(store), password);\n    preferWriteAhead(store);',
    to: 'preferWriteAhead(store);\n    const keys = await unlock(readHeader(store), password);',
  },
  {
    ...mode,
    guard: 'a reader in the way of write-ahead mode does not keep the vault closed',
    name: 'works all the same, and does not wait',
    from: "if (!(error instanceof VaultError) || error.code !== 'failure') throw error;",
    to: 'throw error;',
  },
  {
    ...mode,
    guard: 'damage that shows in changing the journal mode is told',
    name: 'and is damaged is not passed over',
    from: "if (!(error instanceof VaultError) || error.code !== 'failure') throw error;",
    to: 'if (!(error instanceof VaultError)) throw error;',
  },
  {
    ...mode,
    guard: 'a reader in the way of write-ahead mode is not waited for',
    name: 'works all the same, and does not wait',
    file: 'src/vault/sqlite.ts',
    from: "    this.execute('PRAGMA busy_timeout = 0');\n",
  },
  {
    ...mode,
    guard: 'outside write-ahead mode each change is on the disk before it counts',
    name: 'has each change on the disk',
    file: 'src/vault/sqlite.ts',
    from: 'const full = durable || !this.writesAhead();',
    to: 'const full = durable;',
  },
  {
    ...sqlite,
    guard: 'deleted values are overwritten in the file',
    from: '  PRAGMA secure_delete = on;\n',
    tests: ['tests/vault/secrecy.test.ts', ...sqlite.tests],
  },
  { ...sqlite, guard: 'the schema of a file runs nothing', from: '  PRAGMA trusted_schema = off;\n' },
  { ...sqlite, guard: 'cells of a damaged page are checked', from: '  PRAGMA cell_size_check = on;\n' },
  {
    ...sqlite,
    guard: 'a value belongs to a secret',
    from: 'enableForeignKeyConstraints: true',
    to: 'enableForeignKeyConstraints: false',
  },
  { ...sqlite, guard: 'the schema cannot be written', from: 'defensive: true', to: 'defensive: false' },
  {
    ...sqlite,
    guard: 'a database is never made by opening it',
    from: "url.searchParams.set('mode', 'rw');",
    to: "url.searchParams.set('mode', 'rwc');",
  },
  {
    ...sqlite,
    guard: 'a change that fails leaves nothing',
    name: 'does not remember what a failed change listed',
    from: "if (this.#database.isTransaction) this.execute('ROLLBACK');",
    to: "if (this.#database.isTransaction) this.execute('COMMIT');",
    tests: ['tests/vault/secrets.test.ts'],
  },
  {
    ...sqlite,
    guard: 'SQL and values never reach a message',
    file: 'src/vault/sqlite-error.ts',
    from: '    throw toVaultError(error);\n',
    to: '    throw error ?? toVaultError(error);\n',
    tests: ['tests/vault/sqlite-error.test.ts'],
  },
  {
    ...records,
    guard: 'metadata filed under another name is not taken for it',
    name: 'with names of two secrets exchanged is found out',
    from: 'if (metadata?.secret.key !== key) throw',
    to: 'if (metadata === null) throw',
    tests: ['tests/vault/tamper.test.ts'],
  },
  {
    ...records,
    guard: 'a value written since it was decided on is not handed out',
    name: 'whose value was written since it was looked at is not opened',
    from: 'version === undefined || version > seen.version',
    to: 'version === undefined',
  },
  {
    ...records,
    guard: 'a value of another version than the metadata says does not open',
    name: 'with a removed secret put back is found, and with an older value put back it does not open',
    from: 'if (row === null || row.version !== version) return null;',
    to: 'if (row === null) return null;\n    version = row.version;',
    tests: ['tests/vault/tamper.test.ts'],
  },
  {
    ...edit,
    guard: 'a transaction kept beyond its end writes nothing',
    name: 'cannot be carried on after it ended',
    from: "    if (this.#finished) throw new VaultError('failure', 'the transaction has ended');\n",
  },
  {
    ...edit,
    guard: 'values of fields that are gone are gone',
    name: 'drops the values of fields it no longer has',
    from: '    this.#removeValues(id, before, secret);\n',
  },
  {
    ...edit,
    guard: 'what could not be read back is not written',
    from: 'if (readBack === null) {',
    to: 'if (false) {',
    tests: ['tests/vault/secrets.test.ts', 'tests/vault/metadata.test.ts'],
  },
  {
    ...metadata,
    guard: 'metadata with more than it should hold is refused',
    from: 'return Object.keys(members).length === known;',
    to: 'return known > 0;',
  },
  {
    ...metadata,
    guard: 'metadata of another shape is refused',
    from: 'if (member === undefined ? !optional : !check(member)) return false;',
    to: 'if (member === undefined ? !optional : check === null) return false;',
  },
  {
    ...metadata,
    guard: 'a single value has one field',
    from: "if (form === 'single' && (fields.length !== 1 || fields[0]?.name !== SINGLE_FIELD)) return false;",
    to: '',
  },
  {
    ...metadata,
    guard: 'no two fields have one name',
    from: 'isDistinct(fields, ({ name }) => name) &&',
  },
  { ...metadata, guard: 'no two fields have one id', from: 'isDistinct(fields, ({ id }) => id) &&' },
  {
    ...metadata,
    guard: 'no two bindings have one name',
    from: 'isDistinct(bindings, first)',
    to: 'first !== null',
  },
];
