import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { auditOptions } from './audit-options.ts';

const options = {
  format: { value: 'FORMAT', description: 'json (default), jsonl or csv' },
  ...auditOptions,
  output: {
    short: 'o',
    value: 'FILE',
    description: 'write to a file, mode 0600, instead of standard output',
  },
  force: { description: 'replace a file that has content' },
} as const;

export type AuditExportInput = Input<NoArguments, typeof options>;

export const auditExport = defineCommand({
  name: 'export',
  summary: 'Write the journal out',
  arguments: {},
  options,
  examples: [
    { line: 'vaultctl audit export', does: 'prints a JSON array' },
    {
      line: 'vaultctl audit export --source mcp --since 7d --format=csv -o agents.csv',
      does: 'what agents did',
    },
  ],
  load: () => import('../commands/audit-export.ts'),
});
