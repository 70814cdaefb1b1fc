/** The full check of a vault: header, records, values, journal, and the journal against the records. */

import { VaultError } from '../errors.ts';
import { walkChain } from './chain.ts';
import { checkHeaderMac, headerChange, readHeader } from './header.ts';
import type { Journal } from './journal.ts';
import type { Change } from './journal-entry.ts';
import type { Keyring } from './keyring.ts';
import type { Metadata } from './metadata.ts';
import { cannotOpen, nameMac, type Records, type NamedRow } from './records.ts';
import { text, type Connection } from './sqlite.ts';
import type { VerifyReport } from './vault.ts';

/** Faults are lines; only what keeps the check itself from running (a busy or unreadable file) is thrown. */
export function verifyVault(
  store: Connection,
  keys: Keyring,
  records: Records,
  journal: Journal,
): VerifyReport {
  const faults: string[] = [];
  const found: Found = new Map();
  const stated: Stated = new Map();
  store.read(() => {
    collect(faults, () => checkDatabase(store, faults));
    const others = faults.length;
    collect(faults, () => checkJournal(journal, stated, faults));
    const journalIsWhole = faults.length === others;
    collect(faults, () => checkHeaderMac(keys, readHeader(store)));
    collect(faults, () => {
      for (const opened of openedRows(records)) {
        found.set(opened.row.id.toString('hex'), checkRecord(keys, records, opened, faults));
      }
    });
    // What a broken journal states would only hide its own fault among many.
    if (!journalIsWhole) return;
    collect(faults, () => compareHeader(store, stated, faults));
    collect(faults, () => compareRecords(found, stated, records, faults));
  });
  return { secrets: found.size, records: journal.count(), faults };
}

/** Record id to its key; the key is empty when the record does not open. */
type Found = Map<string, string>;
/** Record id to the journal's last word on it. */
type Stated = Map<string, Statement>;

interface Statement extends Change {
  readonly seq: number;
  readonly key: string | undefined;
}

function collect(faults: string[], check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof VaultError) || error.code !== 'damaged') throw error;
    faults.push(error.message);
  }
}

function checkDatabase(store: Connection, faults: string[]): void {
  for (const line of store.query('PRAGMA integrity_check', (row) => text(row, 'integrity_check')).all()) {
    if (line !== 'ok') faults.push(`vault.db is damaged: ${line}`);
  }
  const orphans = store.query('PRAGMA foreign_key_check', () => true).all().length;
  if (orphans > 0) faults.push(`vault.db is damaged: ${orphans} values belong to no secret`);
}

interface OpenedRow {
  readonly row: NamedRow;
  readonly metadata: Metadata | null;
}

/** By key, as ids are random: the same faults are told in the same order. What does not open comes first. */
function openedRows(records: Records): OpenedRow[] {
  const opened = records.namedRows().map((row) => ({ row, metadata: records.openMetadata(row) }));
  const keyOf = ({ metadata }: OpenedRow): string => metadata?.secret.key ?? '';
  return opened.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b))));
}

/** Adds the faults of one record; answers the key it is known by, empty when it does not open. */
function checkRecord(
  keys: Keyring,
  records: Records,
  { row, metadata }: OpenedRow,
  faults: string[],
): string {
  if (metadata === null) {
    faults.push(`a secret is damaged: the metadata of record ${row.id.toString('hex')} does not open`);
    return '';
  }
  const { secret, valueVersions } = metadata;
  if (!row.nameMac.equals(nameMac(keys, secret.key))) {
    faults.push(`secret ${secret.key} is damaged: it is filed under another name`);
  }
  const spare = new Set(records.values(row.id).map((value) => value.fieldId.toString('hex')));
  secret.fields.forEach((field, index) => {
    spare.delete(field.id);
    const value = records.openValue(row.id, field.id, valueVersions[index] ?? 0);
    if (value === null) faults.push(cannotOpen(secret, field));
    value?.fill(0);
  });
  if (spare.size > 0) faults.push(`secret ${secret.key} is damaged: it has values that belong to no field`);
  return secret.key;
}

function checkJournal(journal: Journal, stated: Stated, faults: string[]): void {
  for (const { entry, fault } of walkChain(journal)) {
    if (fault !== undefined) {
      faults.push(fault);
      continue;
    }
    const { record, changes } = entry;
    for (const change of changes) {
      const statement = { ...change, seq: record.seq, key: record.key };
      if (!follows(statement, stated.get(change.id))) {
        const name = record.key ?? change.id;
        faults.push(
          `record ${record.seq} of the journal changed an older copy of ${name} that had been put back`,
        );
      }
      stated.set(change.id, statement);
    }
  }
  const spare = journal.count() - journal.head().seq;
  if (spare > 0) faults.push('the journal is damaged: it has records after its head');
}

/** A record starts at version 1 and rises by one with every statement; once removed it stays so. */
function follows({ version, digest }: Statement, before: Statement | undefined): boolean {
  if (before === undefined) return version === 1;
  if (before.digest === null) return false;
  return version === before.version + 1 || (digest === null && version === before.version);
}

function compareHeader(store: Connection, stated: Stated, faults: string[]): void {
  const { id, digest } = headerChange(readHeader(store).body);
  if (stated.get(id)?.digest !== digest) faults.push("the vault's header is not the one the journal states");
  stated.delete(id);
}

function compareRecords(found: Found, stated: Stated, records: Records, faults: string[]): void {
  for (const [id, { seq, key, digest }] of stated) {
    const present = found.get(id);
    const name = `secret ${present || key || id}`;
    if (digest === null) {
      if (present !== undefined) faults.push(`${name} is back: record ${seq} of the journal removed it`);
    } else if (present === undefined) {
      faults.push(`${name} is missing: record ${seq} of the journal stored it`);
    } else if (present !== '' && records.digest(Buffer.from(id, 'hex'))?.digest !== digest) {
      faults.push(`${name} is not as record ${seq} of the journal stored it`);
    }
  }
  for (const [id, key] of found) {
    if (!stated.has(id)) faults.push(`secret ${key || id} is in no record of the journal`);
  }
}
