import { defineCommand, type Input } from '../definition.ts';
import { jsonOption } from './shared.ts';

const args = {
  command: { description: 'the program an agent would ask for' },
  args: { description: 'its arguments', optional: true, variadic: true },
} as const;

const options = {
  file: { value: 'FILE', description: 'a policy to go by; default: mcp-policy.yaml of the vault' },
  json: jsonOption,
} as const;

export type PolicyExplainInput = Input<typeof args, typeof options>;

export const policyExplain = defineCommand({
  name: 'explain',
  summary: 'Say whether the policy allows a command, and by which rule',
  description: 'Runs nothing and opens no vault. Exits with 5 when the command is denied.',
  arguments: args,
  options,
  passThrough: true,
  examples: [
    { line: 'vaultctl policy explain git push', does: 'says what an agent that asks for it would meet' },
    { line: 'vaultctl policy explain --file draft.yaml -- sh -c env', does: 'goes by a draft' },
  ],
  load: () => import('../commands/policy-explain.ts'),
});
