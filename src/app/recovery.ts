/** The recovery code: the second way into a vault, for when the master password is forgotten. */

import { randomBytes } from 'node:crypto';
import {
  formatRecoveryCode,
  makeRecoveryCode,
  parseRecoveryCode,
  RECOVERY_RANDOM_BYTES,
} from '../domain/recovery-code.ts';
import { VaultError } from '../errors.ts';
import { changePassword } from './change-password.ts';
import type { WaysContext } from './ways-context.ts';

export interface RecoveryCode {
  /** The 40 characters, as the vault takes them; wiped by whoever made it. */
  readonly bytes: Buffer;
  /** In groups, to be written down. */
  readonly text: string;
}

export function drawRecoveryCode(): RecoveryCode {
  const random = randomBytes(RECOVERY_RANDOM_BYTES);
  const code = makeRecoveryCode(random);
  random.fill(0);
  return { bytes: Buffer.from(code), text: formatRecoveryCode(code) };
}

/** The 40 characters of a code as somebody typed it. Throws `invalid` for what no code is. */
export function readRecoveryCode(typed: Buffer): Buffer {
  const parsed = parseRecoveryCode(typed.toString('utf8'));
  if (parsed.ok) return Buffer.from(parsed.code);
  throw new VaultError(
    'invalid',
    `that is no recovery code: ${parsed.reason}`,
    'compare it with what you wrote down; capitals, spaces and dashes do not matter',
  );
}

/** Makes a code in the place of any earlier one, and answers it: it can never be shown again. */
export async function replaceRecoveryCode(context: WaysContext): Promise<string> {
  const code = drawRecoveryCode();
  try {
    const { ways, unlock } = context;
    const event = { source: 'cli', action: 'recovery new', outcome: 'success', unlock } as const;
    await ways.replace({ recoveryCode: code.bytes }, event);
    return code.text;
  } finally {
    code.bytes.fill(0);
  }
}

/** A new password for a vault opened by its code, and a new code for the one that was used. Answers the code. */
export async function recoverVault(
  context: WaysContext,
  password: Buffer,
  acceptRollback: boolean,
): Promise<string> {
  const code = drawRecoveryCode();
  try {
    const change = { password, recoveryCode: code.bytes, action: 'recovery use', acceptRollback } as const;
    await changePassword(context, change);
    return code.text;
  } finally {
    code.bytes.fill(0);
  }
}
