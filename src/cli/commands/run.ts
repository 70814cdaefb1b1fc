import type { RunContext } from '../../app/run-context.ts';
import { runForOwner } from '../../app/run-for-owner.ts';
import { runForSession } from '../../app/run-for-session.ts';
import { createRunLimit } from '../../app/run-limit.ts';
import { createRunMemory } from '../../app/run-memory.ts';
import { hiddenPlaces } from '../../app/run-sandbox.ts';
import { parseRunTimeout } from '../../app/run-timeout.ts';
import type { RunRequest } from '../../app/run-request.ts';
import { explainForAgent, explainForOwner } from '../../app/explain-run.ts';
import { explanationParts } from '../../app/explanation-lines.ts';
import { VaultError } from '../../errors.ts';
import type { RunInput } from '../definitions/run.ts';
import { frameKinds } from '../../session/frames.ts';
import { sessionEnded } from '../../session/request-answer.ts';
import type { Io, SessionHold } from '../io.ts';
import { type Opened, withVault } from '../open-vault.ts';
import { printJson } from '../print-answer.ts';
import { explanationAsJson, renderExplanation } from '../render/explanation.ts';
import { sinkOf } from '../sink.ts';

export async function run(io: Io, input: RunInput): Promise<number> {
  const request = requestOf(input);
  return withVault(io, input.vaultDir, 'run', (opened) => {
    const context = contextOf(io, opened);
    if (input.options.explain) return explain(io, context, request, input.options);
    if (io.hold !== undefined) return runHeld(io.hold, context, request);
    io.restoreUmask();
    const streams = { stdout: sinkOf(io.stdout.stream()), stderr: sinkOf(io.stderr.stream()) };
    return runForOwner(context, request, input.options.redact ? streams : undefined);
  });
}

/** In a session, which uses secrets and does not show them: the policy decides, and output is redacted. */
async function runHeld(
  { session, broker, conversation, terminal }: SessionHold,
  context: RunContext,
  request: RunRequest,
): Promise<number> {
  const signal = AbortSignal.any([conversation.gone, broker.stopping]);
  const client = {
    ...conversation.runClient(terminal),
    stdout: conversation.sink(frameKinds.output),
    stderr: conversation.sink(frameKinds.errors),
    umask: session.terms.umask,
    ...(terminal.term !== undefined && { term: terminal.term }),
  };
  broker.running += 1;
  try {
    return await runForSession(context, { ...request, signal }, client);
  } catch (error) {
    throw broker.stopping.aborted ? sessionEnded() : error;
  } finally {
    broker.running -= 1;
  }
}

/** Prints the explanation; then fails as the run would. */
async function explain(
  io: Io,
  context: RunContext,
  request: RunRequest,
  options: { readonly redact: boolean; readonly json: boolean },
): Promise<number> {
  const held = io.hold !== undefined;
  const explanation = held
    ? await explainForAgent(context, request)
    : await explainForOwner(context, request, options.redact);
  if (options.json) await printJson(io, explanationAsJson(explanation));
  else await io.print(renderExplanation(explanationParts(explanation, held ? 'agent' : 'owner')));
  const [failure] = explanation.failures;
  if (failure !== undefined) throw failure;
  return 0;
}

function requestOf({ args, options }: RunInput): RunRequest {
  const { key: keys, env: alias, 'env-prefix': envPrefix, timeout, explain: explains, json } = options;
  if (keys.length === 0) {
    throw new VaultError('usage', 'run needs -k KEY', 'vaultctl run -k KEY -- COMMAND [ARGUMENTS]');
  }
  // What a program prints is its own; a run that is not explained prints nothing else.
  if (json && !explains) throw new VaultError('usage', '--json goes with --explain');
  return {
    secrets: {
      by: 'keys',
      keys,
      ...(alias !== undefined && { alias }),
      ...(envPrefix !== undefined && { envPrefix }),
    },
    command: args.command,
    args: args.args,
    ...(timeout !== undefined && { timeout: parseRunTimeout(timeout) }),
  };
}

function contextOf(io: Io, { context, places, masterPassword }: Opened): RunContext {
  if (io.hold !== undefined) {
    const { memory, hidden, trust, ownerLimit: limit } = io.hold.session;
    const { policyFile } = places;
    return { ...context, policyFile, cwd: io.cwd, env: io.env, masterPassword, hidden, trust, memory, limit };
  }
  return {
    ...context,
    policyFile: places.policyFile,
    cwd: io.cwd,
    env: io.env,
    masterPassword,
    hidden: hiddenPlaces(places, io.env),
    memory: createRunMemory(masterPassword),
    limit: createRunLimit(1, 0),
  };
}
