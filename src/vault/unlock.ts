import type { KeyObject } from 'node:crypto';
import { VaultError } from '../errors.ts';
import { checkHeaderMac, decodeHeader, type Header, type SignedHeader } from './header.ts';
import { deriveKeyring, type Keyring } from './keyring.ts';
import { checkPasswordSlot, openPasswordSlot, PASSWORD_SLOT } from './password-slot.ts';
import { openRecoverySlot, RECOVERY_SLOT } from './recovery-slot.ts';

/** What opens a vault: the master password, or the 40 characters of its recovery code. */
export type Opener =
  | { readonly kind: 'password'; readonly password: Buffer }
  | { readonly kind: 'recovery'; readonly code: Buffer };

/** The keys of the vault. Throws `locked` on a wrong password, `damaged` when the header was altered. */
export async function unlock(signed: SignedHeader, password: Buffer): Promise<Keyring> {
  return (await unlockKey(signed, { kind: 'password', password })).keys;
}

/** The vault key as well, for those who wrap it anew. Throws as `unlock` does. */
export async function unlockKey(
  signed: SignedHeader,
  opener: Opener,
): Promise<{ header: Header; vaultKey: KeyObject; keys: Keyring }> {
  const header = decodeHeader(signed.body);
  const vaultKey =
    opener.kind === 'password'
      ? await keyByPassword(header, opener.password)
      : keyByRecoveryCode(header, opener.code);
  const keys = deriveKeyring(vaultKey, header);
  checkHeaderMac(keys, signed);
  return { header, vaultKey, keys };
}

async function keyByPassword(header: Header, password: Buffer): Promise<KeyObject> {
  const slots = header.slots.filter((slot) => slot.type === PASSWORD_SLOT);
  if (slots.length === 0) throw new VaultError('locked', 'the vault has no master password');
  slots.forEach(checkPasswordSlot);
  for (const slot of slots) {
    // oxlint-disable-next-line no-await-in-loop -- each takes all the memory its parameters ask for
    const key = await openPasswordSlot(slot, password, header.vaultId);
    if (key !== null) return key;
  }
  const recoverable = header.slots.some((slot) => slot.type === RECOVERY_SLOT);
  throw new VaultError(
    'locked',
    'wrong master password',
    recoverable
      ? "check VAULT_PASSWORD, or type the vault's password; if it is forgotten: vaultctl recovery use"
      : "check VAULT_PASSWORD, or type the vault's password; nobody can recover it",
  );
}

function keyByRecoveryCode(header: Header, code: Buffer): KeyObject {
  const slots = header.slots.filter((slot) => slot.type === RECOVERY_SLOT);
  if (slots.length === 0) throw noRecoveryCode();
  for (const slot of slots) {
    const key = openRecoverySlot(slot, code, header.vaultId);
    if (key !== null) return key;
  }
  throw new VaultError(
    'locked',
    'wrong recovery code',
    'it is a code, but not that of this vault: another vault may have it, or a later code has replaced it',
  );
}

/** The error for a vault without a recovery slot. */
export function noRecoveryCode(): VaultError {
  return new VaultError(
    'locked',
    'the vault has no recovery code',
    'with the master password, `vaultctl recovery new` makes one',
  );
}
