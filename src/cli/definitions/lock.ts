import { defineCommand } from '../definition.ts';

export const lock = defineCommand({
  name: 'lock',
  summary: 'End the session, and the programs it runs',
  arguments: {},
  options: {},
  examples: [{ line: 'vaultctl lock', does: 'from now on everything needs the password again' }],
  load: () => import('../commands/lock.ts'),
});
