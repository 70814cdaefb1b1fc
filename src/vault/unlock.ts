import type { KeyObject } from 'node:crypto';
import { VaultError } from '../errors.ts';
import { checkHeaderMac, decodeHeader, type Header, type SignedHeader } from './header.ts';
import { deriveKeyring, type Keyring } from './keyring.ts';
import { checkPasswordSlot, openPasswordSlot, PASSWORD_SLOT } from './password-slot.ts';

/** The keys of the vault. Throws `locked` on a wrong password, `damaged` when the header was altered. */
export async function unlock(signed: SignedHeader, password: Buffer): Promise<Keyring> {
  const header = decodeHeader(signed.body);
  const keys = deriveKeyring(await vaultKey(header, password), header);
  checkHeaderMac(keys, signed);
  return keys;
}

async function vaultKey(header: Header, password: Buffer): Promise<KeyObject> {
  const slots = header.slots.filter((slot) => slot.type === PASSWORD_SLOT);
  if (slots.length === 0) throw new VaultError('locked', 'the vault has no master password');
  slots.forEach(checkPasswordSlot);
  for (const slot of slots) {
    // oxlint-disable-next-line no-await-in-loop -- each takes all the memory its parameters ask for
    const key = await openPasswordSlot(slot, password, header.vaultId);
    if (key !== null) return key;
  }
  throw new VaultError(
    'locked',
    'wrong master password',
    'check VAULT_PASSWORD, or type the password the vault was made with; nobody can recover it',
  );
}
