import { defineCommand, type Input } from '../definition.ts';
import { jsonOption } from './shared.ts';

const args = {
  file: { description: 'a policy to check; default: mcp-policy.yaml of the vault', optional: true },
} as const;

const options = { json: jsonOption } as const;

export type PolicyCheckInput = Input<typeof args, typeof options>;

export const policyCheck = defineCommand({
  name: 'check',
  summary: 'Find mistakes and risks in the policy',
  description:
    'Exits with 1 when the policy would be refused. Warns of programs that agents can steer, of entries that never ' +
    'match, and of settings that protect less. Opens no vault, so keys in env_aliases are not looked up.',
  arguments: args,
  options,
  examples: [
    { line: 'vaultctl policy check', does: "checks the vault's own policy, its mode and owner included" },
    { line: 'vaultctl policy check draft.yaml', does: 'checks a draft before it is put in place' },
  ],
  load: () => import('../commands/policy-check.ts'),
});
