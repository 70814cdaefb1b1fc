/** Whether the vault is as new as it was when last seen on this machine. */

import { VaultError } from '../errors.ts';
import { advanceAnchor, anchorPath, readAnchor, writeAnchor } from './anchor.ts';
import { errorCode } from './file-error.ts';
import type { Head, Journal } from './journal.ts';
import type { Keyring } from './keyring.ts';

export class RollbackGuard {
  readonly #path: string;
  readonly #keys: Keyring;
  readonly #journal: Journal;
  /** Why the vault counts as rolled back; null when it does not. */
  reason: string | null = null;
  /** Why the anchor cannot be kept; null when it can. */
  warning: string | null = null;

  constructor(state: string, keys: Keyring, journal: Journal) {
    this.#path = anchorPath(state, keys.vaultId);
    this.#keys = keys;
    this.#journal = journal;
  }

  /** Compares the journal with the anchor; must not run inside a snapshot older than the anchor. */
  check(): string | null {
    this.reason = this.#attempt(() => this.#compare());
    return this.reason;
  }

  /** Throws `damaged` while the vault counts as rolled back. Looks again: another process may have accepted it. */
  refuse(): void {
    if (this.reason === null || this.check() === null) return;
    throw new VaultError(
      'damaged',
      this.reason ?? 'the vault is older than when last used',
      'if you restored it on purpose, run `vaultctl audit verify --accept`; otherwise find the newer copy',
    );
  }

  /** Notes a point of the journal that is on the disk. */
  advance(head: Head): void {
    this.reason = this.#attempt(() => {
      advanceAnchor(this.#path, this.#journal.anchorKey, this.#keys.vaultId, head);
      return null;
    });
  }

  /** Takes `head`, which is on the disk, for the newest there is. */
  accept(head: Head): void {
    this.reason = this.#attempt(() => {
      writeAnchor(this.#path, this.#journal.anchorKey, this.#keys.vaultId, head);
      return null;
    });
  }

  #compare(): string | null {
    const anchor = readAnchor(this.#path, this.#journal.anchorKey, this.#keys.vaultId);
    if (anchor === null || anchor.seq === 0) return null;
    if (this.#journal.entry(anchor.seq)?.record.hash === anchor.hash) return null;
    return `the vault is older than when last used here: record ${anchor.seq} of its journal is missing or another`;
  }

  /** Damage counts as a rollback; a state directory that cannot be used must not stop the owner. */
  #attempt(work: () => string | null): string | null {
    try {
      this.warning = null;
      return work();
    } catch (error) {
      if (error instanceof VaultError) {
        if (error.code !== 'damaged') throw error;
        return error.message;
      }

      this.warning = `${this.#path} cannot be used (${errorCode(error)}): a restored older copy of the vault would go unnoticed`;
      return null;
    }
  }
}
