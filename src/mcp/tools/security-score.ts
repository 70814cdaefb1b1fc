import { z } from 'zod';
import { scoreVault } from '../../app/score-vault.ts';
import { defineTool, READER } from '../tool.ts';

export const securityScore = defineTool({
  name: 'security_score',
  title: "Score the vault's health",
  description:
    'Rates the vault from 0 to 100 and lists weak, shared, expiring and expired secrets with suggestions. ' +
    'Names no key unless include_keys is true.',
  annotations: READER,
  input: z.strictObject({
    include_keys: z.boolean().optional().describe('Name the keys each issue is about. Default false'),
  }),
  output: z.strictObject({
    overall_score: z.int().describe('0 to 100'),
    components: z.strictObject({
      strength: z.int().describe('0 to 25'),
      uniqueness: z.int().describe('0 to 25'),
      expiration: z.int().describe('0 to 25'),
      coverage: z.int().describe('0 to 25'),
    }),
    issues_count: z.strictObject({
      duplicates: z.int(),
      weak: z.int(),
      expiring: z.int(),
      expired: z.int(),
    }),
    top_issues: z.array(
      z.strictObject({
        type: z.enum(['weak', 'duplicate', 'expiring', 'expired']),
        severity: z.enum(['warning', 'critical']),
        count: z.int().optional(),
        description: z.string(),
        secret_keys: z.array(z.string()).optional(),
      }),
    ),
    suggestions: z.array(z.string()),
    limited: z.boolean().describe('True when the edition left issues out'),
  }),
  example: { include_keys: true },
  run: (context, { include_keys }) => scoreVault(context, { includeKeys: include_keys ?? false }),
});
