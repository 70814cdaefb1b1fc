import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = {
  accept: { description: 'accept a vault older than when last used here, such as a backup you put back' },
  json: jsonOption,
} as const;

export type AuditVerifyInput = Input<NoArguments, typeof options>;

export const auditVerify = defineCommand({
  name: 'verify',
  summary: 'Check the vault and its journal for damage and tampering',
  description:
    'Opens every record and value and follows the chain of the journal. Exits with 6 when anything is wrong.',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl audit verify', does: 'prints what was checked, or every fault' }],
  load: () => import('../commands/audit-verify.ts'),
});
