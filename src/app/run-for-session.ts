import { inheritedEnvironment } from '../process/environment.ts';
import type { Outputs } from '../process/output.ts';
import { type RunClient, runForClient } from '../process/run-for-client.ts';
import { redactInto } from './redacted-sink.ts';
import { runByPolicy } from './run-by-policy.ts';
import type { RunContext } from './run-context.ts';
import { throwUnlessExited } from './run-record.ts';
import type { RunRequest } from './run-request.ts';

/** A client of a session, as a run needs it. */
export interface SessionClient extends RunClient, Outputs {
  /** What its programs make files with. */
  readonly umask: number;
  /** The name of its terminal, for programs that draw. */
  readonly term?: string;
}

/**
 * Runs a program for a client of the session, which may use secrets and not see them: the policy decides, and output
 * is redacted, always. Resolves to the exit code (128+N for signal N). Throws VaultError.
 */
export async function runForSession(
  context: RunContext,
  request: RunRequest,
  client: SessionClient,
): Promise<number> {
  const { umask, term, stdout, stderr } = client;
  const inherited = inheritedEnvironment(context.env, context.masterPassword);
  const base = {
    ...inherited,
    ...('PWD' in inherited && { PWD: context.cwd }),
    ...(term !== undefined && { TERM: term }),
  };
  const { ended } = await runByPolicy(context, request, {
    base,
    async run(child, redactor) {
      const result = await runForClient(
        {
          ...child,
          umask,
          ...(request.timeout !== undefined && { timeoutMs: request.timeout }),
          ...(request.signal && { signal: request.signal }),
          stdout: redactInto(redactor.stream(), stdout),
          stderr: redactInto(redactor.stream(), stderr),
        },
        client,
      );
      return { ended: result };
    },
  });
  return throwUnlessExited(ended, request.command);
}
