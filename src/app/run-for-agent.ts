import { type ErrorCode, VaultError } from '../errors.ts';
import { baseEnvironment, withVariables } from '../process/environment.ts';
import { type CappedOutput, createCappedOutput } from '../process/output.ts';
import { runCaptured } from '../process/spawn.ts';
import type { Sandbox } from '../process/sandbox/sandbox.ts';
import type { Child, Ended } from '../process/start.ts';
import { approveCommand } from './approve-command.ts';
import { explainForAgent } from './explain-run.ts';
import { explanationParts } from './explanation-lines.ts';
import type { FoundProgram } from './find-program.ts';
import { type Injection, openInjection, type SensitiveValue } from './open-injection.ts';
import { type LoadedPolicy, loadPolicy } from './policy-file.ts';
import { redactInto } from './redacted-sink.ts';
import type { RunContext } from './run-context.ts';
import { recordRefusal, recordStart, throwUnlessExited } from './run-record.ts';
import type { RunRequest } from './run-request.ts';
import { sandboxFor } from './run-sandbox.ts';
import { aliasesOf } from './select-secrets.ts';
import { warnOfExpired } from './warn-of-expired.ts';

/** What an agent gets back. There is no place in it for a value. */
export interface RunResult {
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly duration_ms: number;
  /** True exactly when something was replaced. */
  readonly sanitized: boolean;
}

type AgentRequest = RunRequest & { readonly timeout: number };

interface ApprovedRun {
  readonly loaded: LoadedPolicy;
  readonly program: FoundProgram;
  readonly injection: Injection;
  readonly sandbox: Sandbox | null;
}

interface FinishedRun {
  readonly ended: Ended;
  readonly durationMs: number;
  readonly stdout: CappedOutput;
  readonly stderr: CappedOutput;
  readonly sanitized: boolean;
}

/**
 * Runs a program for an agent, if the policy approves, with secrets in its environment; what it prints
 * comes back redacted, then capped. Throws VaultError, in the order policy, command, keys, run.
 */
export async function runForAgent(context: RunContext, request: AgentRequest): Promise<RunResult> {
  let loaded: LoadedPolicy | undefined;
  let opened: readonly SensitiveValue[] | undefined;
  let finished: FinishedRun;
  try {
    loaded = await loadPolicy(context.policyFile);
    const program = await approveCommand(context, loaded.policy, request);
    const sandbox = await sandboxFor(loaded.policy);
    const injection = openInjection(context, request.secrets, aliasesOf(loaded.policy, request.secrets));
    opened = injection.sensitive;
    const run = { loaded, program, injection, sandbox };
    finished = await context.limit.run(() => runApproved(context, request, run), request.signal);
  } catch (error) {
    const reached = loaded && { policy: loaded.policy, policyHash: loaded.hash };
    recordRefusal(context, request, error, { ...reached, ...(opened && { opened }) });
    await addExplanation(context, request, error);
    throw error;
  }
  return resultOf(finished, request.command);
}

async function runApproved(
  context: RunContext,
  request: AgentRequest,
  run: ApprovedRun,
): Promise<FinishedRun> {
  const { policy, hash } = run.loaded;
  const { sensitive, expired, variables } = run.injection;
  const redactor = context.memory.redactor(sensitive, policy.redaction);
  const record = recordStart(context, request, {
    redactor,
    policyHash: hash,
    expired,
    sandboxed: run.sandbox !== null,
  });
  context.memory.remember(sensitive);
  warnOfExpired(context, expired);

  const stdout = createCappedOutput(policy.maxOutputBytes);
  const stderr = createCappedOutput(Math.ceil(policy.maxOutputBytes / 2));
  const streams = [redactInto(redactor.stream(), stdout), redactInto(redactor.stream(), stderr)] as const;
  const started = performance.now();
  const child: Child = {
    file: run.program.file,
    argv0: run.program.given,
    args: request.args,
    cwd: context.cwd,
    env: withVariables(baseEnvironment(context.env, context.masterPassword), variables),
  };
  const ended = await runCaptured({
    ...(run.sandbox?.wrap(child, run.program.found, context.hidden) ?? child),
    timeoutMs: request.timeout,
    ...(request.signal && { signal: request.signal }),
    stdout: streams[0],
    stderr: streams[1],
  });
  const durationMs = Math.round(performance.now() - started);
  record.end(ended, durationMs);
  return { ended, durationMs, stdout, stderr, sanitized: streams.some((stream) => stream.replaced) };
}

const EXPLAINED: ReadonlySet<ErrorCode> = new Set([
  'denied',
  'not-found',
  'invalid',
  'command-not-found',
  'not-executable',
]);

/** Says with a refusal what the run would have been, so that the next call can be a right one. */
async function addExplanation(context: RunContext, request: AgentRequest, error: unknown): Promise<void> {
  if (!(error instanceof VaultError) || !EXPLAINED.has(error.code)) return;
  const parts = explanationParts(await explainForAgent(context, request), 'agent');
  error.explanation = parts.map(({ about, lines }) => `${about}: ${lines.join('; ')}`).join('\n');
}

function resultOf(finished: FinishedRun, command: string): RunResult {
  return {
    exit_code: throwUnlessExited(finished.ended, command),
    stdout: finished.stdout.text(),
    stderr: finished.stderr.text(),
    duration_ms: finished.durationMs,
    sanitized: finished.sanitized,
  };
}
