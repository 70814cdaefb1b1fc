import { defineCommand } from '../definition.ts';

export const policyTrust = defineCommand({
  name: 'trust',
  summary: 'Have the session obey the policy as it is now',
  description:
    'A session obeys only the policy that was there when it was unlocked. After a change to it, this asks for the master ' +
    'password and has the session obey the new one. Read it first: vaultctl policy check.',
  arguments: {},
  options: {},
  examples: [{ line: 'vaultctl policy trust', does: 'seals the policy anew' }],
  load: () => import('../commands/policy-trust.ts'),
});
