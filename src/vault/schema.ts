/** The tables of `vault.db`. The text of the statements is part of the format: a vault with any other is refused. */

/** `vctl` in ASCII. */
export const APPLICATION_ID = 0x7663746c;
export const FORMAT_VERSION = 1;

// WITHOUT ROWID where a row number would tell the order in which secrets were made.
export const tables = [
  `CREATE TABLE header (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  body BLOB NOT NULL,
  mac BLOB NOT NULL
) STRICT`,
  `CREATE TABLE secret (
  id BLOB PRIMARY KEY,
  name_mac BLOB NOT NULL UNIQUE,
  epoch INTEGER NOT NULL,
  version INTEGER NOT NULL,
  meta BLOB NOT NULL
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE value (
  secret_id BLOB NOT NULL REFERENCES secret (id) ON DELETE CASCADE,
  field_id BLOB NOT NULL,
  epoch INTEGER NOT NULL,
  version INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (secret_id, field_id)
) STRICT, WITHOUT ROWID`,
  `CREATE TABLE journal (
  seq INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT`,
  `CREATE TABLE journal_state (
  part TEXT PRIMARY KEY CHECK (part IN ('head', 'key')),
  epoch INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID`,
] as const;
