import { judge } from '../domain/policy/judge.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { createWorld } from '../process/resolve.ts';
import type { PolicyPlace } from './check-policy-entry.ts';

/** What a policy says to one command, and the rule that decides. */
export interface PolicyAnswer {
  readonly allowed: boolean;
  readonly rule: string;
}

/** The verdict an agent would meet, by the same judgement that runs go through. */
export async function explainPolicy(
  policy: Policy,
  [command, ...args]: readonly [string, ...string[]],
  { env, cwd }: PolicyPlace,
): Promise<PolicyAnswer> {
  const { ok: allowed, rule } = await judge(
    policy,
    command,
    args,
    createWorld({ cwd, path: env['PATH'] ?? '' }),
  );
  return { allowed, rule };
}
