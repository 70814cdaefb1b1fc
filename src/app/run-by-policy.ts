import { type ErrorCode, VaultError } from '../errors.ts';
import type { Redactor } from '../domain/redactor.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { type Environment, withVariables } from '../process/environment.ts';
import type { Sandbox } from '../process/sandbox/sandbox.ts';
import type { Child, Ended } from '../process/start.ts';
import { approveCommand } from './approve-command.ts';
import { explainForAgent } from './explain-run.ts';
import { explanationParts } from './explanation-lines.ts';
import type { FoundProgram } from './find-program.ts';
import { type Injection, openInjection, type SensitiveValue } from './open-injection.ts';
import { type LoadedPolicy, loadPolicy, trusted } from './policy-file.ts';
import type { RunContext } from './run-context.ts';
import { recordRefusal, recordStart } from './run-record.ts';
import type { RunRequest } from './run-request.ts';
import { sandboxFor } from './run-sandbox.ts';
import { aliasesOf } from './select-secrets.ts';
import { warnOfExpired } from './warn-of-expired.ts';

/** What is up to the face: the environment a child starts from, and where its output goes. */
export interface RunFace<T> {
  readonly base: Environment;
  /** Runs the child and redacts what it prints. */
  run(child: Child, redactor: Redactor, policy: Policy): Promise<T & { readonly ended: Ended }>;
}

interface ApprovedRun {
  readonly policy: Policy;
  readonly hash: string;
  readonly program: FoundProgram;
  readonly injection: Injection;
  readonly sandbox: Sandbox | null;
}

export type FinishedRun<T> = T & { readonly ended: Ended; readonly durationMs: number };

/**
 * Runs a program, if the policy approves, with secrets in its environment. Both ends of the run are in the journal,
 * and so is a refusal. Throws VaultError, in the order policy, command, keys, run.
 */
export async function runByPolicy<T>(
  context: RunContext,
  request: RunRequest,
  face: RunFace<T>,
): Promise<FinishedRun<T>> {
  let loaded: LoadedPolicy | undefined;
  let opened: readonly SensitiveValue[] | undefined;
  try {
    loaded = await loadPolicy(context.policyFile);
    const { policy, hash } = trusted(context, loaded);
    const program = await approveCommand(context, policy, request);
    const sandbox = await sandboxFor(policy);
    const injection = openInjection(context, request.secrets, aliasesOf(policy, request.secrets));
    opened = injection.sensitive;
    const run = { policy, hash, program, injection, sandbox };
    return await context.limit.run(() => runApproved(context, request, run, face), request.signal);
  } catch (error) {
    const reached = loaded && { policy: loaded.policy, policyHash: loaded.hash };
    recordRefusal(context, request, error, { ...reached, ...(opened && { opened }) });
    await addExplanation(context, request, error);
    throw error;
  }
}

async function runApproved<T>(
  context: RunContext,
  request: RunRequest,
  { policy, hash, program, injection, sandbox }: ApprovedRun,
  face: RunFace<T>,
): Promise<FinishedRun<T>> {
  const { sensitive, expired, variables } = injection;
  const redactor = context.memory.redactor(sensitive, policy.redaction);
  const record = recordStart(context, request, {
    redactor,
    policyHash: hash,
    expired,
    sandboxed: sandbox !== null,
  });
  context.memory.remember(sensitive);
  warnOfExpired(context, expired);

  const child: Child = {
    file: program.file,
    argv0: program.given,
    args: request.args,
    cwd: context.cwd,
    env: withVariables(face.base, variables),
  };
  const started = performance.now();
  const run = await face.run(sandbox?.wrap(child, program.found, context.hidden) ?? child, redactor, policy);
  const durationMs = Math.round(performance.now() - started);
  record.end(run.ended, durationMs);
  return { ...run, durationMs };
}

const EXPLAINED: ReadonlySet<ErrorCode> = new Set([
  'denied',
  'not-found',
  'invalid',
  'command-not-found',
  'not-executable',
]);

/** Says with a refusal what the run would have been, so that the next call can be a right one. */
async function addExplanation(context: RunContext, request: RunRequest, error: unknown): Promise<void> {
  if (!(error instanceof VaultError) || !EXPLAINED.has(error.code)) return;
  const parts = explanationParts(await explainForAgent(context, request), 'agent');
  error.explanation = parts.map(({ about, lines }) => `${about}: ${lines.join('; ')}`).join('\n');
}
