import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { auditOptions } from './audit-options.ts';
import { jsonOption } from './shared.ts';

const options = {
  ...auditOptions,
  limit: { value: 'COUNT', description: 'only so many, the newest' },
  json: jsonOption,
} as const;

export type AuditListInput = Input<NoArguments, typeof options>;

export const auditList = defineCommand({
  name: 'list',
  summary: 'Show the records',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl audit list --source mcp', does: 'shows what agents did last' }],
  load: () => import('../commands/audit-list.ts'),
});
