import { defineCommand, type Input } from '../definition.ts';
import { keysOption } from './shared.ts';

const args = {
  command: { description: 'the program to run' },
  args: { description: 'its arguments, passed on untouched', optional: true, variadic: true },
} as const;

const options = {
  key: keysOption,
  env: { value: 'ALIAS', description: 'an environment alias of the policy, such as prod' },
  'env-prefix': { value: 'PREFIX', description: 'put in front of every variable name' },
  timeout: { value: 'DURATION', description: 'end the command after this long; default: never' },
  redact: { description: 'take sensitive values out of what the command prints' },
  explain: { description: 'run nothing: say what would run, with which variables, and by which rule' },
  json: { description: 'with --explain: print JSON' },
} as const;

export type RunInput = Input<typeof args, typeof options>;

export const runCommand = defineCommand({
  name: 'run',
  summary: 'Run a command with secrets in its environment',
  description:
    'Each secret becomes a variable named after its key: db/password is DB_PASSWORD; a field follows as in DB_HOST. ' +
    "Exits with the command's own code; 128+N after signal N, 124 after a timeout, 126 or 127 when it cannot run.",
  arguments: args,
  options,
  passThrough: true,
  examples: [
    { line: 'vaultctl run -k db/password -- ./migrate', does: 'runs ./migrate with DB_PASSWORD' },
    { line: "vaultctl run -k 'aws/*' -- aws s3 ls", does: 'gives every key one level under aws/' },
    { line: 'vaultctl run --explain -k db/password -- ./migrate', does: 'says what that would do' },
    { line: "vaultctl run -k 'db/*' --env prod -- ./report", does: 'takes prod/db/* as the alias says' },
  ],
  load: () => import('../commands/run.ts'),
});
