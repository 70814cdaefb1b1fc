import { createHash } from 'node:crypto';
import type { Policy } from '../domain/policy/policy.ts';
import { VaultError } from '../errors.ts';
import { readOwnerFile } from '../vault/owner-file.ts';

const MAX_POLICY_BYTES = 64 * 1024;

export interface LoadedPolicy {
  readonly policy: Policy;
  /** SHA-256 of the file, lower-case hex, as run records carry it. */
  readonly hash: string;
}

/**
 * Reads the policy afresh, checking the opened file. Throws `denied`: `policy not found`, or
 * `policy refused: <what>` for a file that is not the owner's alone or does not parse.
 */
export async function loadPolicy(file: string): Promise<LoadedPolicy> {
  const read = readOwnerFile(file, MAX_POLICY_BYTES);
  if (read.kind === 'absent') throw policyNotFound(file);
  if (read.kind === 'refused') throw policyRefused(read.reason, file);
  const { parsePolicy } = await import('../domain/policy/parse.ts');
  return { policy: parsePolicy(read.bytes), hash: createHash('sha256').update(read.bytes).digest('hex') };
}

function policyNotFound(file: string): VaultError {
  return new VaultError(
    'denied',
    'policy not found',
    `the owner of the vault writes one at ${file}, mode 0600`,
  );
}

function policyRefused(reason: string, file: string): VaultError {
  return new VaultError(
    'denied',
    `policy refused: the file ${reason}`,
    `${file} must be a plain file of the current user, mode 0600`,
  );
}
