import { encode } from '../crypto/canonical.ts';
import { hmac } from '../crypto/hmac.ts';
import type { AuditEvent, AuditRecord } from '../domain/audit-record.ts';
import type { Field, FieldValues, Secret } from '../domain/secret.ts';
import { formatTime } from '../domain/time.ts';
import { Catalog } from './catalog.ts';
import { walkChain } from './chain.ts';
import { damaged } from './damaged.ts';
import { Edit } from './edit.ts';
import { Identity } from './identity.ts';
import { Journal } from './journal.ts';
import { FORMAT, type Keyring } from './keyring.ts';
import { Records } from './records.ts';
import { RollbackGuard } from './rollback.ts';
import type { Connection } from './sqlite.ts';
import type { Clock, Place, Transaction, Vault, VerifyReport } from './vault.ts';
import { verifyVault } from './verify.ts';

export class OpenedVault implements Vault {
  readonly id: string;
  readonly directory: string;
  readonly #store: Connection;
  readonly #keys: Keyring;
  readonly #clock: Clock;
  readonly #records: Records;
  readonly #catalog: Catalog;
  readonly #journal: Journal;
  readonly #guard: RollbackGuard;
  readonly #identity: Identity;

  constructor(place: Place, store: Connection, keys: Keyring, clock: Clock) {
    this.id = keys.vaultId.toString('hex');
    this.directory = place.directory;
    this.#store = store;
    this.#keys = keys;
    this.#clock = clock;
    this.#records = new Records(store, keys);
    this.#catalog = new Catalog(store, this.#records);
    this.#journal = new Journal(store, keys);
    this.#guard = new RollbackGuard(place.state, keys, this.#journal);
    this.#guard.check();
    this.#identity = new Identity(place.directory, store);
  }

  get rolledBack(): string | null {
    return this.#guard.reason;
  }

  get warnings(): readonly string[] {
    const { warning } = this.#guard;
    return warning === null ? [] : [warning];
  }

  get unreadable(): readonly string[] {
    return this.#catalog.unreadable;
  }

  list(): readonly Secret[] {
    return this.#catalog.list();
  }

  find(key: string): Secret | null {
    return this.#records.find(key)?.secret ?? null;
  }

  open(secret: Secret): FieldValues {
    return this.#records.open(secret);
  }

  openField(secret: Secret, field: Field): Buffer {
    return this.#records.openField(secret, field);
  }

  change<T>(edit: (transaction: Transaction) => T, event: (result: T) => AuditEvent): T {
    this.#guard.refuse();
    try {
      const { result, record } = this.#store.write(true, () => {
        const now = this.#now();
        const transaction = new Edit(this.#store, this.#keys, this.#records, now);
        const outcome = edit(transaction);
        return { result: outcome, record: this.#journal.append(event(outcome), transaction.finish(), now) };
      });
      this.#guard.advance(record);
      return result;
    } finally {
      this.#catalog.forget();
    }
  }

  record(event: AuditEvent, { durable = false }: { readonly durable?: boolean } = {}): AuditRecord {
    this.#guard.refuse();
    const record = this.#store.write(durable, () => this.#journal.append(event, [], this.#now()));
    // A record that is not synced yet may be lost with the power: the anchor must not know of it.
    if (durable) this.#guard.advance(record);
    return record;
  }

  *journal(): IterableIterator<AuditRecord> {
    for (const link of walkChain(this.#journal)) {
      if (link.fault !== undefined) throw damaged(link.fault);
      yield link.entry.record;
    }
  }

  verify(): VerifyReport {
    // The anchor first: taken after the snapshot, it could rightly be ahead of it.
    const rolledBack = this.#guard.check();
    const report = verifyVault(this.#store, this.#keys, this.#records, this.#journal);
    return rolledBack === null ? report : { ...report, faults: [...report.faults, rolledBack] };
  }

  acceptRollback(event: AuditEvent): AuditRecord {
    const record = this.#store.write(true, () => this.#journal.append(event, [], this.#now()));
    this.#guard.accept(record);
    return record;
  }

  prove(...texts: readonly string[]): Buffer {
    return hmac(this.#keys.proof, encode(FORMAT, 'proof', ...texts));
  }

  isCurrent(): boolean {
    return this.#identity.isCurrent();
  }

  close(): void {
    this.#store.close();
  }

  #now(): string {
    return formatTime(this.#clock());
  }
}
