/** Reads leave one record each, whether they succeed or fail. */

import type { AuditEvent } from '../domain/audit-record.ts';
import { auditText } from '../domain/audit-text.ts';
import { VaultError } from '../errors.ts';
import { type AppContext, actorFields } from './context.ts';

type About = Pick<AuditEvent, 'key' | 'keys' | 'command' | 'args' | 'policy_hash' | 'run_id' | 'phase'>;

/**
 * Does `work` and records its outcome. The owner at the command line still gets an answer whose record
 * could not be written, with a warning; an agent does not.
 */
export function audited<T>(context: AppContext, about: About, work: () => T): T {
  const result = recordingFailure(context, about, work);
  try {
    context.vault.record({ ...actorFields(context.actor), outcome: 'success', ...forJournal(about) });
  } catch (error) {
    if (context.actor.source !== 'cli') throw error;
    context.warn(`this access could not be recorded: ${messageOf(error)}`);
  }
  return result;
}

/** Does `work`; a failure is recorded and thrown on. For changes, which record their own success. */
export function recordingFailure<T>(context: AppContext, about: About, work: () => T): T {
  try {
    return work();
  } catch (error) {
    recordFailure(context, about, error);
    throw error;
  }
}

/** Records that something was denied or failed. A journal that cannot be written is only warned of. */
export function recordFailure(
  context: AppContext,
  about: About,
  error: unknown,
  redact = (text: string): string => text,
): void {
  const outcome = error instanceof VaultError && error.code === 'denied' ? 'denied' : 'error';
  const reason = auditText(redact(messageOf(error)));
  try {
    context.vault.record({ ...actorFields(context.actor), outcome, reason, ...forJournal(about) });
  } catch (recordError) {
    context.warn(`this failure could not be recorded: ${messageOf(recordError)}`);
  }
}

/** The message of our own errors; anything else could quote anything and stays unsaid. */
export function messageOf(error: unknown): string {
  return error instanceof VaultError ? error.message : 'internal error';
}

function forJournal(about: About): About {
  return {
    ...about,
    ...(about.key !== undefined && { key: auditText(about.key) }),
    ...(about.keys !== undefined && { keys: about.keys.map((key) => auditText(key)) }),
  };
}
