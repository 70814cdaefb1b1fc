import type { RunContext } from '../../src/app/run-context.ts';
import { createRunLimit } from '../../src/app/run-limit.ts';
import { createRunMemory } from '../../src/app/run-memory.ts';

/** What a run of an agent is given, around as much of a vault as it takes. */
export function runContext(vault: object, others: Partial<RunContext> = {}): RunContext {
  return {
    vault: vault as unknown as RunContext['vault'],
    actor: { source: 'mcp', action: 'secret_run', unlock: 'environment' },
    clock: () => new Date(0),
    warn: () => undefined,
    policyFile: '/nowhere',
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    masterPassword: Buffer.from('master word'),
    hidden: { directories: [], files: [] },
    memory: createRunMemory(Buffer.from('master word')),
    limit: createRunLimit(1, 1),
    ...others,
  };
}
