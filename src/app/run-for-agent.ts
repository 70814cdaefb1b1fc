import { baseEnvironment } from '../process/environment.ts';
import { type CappedOutput, createCappedOutput } from '../process/output.ts';
import { runCaptured } from '../process/spawn.ts';
import { redactInto } from './redacted-sink.ts';
import { type FinishedRun, runByPolicy } from './run-by-policy.ts';
import type { RunContext } from './run-context.ts';
import { throwUnlessExited } from './run-record.ts';
import type { RunRequest } from './run-request.ts';

/** What an agent gets back. There is no place in it for a value. */
export interface RunResult {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly duration_ms: number;
  /** True exactly when something was replaced. */
  readonly sanitized: boolean;
}

interface Captured {
  readonly stdout: CappedOutput;
  readonly stderr: CappedOutput;
  readonly sanitized: boolean;
}

/**
 * Runs a program for an agent, if the policy approves, with secrets in its environment; what it prints
 * comes back redacted, then capped. Throws VaultError, in the order policy, command, keys, run.
 */
export async function runForAgent(
  context: RunContext,
  request: RunRequest & { readonly timeout: number },
): Promise<RunResult> {
  const finished = await runByPolicy<Captured>(context, request, {
    base: baseEnvironment(context.env, context.masterPassword),
    async run(child, redactor, { maxOutputBytes }) {
      const stdout = createCappedOutput(maxOutputBytes);
      const stderr = createCappedOutput(Math.ceil(maxOutputBytes / 2));
      const streams = [redactInto(redactor.stream(), stdout), redactInto(redactor.stream(), stderr)] as const;
      const ended = await runCaptured({
        ...child,
        timeoutMs: request.timeout,
        ...(request.signal && { signal: request.signal }),
        stdout: streams[0],
        stderr: streams[1],
      });
      return { ended, stdout, stderr, sanitized: streams.some((stream) => stream.replaced) };
    },
  });
  return resultOf(finished, request.command);
}

function resultOf(finished: FinishedRun<Captured>, command: string): RunResult {
  return {
    exit_code: throwUnlessExited(finished.ended, command),
    stdout: finished.stdout.text(),
    stderr: finished.stderr.text(),
    duration_ms: finished.durationMs,
    sanitized: finished.sanitized,
  };
}
