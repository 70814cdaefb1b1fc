import { defineCommand, type Input, type NoArguments } from '../definition.ts';

const options = {
  for: { value: 'DURATION', description: 'lock after this long; default: 8h' },
  idle: { value: 'DURATION', description: 'lock after nothing was asked for this long; default: 30m' },
  reveal: {
    value: 'DURATION',
    description: 'for this long every program of yours may also reveal and change secrets; default: never',
  },
} as const;

export type UnlockInput = Input<NoArguments, typeof options>;

export const unlock = defineCommand({
  name: 'unlock',
  summary: 'Open a session: secrets can be used without the password',
  description:
    'Asks for the master password once. Until the session is locked, run, list, get --masked, score and the tool server ' +
    'work without it, under the policy as it is now. What reveals or changes secrets still asks for the password. ' +
    'Given again, the times begin anew and nothing that runs is ended.',
  arguments: {},
  options,
  examples: [
    { line: 'vaultctl unlock', does: 'for 8 hours, or until nothing was asked for 30 minutes' },
    { line: 'vaultctl unlock --for 1h --idle 10m', does: 'for a shorter time' },
    { line: 'vaultctl unlock --reveal 5m', does: 'and for 5 minutes also get, set, export and the like' },
  ],
  load: () => import('../commands/unlock.ts'),
});
