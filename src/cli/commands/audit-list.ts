import { readJournal } from '../../app/audit-journal.ts';
import type { AuditRecord } from '../../domain/audit-record.ts';
import { VaultError } from '../../errors.ts';
import { parseFilter } from '../audit-filter.ts';
import type { AuditListInput } from '../definitions/audit-list.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { printJson } from '../print-answer.ts';
import { renderTable } from '../render/table.ts';

export async function run(io: Io, { options, vaultDir }: AuditListInput): Promise<number> {
  const limit = parseLimit(options.limit);
  const filter = parseFilter(options, io.clock());
  const records = await withVault(io, vaultDir, 'audit list', ({ context }) => readJournal(context, filter));
  const newest =
    limit === undefined ? records : records.slice(records.length - Math.min(limit, records.length));
  if (options.json) await printJson(io, newest);
  else
    await io.print(
      renderTable(['TIME', 'SOURCE', 'ACTION', 'OUTCOME', 'ABOUT'], newest.map(rowOf), io.stdout),
    );
  return 0;
}

function rowOf(record: AuditRecord): string[] {
  const action = record.phase === undefined ? record.action : `${record.action} ${record.phase}`;
  return [record.timestamp, record.source, action, record.outcome, aboutOf(record)];
}

function aboutOf({ key, keys, command, args, reason, exit_code: code }: AuditRecord): string {
  const parts = [
    key ?? keys?.join(' '),
    command === undefined ? undefined : ['--', command, ...(args ?? [])].join(' '),
    code === undefined ? undefined : `(exit ${code})`,
    reason === undefined ? undefined : `(${reason})`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new VaultError('usage', '--limit needs a whole number');
  return Number(text);
}
