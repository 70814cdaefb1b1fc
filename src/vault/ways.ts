/** The vault opened to change the ways into it: the slots of its header, and nothing else. */

import type { KeyObject } from 'node:crypto';
import type { AuditEvent } from '../domain/audit-record.ts';
import { formatTime } from '../domain/time.ts';
import { VaultError } from '../errors.ts';
import { damaged } from './damaged.ts';
import { checkFiles, databaseFile } from './files.ts';
import {
  encodeHeader,
  headerChange,
  readHeader,
  signHeader,
  writeHeader,
  type Header,
  type SignedHeader,
  type Slot,
} from './header.ts';
import { Journal } from './journal.ts';
import type { Keyring } from './keyring.ts';
import { makePasswordSlot, PASSWORD_SLOT } from './password-slot.ts';
import { makeRecoverySlot, RECOVERY_SLOT } from './recovery-slot.ts';
import { RollbackGuard } from './rollback.ts';
import type { Connection } from './sqlite.ts';
import { openStore, preferWriteAhead } from './store.ts';
import { unlockKey, type Opener } from './unlock.ts';
import type { Clock, Place } from './vault.ts';

/** The slots to come, each in the place of all of its kind. What is not given stays. The caller wipes them. */
export interface NewWays {
  readonly password?: Buffer;
  /** The 40 characters of a recovery code. */
  readonly recoveryCode?: Buffer;
}

/**
 * Opens the vault in `place.directory` by its password or its recovery code. Throws `locked` when there is none or
 * the opener is wrong, `damaged` when it was altered, `failure` when its files are open to others.
 */
export async function openWays(place: Place, opener: Opener, clock: Clock): Promise<Ways> {
  checkFiles(place.directory);
  const store = openStore(databaseFile(place.directory));
  try {
    const signed = readHeader(store);
    const unlocked = await unlockKey(signed, opener);
    preferWriteAhead(store);
    return new Ways(place, store, { ...unlocked, signed }, clock);
  } catch (error) {
    store.close();
    throw error;
  }
}

interface Unlocked {
  readonly header: Header;
  readonly signed: SignedHeader;
  readonly vaultKey: KeyObject;
  readonly keys: Keyring;
}

export class Ways {
  /** 32 hex digits. */
  readonly id: string;
  readonly #store: Connection;
  readonly #unlocked: Unlocked;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #guard: RollbackGuard;

  constructor(place: Place, store: Connection, unlocked: Unlocked, clock: Clock) {
    this.id = unlocked.header.vaultId.toString('hex');
    this.#store = store;
    this.#unlocked = unlocked;
    this.#clock = clock;
    this.#journal = new Journal(store, unlocked.keys);
    this.#guard = new RollbackGuard(place.state, unlocked.keys, this.#journal);
    this.#guard.check();
  }

  /** Why nothing may be written: the vault is older than when last seen here. Null when all is well. */
  get rolledBack(): string | null {
    return this.#guard.reason;
  }

  /** What the owner should hear of: an anchor that cannot be kept. */
  get warnings(): readonly string[] {
    const { warning } = this.#guard;
    return warning === null ? [] : [warning];
  }

  get hasRecoveryCode(): boolean {
    return this.#unlocked.header.slots.some(({ type }) => type === RECOVERY_SLOT);
  }

  /**
   * Writes a header with the new ways and appends `event` to the journal, in one transaction. `acceptRollback` takes a
   * vault that is older than when last seen here for the newest there is. Throws `damaged` for one otherwise, and
   * when the header is an older one put back.
   */
  async replace(
    ways: NewWays,
    event: AuditEvent,
    { acceptRollback = false }: { readonly acceptRollback?: boolean } = {},
  ): Promise<void> {
    if (!acceptRollback) this.#guard.refuse();
    const slots = await this.#slots(ways);
    const record = this.#store.write(true, () => {
      const before = this.#currentHeader();
      const header = encodeHeader({ ...before, revision: before.revision + 1, slots });
      writeHeader(this.#store, signHeader(this.#unlocked.keys, header));
      return this.#journal.append(event, [headerChange(header)], formatTime(this.#clock()));
    });
    if (acceptRollback) this.#guard.accept(record);
    else this.#guard.advance(record);
  }

  /** Appends one record that changes nothing. */
  record(event: AuditEvent): void {
    this.#guard.refuse();
    this.#store.write(false, () => this.#journal.append(event, [], formatTime(this.#clock())));
  }

  close(): void {
    this.#store.close();
  }

  async #slots({ password, recoveryCode }: NewWays): Promise<Slot[]> {
    const { vaultKey, header } = this.#unlocked;
    const key = vaultKey.export();
    try {
      const kept = header.slots.filter(
        ({ type }) =>
          !(type === PASSWORD_SLOT && password !== undefined) &&
          !(type === RECOVERY_SLOT && recoveryCode !== undefined),
      );
      const made: Slot[] = [];
      if (password !== undefined) made.push(await makePasswordSlot(key, password, header.vaultId));
      if (recoveryCode !== undefined) {
        made.push(makeRecoverySlot(key, recoveryCode, header.vaultId, formatTime(this.#clock())));
      }
      return [...made, ...kept].toSorted((one, two) => one.type - two.type);
    } finally {
      key.fill(0);
    }
  }

  /** The header that was unlocked, if it still is there and is the newest there was. */
  #currentHeader(): Header {
    const { header, signed } = this.#unlocked;
    const { body } = readHeader(this.#store);
    if (!body.equals(signed.body)) {
      throw new VaultError(
        'failure',
        'the password or the recovery code was changed by another process meanwhile',
        'nothing was changed here; run the command again',
      );
    }
    this.#refuseOlderHeader(headerChange(body).digest);
    return header;
  }

  // An older header put back opens by the password or the code of its time: nobody may change the ways by those.
  #refuseOlderHeader(digest: string | null): void {
    let stated: string | null = null;
    for (const { entry } of this.#journal.steps(this.#journal.head().seq)) {
      const change = entry?.changes.find(({ id }) => id === this.id);
      if (change !== undefined) stated = change.digest;
    }
    if (stated !== digest) throw damaged("the vault's header is not the one the journal states");
  }
}
