import { checkFiles, databaseFile } from './files.ts';
import { decodeHeader, readHeader, type Header } from './header.ts';
import { recoverySlotTime, RECOVERY_SLOT } from './recovery-slot.ts';
import { openStore } from './store.ts';

/** What the header of a locked vault says. Nothing vouches for it before the vault is opened. */
export interface Peek {
  /** 32 hex digits. */
  readonly id: string;
  /** When the recovery code was made; null without one. */
  readonly recoverySince: string | null;
}

/** Reads the header without a password. Throws `locked` when there is no vault, `damaged` when it is malformed. */
export function peekVault(directory: string): Peek {
  const { vaultId, slots } = readLocked(directory);
  const slot = slots.find(({ type }) => type === RECOVERY_SLOT);
  return { id: vaultId.toString('hex'), recoverySince: slot === undefined ? null : recoverySlotTime(slot) };
}

function readLocked(directory: string): Header {
  checkFiles(directory);
  const store = openStore(databaseFile(directory));
  try {
    return decodeHeader(readHeader(store).body);
  } finally {
    store.close();
  }
}
