import { closeSync, openSync, readSync } from 'node:fs';
import type { Policy } from '../domain/policy/policy.ts';
import { VaultError } from '../errors.ts';
import { errorCode, fileError } from '../vault/file-error.ts';
import { readOwnerFile } from '../vault/owner-file.ts';
import { allowedEntryWarnings, type PolicyPlace } from './check-policy-entry.ts';
import { type Finding, findingOf } from './finding.ts';
import { loadPolicy } from './policy-file.ts';
import type { Places } from './places.ts';

/** What is wrong with a policy, or else what in it lets agents do more than it seems to. Never throws a VaultError. */
export async function checkPolicy(place: PolicyPlace, read: () => Promise<ReadPolicy>): Promise<Finding[]> {
  try {
    const { policy, refused } = await read();
    return [
      { check: 'policy', status: 'ok', detail: policySummary(policy) },
      ...(refused === null ? [] : [refused]),
      ...(await policyWarnings(policy, place)),
    ];
  } catch (error) {
    if (error instanceof VaultError) return [findingOf('policy', 'error', error)];
    throw error;
  }
}

/** A policy that parsed, and why its file would be refused all the same; null when it would not. */
export interface ReadPolicy {
  readonly policy: Policy;
  readonly refused: Finding | null;
}

/** The policy runs go by, read with every check they make. Throws `denied`. */
export async function readOwnPolicy({ policyFile }: Places): Promise<ReadPolicy> {
  return { policy: (await loadPolicy(policyFile)).policy, refused: null };
}

/** Any file as a policy. Throws `failure` when it cannot be read, `denied` when it does not parse. */
export async function readPolicyFile(file: string): Promise<ReadPolicy> {
  const { parsePolicy } = await import('../domain/policy/parse.ts');
  const policy = parsePolicy(readStart(file));
  const owned = readOwnerFile(file, MOST_BYTES);
  if (owned.kind !== 'refused') return { policy, refused: null };
  const refused: Finding = {
    check: 'file',
    status: 'warning',
    detail: `as the policy it would be refused: the file ${owned.reason}`,
    advice: 'the policy must be a plain file of the current user, mode 0600',
  };
  return { policy, refused };
}

/** What the policy lets agents do that may not be meant, most general first. */
export async function policyWarnings(policy: Policy, place: PolicyPlace): Promise<Finding[]> {
  const perEntry = await Promise.all(
    policy.allowedCommands.map((entry) => allowedEntryWarnings(entry, policy, place)),
  );
  return [...settingWarnings(policy), ...perEntry.flat()];
}

/** The policy in a line. */
export function policySummary(policy: Policy): string {
  const { defaultAction, allowedCommands, deniedCommands, sandbox, redaction } = policy;
  return (
    `default_action ${defaultAction}, ${allowedCommands.length} allowed, ${deniedCommands.length} denied, ` +
    `sandbox ${sandbox}, redaction ${redaction}`
  );
}

function settingWarnings(policy: Policy): Finding[] {
  return settings
    .filter(({ applies }) => applies(policy))
    .map(({ check, detail, advice }) => ({ check, status: 'warning', detail, advice }));
}

/** Settings that protect less than the others. */
const settings = [
  {
    check: 'default_action',
    applies: ({ defaultAction }: Policy) => defaultAction === 'allow',
    detail: 'allow lets agents run every program that is not denied, shells and interpreters too',
    advice: 'default_action: deny, and what agents need in allowed_commands',
  },
  {
    check: 'sandbox',
    applies: ({ sandbox }: Policy) => sandbox === 'off',
    detail: 'off lets programs see the vault file and the processes of this user',
    advice: 'sandbox: auto, or required to run nothing without one',
  },
  {
    check: 'redaction',
    applies: ({ redaction }: Policy) => redaction === 'exact',
    detail: 'exact lets a value pass that is printed in another form, such as base64 or hex',
    advice: 'redaction: full',
  },
] as const;

/** What a policy may have. */
const MOST_BYTES = 64 * 1024;

/** The start of a file, all of it when it is short enough to be a policy. Follows links, and waits for a pipe. */
function readStart(file: string): Buffer {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(MOST_BYTES + 1);
      let length = 0;
      for (;;) {
        const count = readSync(descriptor, buffer, length, buffer.length - length, null);
        length += count;
        if (count === 0) return buffer.subarray(0, length);
      }
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw errorCode(error) === 'ENOENT'
      ? new VaultError('failure', `${file} does not exist`)
      : fileError(error, `${file} cannot be read`);
  }
}
