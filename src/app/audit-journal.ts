import type { AuditRecord, Source } from '../domain/audit-record.ts';
import type { VerifyReport } from '../vault/vault.ts';
import { audited } from './audited.ts';
import { actorFields, type AppContext } from './context.ts';

export interface JournalFilter {
  readonly since?: Date;
  readonly until?: Date;
  readonly source?: Source;
}

/** The journal's records in order, as far as the filter wants them. Throws `damaged`. */
export function readJournal(context: AppContext, filter: JournalFilter): AuditRecord[] {
  return audited(context, {}, () =>
    [...context.vault.journal()].filter((record) => isWanted(record, filter)),
  );
}

/** Checks the whole vault and its journal; changes nothing but its own record. */
export function verifyVault(context: AppContext): VerifyReport {
  const report = context.vault.verify();
  if (report.faults.length === 0) audited(context, {}, () => undefined);
  return report;
}

/** Takes a vault that is older than when last used here for the newest there is, and records that. */
export function acceptRollback(context: AppContext): void {
  context.vault.acceptRollback({
    ...actorFields(context.actor),
    outcome: 'success',
    reason: 'rollback accepted',
  });
}

function isWanted(record: AuditRecord, { since, until, source }: JournalFilter): boolean {
  const time = Date.parse(record.timestamp);
  if (since !== undefined && time < since.getTime()) return false;
  if (until !== undefined && time > until.getTime()) return false;
  return source === undefined || record.source === source;
}
