import { defineCommand, type Input } from '../definition.ts';
import { auditOptions } from './audit-options.ts';
import { jsonOption } from './shared.ts';

const options = {
  ...auditOptions,
  limit: { value: 'COUNT', description: 'how many records, the newest; default 50' },
  json: jsonOption,
} as const;

export type AuditListInput = Input<Record<never, never>, typeof options>;

export const auditList = defineCommand({
  name: 'list',
  summary: 'Show the newest records',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl audit list --source mcp', does: 'shows what agents did last' }],
  load: () => import('../commands/audit-list.ts'),
});
