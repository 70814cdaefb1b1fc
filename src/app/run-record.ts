import { randomUUID } from 'node:crypto';
import type { AuditEvent } from '../domain/audit-record.ts';
import { auditText } from '../domain/audit-text.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Redactor } from '../domain/redactor.ts';
import { VaultError } from '../errors.ts';
import type { Ended } from '../process/start.ts';
import { recordFailure } from './audited.ts';
import { type AppContext, actorFields } from './context.ts';
import type { RunContext } from './run-context.ts';
import { commandNotExecutable, commandNotFound } from './find-program.ts';
import { openForRecord } from './open-for-record.ts';
import type { SensitiveValue } from './open-injection.ts';
import { choiceForJournal, type RunRequest } from './run-request.ts';

/** A started run's place in the journal. */
export interface RunRecord {
  /** Records how the run ended. Throws when the journal cannot be written. */
  end(ended: Ended, durationMs: number): void;
}

/**
 * Records that a run starts, on disk before it returns: no record, no secret.
 * Arguments are redacted of every value the redactor knows.
 */
export function recordStart(
  context: AppContext,
  request: RunRequest,
  details: {
    readonly redactor: Redactor;
    readonly policyHash?: string;
    readonly expired: readonly string[];
    readonly sandboxed: boolean;
  },
): RunRecord {
  const { redactor, policyHash, expired, sandboxed } = details;
  const about = {
    ...actorFields(context.actor),
    ...choiceForJournal(request.secrets),
    ...describeCommand(request, (text) => redactor.redactText(text)),
    run_id: randomUUID(),
    sandbox: sandboxed ? ('on' as const) : ('off' as const),
    ...(policyHash !== undefined && { policy_hash: policyHash }),
  };
  const reason = expired.length > 0 && { reason: auditText(`expired: ${expired.join(', ')}`) };
  context.vault.record({ ...about, phase: 'start', outcome: 'success', ...reason }, { durable: true });
  return {
    end(ended, durationMs) {
      context.vault.record({ ...about, phase: 'end', duration_ms: durationMs, ...outcomeOf(ended) });
    },
  };
}

/** How far a run had come when it was refused or failed. */
export interface RefusedRun {
  readonly policy?: Policy | null;
  readonly policyHash?: string;
  /** What it opened to inject it; none: it did not get there. */
  readonly opened?: readonly SensitiveValue[];
}

/**
 * Records a run that was refused or failed, redacted of what earlier runs injected and of what it opened. What it
 * chose and did not get to open is opened for that alone, and wiped.
 */
export function recordRefusal(
  context: RunContext,
  request: RunRequest,
  error: unknown,
  { policy = null, policyHash, opened }: RefusedRun,
): void {
  const openedNow = opened ? [] : openForRecord(context.vault, request.secrets, policy);
  const redactor = context.memory.redactorOnce(opened ?? openedNow);
  const redact = (text: string): string => redactor.redactText(text);
  const about = {
    ...choiceForJournal(request.secrets),
    ...describeCommand(request, redact),
    ...(policyHash !== undefined && { policy_hash: policyHash }),
  };
  recordFailure(context, about, error, redact);
  for (const { value } of openedNow) value.fill(0);
}

/** The exit code of a program that ran to its end. Throws what any other end means for the caller. */
export function throwUnlessExited(ended: Ended, command: string): number {
  switch (ended.kind) {
    case 'exited':
      return ended.exitCode;
    case 'timeout':
      throw new VaultError('timeout', 'timeout exceeded');
    case 'cancelled':
      throw new VaultError('failure', 'cancelled');
    case 'failed':
      throw spawnFailure(ended.reason, command);
  }
}

function spawnFailure(reason: 'not-found' | 'not-executable' | 'other', command: string): VaultError {
  if (reason === 'not-found') return commandNotFound(command);
  if (reason === 'not-executable') return commandNotExecutable(command);
  return new VaultError('failure', `command could not be started: ${command}`);
}

function outcomeOf(ended: Ended): Pick<AuditEvent, 'outcome' | 'exit_code' | 'reason'> {
  if (ended.kind === 'exited') return { outcome: 'success', exit_code: ended.exitCode };
  const reasons = { timeout: 'timeout exceeded', cancelled: 'cancelled', failed: 'could not be started' };
  return { outcome: 'error', reason: reasons[ended.kind] };
}

function describeCommand(
  request: RunRequest,
  redact: (text: string) => string,
): { command: string; args: readonly string[] } {
  return {
    command: auditText(redact(request.command)),
    args: limitTotal(request.args.map((arg) => auditText(redact(arg)))),
  };
}

const MAX_ARGS_BYTES = 4096;

/** Keeps the leading arguments that fit 4 KiB together, and says how many are left out. */
function limitTotal(args: readonly string[]): readonly string[] {
  let bytes = 0;
  const fitting = args.findIndex((arg) => (bytes += Buffer.byteLength(arg)) > MAX_ARGS_BYTES);
  return fitting === -1 ? args : [...args.slice(0, fitting), `… ${args.length - fitting} more`];
}
