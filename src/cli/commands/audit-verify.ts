import { acceptRollback, verifyVault } from '../../app/audit-journal.ts';
import type { AppContext } from '../../app/context.ts';
import { exitCodes } from '../../errors.ts';
import type { VerifyReport } from '../../vault/vault.ts';
import type { AuditVerifyInput } from '../definitions/audit-verify.ts';
import { type Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { printJson } from '../print-answer.ts';

export async function run(io: Io, { options, vaultDir }: AuditVerifyInput): Promise<number> {
  const report = await withVault(io, vaultDir, 'audit verify', ({ context }) => {
    if (options.accept) accept(io, context);
    return verifyVault(context);
  });
  for (const fault of report.faults) io.say(`vaultctl: ${fault}`);
  if (options.json) await printJson(io, report);
  else if (report.faults.length === 0) await io.print(summary(report));
  return report.faults.length === 0 ? 0 : exitCodes.damaged;
}

function accept(io: Io, context: AppContext): void {
  if (context.vault.rolledBack === null)
    return io.say('the vault is not older than when last used here: nothing to accept');
  acceptRollback(context);
  io.say('accepted: this is now the newest state of the vault');
}

function summary({ secrets, records }: VerifyReport): string {
  return `no faults: ${secrets} secrets and ${records} records of the journal checked\n`;
}
