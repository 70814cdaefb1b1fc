import { VaultError } from '../errors.ts';

/** The error for vault data that is not as vaultctl left it; `what` names the thing and the fault. */
export function damaged(what: string): VaultError {
  return new VaultError(
    'damaged',
    what,
    '`vaultctl audit verify` lists every fault; restore the vault from a backup',
  );
}
