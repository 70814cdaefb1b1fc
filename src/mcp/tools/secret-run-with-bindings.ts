import { z } from 'zod';
import { runForAgent } from '../../app/run-for-agent.ts';
import { defineTool, RUNNER } from '../tool.ts';
import { parseTimeout, runArguments, runOutput, runRules } from './run-arguments.ts';

export const secretRunWithBindings = defineTool({
  name: 'secret_run_with_bindings',
  title: "Run a program with a secret's bindings",
  description:
    'Runs one program with the environment variables the owner bound to the fields of one secret, such as PGHOST and PGPASSWORD, ' +
    'and returns its exit code and output, with the secrets redacted. The secret must have bindings; for others use secret_run. ' +
    runRules,
  annotations: RUNNER,
  input: z.strictObject({
    key: z.string().describe('The exact key of a secret with bindings'),
    ...runArguments,
  }),
  output: z.strictObject(runOutput),
  example: { key: 'db/prod', command: 'psql', args: ['-c', 'select 1'], timeout: '30s' },
  async run(context, { key, command, args, timeout }) {
    const { exit_code, stdout, stderr, sanitized } = await runForAgent(context, {
      secrets: { by: 'bindings', key },
      command,
      args: args ?? [],
      timeout: parseTimeout(timeout),
      signal: context.signal,
    });
    return { exit_code, stdout, stderr, sanitized };
  },
});
