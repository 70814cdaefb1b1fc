import type { AppContext } from './context.ts';
import type { RunLimit } from './run-limit.ts';
import type { RunMemory } from './run-memory.ts';
import type { Masks } from '../process/sandbox/sandbox.ts';

/** What runs need beyond the vault. */
export interface RunContext extends AppContext {
  readonly policyFile: string;
  /** Absolute; the child's working directory too. */
  readonly cwd: string;
  /** The environment the child's is made from; programs are looked up on its PATH. */
  readonly env: NodeJS.ProcessEnv;
  /** Kept out of every child. */
  readonly masterPassword: Buffer;
  /** What a program in the sandbox must not see. */
  readonly hidden: Masks;
  readonly memory: RunMemory;
  readonly limit: RunLimit;
}
