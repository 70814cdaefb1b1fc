import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Policy } from '../domain/policy/policy.ts';
import { VaultError } from '../errors.ts';
import { readOwnerFile } from '../vault/owner-file.ts';
import type { PolicyTrust, RunContext } from './run-context.ts';

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

type Trusting = Pick<RunContext, 'policyFile' | 'trust'>;

/** The policy a run goes by. Throws as `loadPolicy` and `trusted` do. */
export async function policyOf(context: Trusting): Promise<LoadedPolicy> {
  return trusted(context, await loadPolicy(context.policyFile));
}

/** In a session, throws `denied`, `command not allowed`, for a policy that is not the sealed one. */
export function trusted({ trust }: Trusting, loaded: LoadedPolicy): LoadedPolicy {
  if (trust === undefined) return loaded;
  if (loaded.hash !== trust.hash) throw policyChanged(trust);
  return { ...loaded, policy: basedOn(loaded.policy, trust.base) };
}

/** Relative paths made absolute: a client chooses its working directory, and must not choose a program by it. */
function basedOn(policy: Policy, base: string): Policy {
  const absolute = (entry: string): string => {
    const [word = ''] = entry.trim().split(/\s+/);
    return word.includes('/') && !word.startsWith('/') && !word.startsWith('~')
      ? join(base, entry.trim())
      : entry;
  };
  return {
    ...policy,
    allowedCommands: policy.allowedCommands.map(absolute),
    deniedCommands: policy.deniedCommands.map(absolute),
  };
}

function policyChanged({ hash }: PolicyTrust): VaultError {
  const what =
    hash === null
      ? 'the policy was written after this session began'
      : 'the policy has changed since it was trusted';
  return new VaultError(
    'denied',
    'command not allowed',
    `${what}: its owner reads it (vaultctl policy check) and then runs vaultctl policy trust`,
  );
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
