import type { AuditRecord } from '../../domain/audit-record.ts';

const columns = [
  'v',
  'seq',
  'timestamp',
  'source',
  'action',
  'phase',
  'outcome',
  'key',
  'keys',
  'command',
  'args',
  'reason',
  'exit_code',
  'duration_ms',
  'client',
  'run_id',
  'policy_hash',
  'sandbox',
  'unlock',
  'prev_hash',
  'hash',
] as const satisfies readonly (keyof AuditRecord)[];

/** One row a record under a heading (RFC 4180); lists are JSON. */
export function renderAuditCsv(records: readonly AuditRecord[]): string {
  const rows = records.map((record) => columns.map((column) => cell(record[column])));
  return [columns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function cell(value: AuditRecord[keyof AuditRecord]): string {
  if (value === undefined) return '';
  const text = harmless(typeof value === 'object' ? JSON.stringify(value) : String(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets take a cell that starts like this for a formula; an agent chooses some of these texts. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text;
}
