import type { Policy } from '../domain/policy/policy.ts';
import { VaultError } from '../errors.ts';
import { baseEnvironment, inheritedEnvironment } from '../process/environment.ts';
import type { PolicyAnswer } from './explain-policy.ts';
import { findProgram, type FoundProgram } from './find-program.ts';
import { fieldOf, nameVariables, type VariableSource } from './open-injection.ts';
import { policyOf } from './policy-file.ts';
import type { RunContext } from './run-context.ts';
import type { RunRequest } from './run-request.ts';
import { aliasesOf } from './select-secrets.ts';

/** What a run would be, found out without running anything and without opening a value. */
export interface RunExplanation {
  /** The command as given. */
  readonly command: string;
  /** Or why nothing runs under that name. */
  readonly program: FoundProgram | VaultError;
  readonly directory: string;
  /** What the policy says to an agent that asks for it; for the owner it decides nothing. */
  readonly policy: PolicyAnswer;
  /** Or why the choice of secrets fails. */
  readonly variables: readonly ExplainedVariable[] | VaultError;
  readonly redaction: 'full' | 'exact' | 'off';
  /** What the run would fail with, in the order a run would notice. */
  readonly failures: readonly VaultError[];
}

export interface ExplainedVariable {
  readonly name: string;
  readonly key: string;
  /** None for a single value. */
  readonly field?: string;
  /** The key it was asked for by, where an alias led to another. */
  readonly askedFor?: string;
  readonly bound: boolean;
  /** Sensitive values are taken out of output; agents may read the others. */
  readonly sensitive: boolean;
  /** Whether it takes the place of a variable that is there anyway. */
  readonly replaces: boolean;
}

/** Explains the run an agent asks for. Never throws a VaultError: what fails is part of the answer. */
export async function explainForAgent(context: RunContext, request: RunRequest): Promise<RunExplanation> {
  const policy = await attempt(async () => (await policyOf(context)).policy);
  const verdict = await judged(context, request, policy);
  const denied = new VaultError('denied', 'command not allowed');
  return explain(context, request, {
    policy,
    verdict,
    before: [policy, ...(verdict.allowed ? [] : [denied])],
    redaction: policy instanceof VaultError ? 'full' : policy.redaction,
    base: baseEnvironment(context.env, context.masterPassword),
  });
}

/** Explains the owner's run, which no policy decides. Never throws a VaultError. */
export async function explainForOwner(
  context: RunContext,
  request: RunRequest,
  redacts: boolean,
): Promise<RunExplanation> {
  const policy = await attempt(async () => (await policyOf(context)).policy);
  const mode = policy instanceof VaultError ? 'full' : policy.redaction;
  return explain(context, request, {
    policy,
    verdict: await judged(context, request, policy),
    before: isAliased(request) ? [policy] : [],
    redaction: redacts ? mode : 'off',
    base: inheritedEnvironment(context.env, context.masterPassword),
  });
}

interface Findings {
  readonly policy: Policy | VaultError;
  readonly verdict: RunExplanation['policy'];
  /** What a run looks at before the program; those that are errors end it. */
  readonly before: readonly unknown[];
  readonly redaction: RunExplanation['redaction'];
  /** The environment without the secrets. */
  readonly base: Readonly<Record<string, string>>;
}

async function explain(
  context: RunContext,
  request: RunRequest,
  { policy, verdict, before, redaction, base }: Findings,
): Promise<RunExplanation> {
  const at = { cwd: context.cwd, path: context.env['PATH'] ?? '' };
  const program = await attempt(() => findProgram(request.command, at));
  const variables = await attempt(() => {
    if (policy instanceof VaultError && isAliased(request)) throw policy;
    const aliases = policy instanceof VaultError ? [] : aliasesOf(policy, request.secrets);
    const named = nameVariables(context.vault, request.secrets, aliases);
    return [...named.values()].map((source) => describe(source, request, base));
  });
  const failures = [...before, program, variables].filter((part) => part instanceof VaultError);
  return {
    command: request.command,
    program,
    directory: context.cwd,
    policy: verdict,
    variables,
    redaction,
    failures: [...new Set(failures)],
  };
}

function isAliased({ secrets }: RunRequest): boolean {
  return secrets.by === 'keys' && secrets.alias !== undefined;
}

function describe(
  source: VariableSource,
  { secrets }: RunRequest,
  base: Readonly<Record<string, string>>,
): ExplainedVariable {
  const { name, key, field, askedFor, secret } = source;
  return {
    name,
    key,
    bound: secrets.by === 'bindings',
    replaces: Object.hasOwn(base, name),
    ...(secret.form === 'fields' && field !== undefined && { field }),
    ...(askedFor !== undefined && askedFor !== key && { askedFor }),
    sensitive: fieldOf(source).sensitive,
  };
}

async function judged(
  context: RunContext,
  { command, args }: RunRequest,
  policy: Policy | VaultError,
): Promise<PolicyAnswer> {
  if (policy instanceof VaultError) return { allowed: false, rule: policy.message };
  const { explainPolicy } = await import('./explain-policy.ts');
  return explainPolicy(policy, [command, ...args], context);
}

/** What the work gives, or the failure it meets. */
async function attempt<T>(work: () => T | Promise<T>): Promise<T | VaultError> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return error;
  }
}
