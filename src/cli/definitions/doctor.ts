import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = { json: jsonOption } as const;

export type DoctorInput = Input<NoArguments, typeof options>;

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Say what protects the vault here, and what is missing',
  description:
    'Looks at the vault directory, the policy, the sandbox and what this program was started with. ' +
    'Needs no password, opens nothing and changes nothing. Exits with 1 when something is missing.',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl doctor', does: 'one line a check, with what to do about it' }],
  load: () => import('../commands/doctor.ts'),
});
