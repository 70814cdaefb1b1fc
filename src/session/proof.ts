import { openVault } from '../vault/open-vault.ts';
import type { Place, Vault } from '../vault/vault.ts';
import { VaultError } from '../errors.ts';
import type { SessionPlace } from './place.ts';
import { challengeIn } from './replies.ts';
import { requestAnswer } from './request-answer.ts';

/** What is asked with a proof. */
export type Proved = { readonly type: 'trust' } | { readonly type: 'renew'; readonly terms: string };

/** The proof of a request, made by who has the vault open: over what the session just said, so that none serves twice. */
export function proofOf(vault: Vault, challenge: string, request: Proved): Buffer {
  return vault.prove(challenge, request.type, request.type === 'renew' ? request.terms : '');
}

/**
 * Asks the session of a vault with a proof that the password opens it. The password stays in this process. Null when
 * there is no session. Throws `locked` on a wrong password, which the session records.
 */
export async function requestByPassword(
  place: SessionPlace,
  {
    vault: at,
    password,
    clock,
  }: { readonly vault: Place; readonly password: Buffer; readonly clock: () => Date },
  request: Proved,
): Promise<unknown> {
  const answer = await requestAnswer(place, { type: 'challenge' });
  if (answer === null) return null;
  let vault: Vault;
  try {
    vault = await openVault(at, password, clock);
  } catch (error) {
    // Only the session can write into the journal now; what it says of an empty proof is no news.
    if (error instanceof VaultError)
      await requestAnswer(place, { ...request, proof: '' }).catch(() => undefined);
    throw error;
  }
  try {
    const proof = proofOf(vault, challengeIn(answer), request).toString('base64');
    return await requestAnswer(place, { ...request, proof });
  } finally {
    vault.close();
  }
}
