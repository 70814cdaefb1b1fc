import type { Policy } from '../domain/policy/policy.ts';
import { VaultError } from '../errors.ts';
import { policySummary, policyWarnings } from './check-policy.ts';
import type { PolicyPlace } from './check-policy-entry.ts';
import { type Finding, findingOf } from './finding.ts';
import { loadPolicy } from './policy-file.ts';

/** Whether agents' runs find a policy they may go by. */
export async function policyFinding(file: string, place: PolicyPlace): Promise<Finding> {
  const check = 'policy';
  try {
    const { policy } = await loadPolicy(file);
    const warnings = await policyWarnings(policy, place);
    const summary = policySummary(policy);
    if (warnings.length === 0) return { check, status: 'ok', detail: summary };
    const lists = 'vaultctl policy check says what each means';
    const open = policy.defaultAction === 'allow' ? 'agents may run whatever it does not deny; ' : '';
    return {
      check,
      status: 'warning',
      detail: `${summary}; ${open}${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}`,
      advice: lists,
    };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    const none = error.message === 'policy not found';
    return findingOf(check, none ? 'note' : 'missing', {
      message: none ? 'there is none: agents can run nothing' : error.message,
      hint: error.hint,
    });
  }
}

/** What the policy says of the sandbox; without a policy that can be read, what it would say by default. */
export async function sandboxSetting(file: string): Promise<Policy['sandbox']> {
  try {
    return (await loadPolicy(file)).policy.sandbox;
  } catch (error) {
    if (error instanceof VaultError) return 'auto';
    throw error;
  }
}
