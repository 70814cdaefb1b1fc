import type { AppContext } from './context.ts';
import type { RunLimit } from './run-limit.ts';
import type { RunMemory } from './run-memory.ts';
import type { Masks } from '../process/sandbox/sandbox.ts';

/** In a session no policy is obeyed but the one that was sealed. */
export interface PolicyTrust {
  /** Of the file's bytes, as `LoadedPolicy` has it; null: no policy was there. */
  readonly hash: string | null;
  /** Absolute: where relative paths in the policy start, whatever the client's working directory. */
  readonly base: string;
}

/** What runs need beyond the vault. */
export interface RunContext extends AppContext {
  readonly policyFile: string;
  /** None: the policy is obeyed as it is now. */
  readonly trust?: PolicyTrust;
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
