import type { Policy } from '../domain/policy/policy.ts';
import type { Redactor } from '../domain/redactor.ts';
import { inheritedEnvironment, withVariables } from '../process/environment.ts';
import type { Sink } from '../process/output.ts';
import { runFiltered } from '../process/run-filtered.ts';
import { runInherited } from '../process/spawn.ts';
import type { Ended } from '../process/start.ts';
import { messageOf } from './audited.ts';
import { findProgram } from './find-program.ts';
import { openInjection, type SensitiveValue } from './open-injection.ts';
import { policyOf } from './policy-file.ts';
import { redactInto } from './redacted-sink.ts';
import type { RunContext } from './run-context.ts';
import { type RunRecord, recordRefusal, recordStart, throwUnlessExited } from './run-record.ts';
import type { RunRequest } from './run-request.ts';
import { aliasesOf } from './select-secrets.ts';
import { warnOfExpired } from './warn-of-expired.ts';

/** Where redacted output goes; none: the child has the caller's own streams. */
export interface RedactedStreams {
  readonly stdout: Sink;
  readonly stderr: Sink;
}

/**
 * Runs a program for the owner, who holds the password: no policy decides, and output passes untouched
 * unless `redacted` says where to. Resolves to the exit code (128+N for signal N). Throws VaultError.
 */
export async function runForOwner(
  context: RunContext,
  request: RunRequest,
  redacted?: RedactedStreams,
): Promise<number> {
  const reached: Reached = {};
  let ended: Ended;
  try {
    ended = await run(context, request, reached, redacted);
  } catch (error) {
    recordRefusal(context, request, error, reached);
    throw error;
  }
  return throwUnlessExited(ended, request.command);
}

/** Filled as the run goes on, for the record of one that gets no further. */
interface Reached {
  policy?: Policy;
  opened?: readonly SensitiveValue[];
}

async function run(
  context: RunContext,
  request: RunRequest,
  reached: Reached,
  redacted?: RedactedStreams,
): Promise<Ended> {
  const policy = needsPolicy(request) ? (await policyOf(context)).policy : null;
  if (policy) reached.policy = policy;
  const program = findProgram(request.command, { cwd: context.cwd, path: context.env['PATH'] ?? '' });
  const injection = openInjection(context, request.secrets, aliasesOf(policy, request.secrets));
  reached.opened = injection.sensitive;
  const redactor = context.memory.redactor(injection.sensitive, policy?.redaction ?? 'full');
  const record = recordStart(context, request, {
    redactor,
    expired: injection.expired,
    sandboxed: false,
  });
  warnOfExpired(context, injection.expired);

  const started = performance.now();
  const child = {
    file: program.file,
    argv0: program.given,
    args: request.args,
    cwd: context.cwd,
    env: withVariables(inheritedEnvironment(context.env, context.masterPassword), injection.variables),
    ...(request.timeout !== undefined && { timeoutMs: request.timeout }),
  };
  const ended = await (redacted
    ? runFiltered({ ...child, ...redactedBy(redactor, redacted) }, () => {
        context.warn('no pseudo-terminal to be had: the output goes through a pipe');
      })
    : runInherited(child));
  recordEnd(context, record, ended, Math.round(performance.now() - started));
  return ended;
}

/** The program has run: its exit code is the answer, whether or not the journal takes the end of it. */
function recordEnd(context: RunContext, record: RunRecord, ended: Ended, durationMs: number): void {
  try {
    record.end(ended, durationMs);
  } catch (error) {
    context.warn(`the end of this run could not be recorded: ${messageOf(error)}`);
  }
}

function needsPolicy(request: RunRequest): boolean {
  return request.secrets.by === 'keys' && request.secrets.alias !== undefined;
}

function redactedBy(redactor: Redactor, streams: RedactedStreams): RedactedStreams {
  return {
    stdout: redactInto(redactor.stream(), streams.stdout),
    stderr: redactInto(redactor.stream(), streams.stderr),
  };
}
