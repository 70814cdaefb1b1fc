import type { RunContext } from '../../app/run-context.ts';
import { runForOwner } from '../../app/run-for-owner.ts';
import { createRunLimit } from '../../app/run-limit.ts';
import { createRunMemory } from '../../app/run-memory.ts';
import { hiddenPlaces } from '../../app/run-sandbox.ts';
import { parseRunTimeout } from '../../app/run-timeout.ts';
import type { RunRequest } from '../../app/run-request.ts';
import { explainForOwner } from '../../app/explain-run.ts';
import { explanationParts } from '../../app/explanation-lines.ts';
import { VaultError } from '../../errors.ts';
import type { RunInput } from '../definitions/run.ts';
import type { Io } from '../io.ts';
import { type Opened, withVault } from '../open-vault.ts';
import { printJson } from '../print-answer.ts';
import { explanationAsJson, renderExplanation } from '../render/explanation.ts';
import { sinkOf } from '../sink.ts';

export async function run(io: Io, input: RunInput): Promise<number> {
  const request = requestOf(input);
  const streams = { stdout: sinkOf(io.stdout.stream()), stderr: sinkOf(io.stderr.stream()) };
  return withVault(io, input.vaultDir, 'run', (opened) => {
    const context = contextOf(io, opened);
    if (input.options.explain) return explain(io, context, request, input.options);
    io.restoreUmask();
    return runForOwner(context, request, input.options.redact ? streams : undefined);
  });
}

/** Prints the explanation; then fails as the run would. */
async function explain(
  io: Io,
  context: RunContext,
  request: RunRequest,
  options: { readonly redact: boolean; readonly json: boolean },
): Promise<number> {
  const explanation = await explainForOwner(context, request, options.redact);
  if (options.json) await printJson(io, explanationAsJson(explanation));
  else await io.print(renderExplanation(explanationParts(explanation, 'owner')));
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
