import { readJournal } from '../../app/audit-journal.ts';
import type { AuditRecord } from '../../domain/audit-record.ts';
import { VaultError } from '../../errors.ts';
import { parseFilter } from '../audit-filter.ts';
import type { AuditExportInput } from '../definitions/audit-export.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { outputTo } from '../print-answer.ts';
import { renderAuditCsv } from '../render/audit-csv.ts';

type Render = (records: readonly AuditRecord[]) => string;

const formats: ReadonlyMap<string, Render> = new Map<string, Render>([
  ['json', (records) => `${JSON.stringify(records, null, 2)}\n`],
  ['jsonl', (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('')],
  ['csv', renderAuditCsv],
]);

export async function run(io: Io, { options, vaultDir }: AuditExportInput): Promise<number> {
  const render = formats.get(options.format ?? 'json');
  if (render === undefined)
    throw new VaultError('usage', `--format is one of ${[...formats.keys()].join(', ')}`);
  const filter = parseFilter(options, io.clock());
  const output = outputTo(io, options.output, options.force);
  const records = await withVault(io, vaultDir, 'audit export', ({ context }) =>
    readJournal(context, filter),
  );
  await output(render(records));
  return 0;
}
