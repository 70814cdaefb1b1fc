import { z } from 'zod';
import { runForAgent } from '../../app/run-for-agent.ts';
import { defineTool, RUNNER } from '../tool.ts';
import { parseTimeout, runArguments, runOutput, runRules } from './run-arguments.ts';

export const secretRun = defineTool({
  name: 'secret_run',
  title: 'Run a program with secrets',
  description:
    'Runs one program with secrets in its environment and returns its exit code and output, with the secrets redacted. ' +
    'Each key becomes a variable in upper case with / and - as _: aws/access-key is AWS_ACCESS_KEY. ' +
    'A secret with several fields becomes one variable a field: db/prod with host and password gives DB_PROD_HOST and DB_PROD_PASSWORD. ' +
    runRules,
  annotations: RUNNER,
  input: z.strictObject({
    keys: z
      .array(z.string())
      .describe(
        'Keys to inject, or patterns: aws/* is every key one level under aws/. An empty list injects nothing',
      ),
    ...runArguments,
    env_prefix: z
      .string()
      .optional()
      .describe('Put in front of every variable name: APP_ makes APP_AWS_ACCESS_KEY'),
    env: z
      .string()
      .optional()
      .describe(
        "One of the policy's environment aliases, such as staging; turns db/url into staging/db/url, say",
      ),
  }),
  output: z.strictObject({ ...runOutput, duration_ms: z.int() }),
  example: { keys: ['aws/*'], command: 'aws', args: ['s3', 'ls'], timeout: '30s' },
  run(context, { keys, command, args, timeout, env_prefix, env }) {
    const secrets = {
      by: 'keys',
      keys,
      ...(env_prefix !== undefined && { envPrefix: env_prefix }),
      ...(env !== undefined && { alias: env }),
    } as const;
    const request = {
      secrets,
      command,
      args: args ?? [],
      timeout: parseTimeout(timeout),
      signal: context.signal,
    };
    return runForAgent(context, request);
  },
});
