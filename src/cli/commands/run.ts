import type { RunContext } from '../../app/run-context.ts';
import { runForOwner } from '../../app/run-for-owner.ts';
import { createRunLimit } from '../../app/run-limit.ts';
import { createRunMemory } from '../../app/run-memory.ts';
import { parseRunTimeout } from '../../app/run-timeout.ts';
import type { RunRequest } from '../../app/run-request.ts';
import { VaultError } from '../../errors.ts';
import type { RunInput } from '../definitions/run.ts';
import type { Io } from '../io.ts';
import { type Opened, withVault } from '../open-vault.ts';

import { sinkOf } from '../sink.ts';

export async function run(io: Io, input: RunInput): Promise<number> {
  const request = requestOf(input);
  const streams = { stdout: sinkOf(io.stdout.stream()), stderr: sinkOf(io.stderr.stream()) };
  return withVault(io, input.vaultDir, 'run', (opened) => {
    io.restoreUmask();
    return runForOwner(contextOf(io, opened), request, input.options.redact ? streams : undefined);
  });
}

function requestOf({ args, options }: RunInput): RunRequest {
  const { key: keys, env: alias, 'env-prefix': envPrefix, timeout } = options;
  if (keys.length === 0) {
    throw new VaultError('usage', 'run needs -k KEY', 'vaultctl run -k KEY -- COMMAND [ARGUMENTS]');
  }
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
    memory: createRunMemory(masterPassword),
    limit: createRunLimit(1, 0),
  };
}
