import type { Policy } from '../domain/policy/policy.ts';
import { VaultError } from '../errors.ts';
import type { Masks, Sandbox } from '../process/sandbox/sandbox.ts';
import type { Places } from './places.ts';

/** The sandbox a policy asks for; null without one. Throws `denied` when one is required and there is none. */
export async function sandboxFor(policy: Policy): Promise<Sandbox | null> {
  if (policy.sandbox === 'off') return null;
  const { probeSandbox } = await import('../process/sandbox/sandbox.ts');
  const probe = await probeSandbox();
  if (probe.ok) return probe.sandbox;
  if (policy.sandbox === 'auto') return null;
  throw new VaultError(
    'denied',
    `policy refused: sandbox is required, and ${probe.reason}`,
    'vaultctl doctor says what is missing; the owner can set sandbox: auto',
  );
}

/** What no agent's program may see: the vault, what is remembered about it, and the file with its password. */
export function hiddenPlaces({ directory, state }: Places, env: NodeJS.ProcessEnv): Masks {
  const passwordFile = env['VAULT_PASSWORD_FILE'];
  return { directories: [directory, state], files: passwordFile ? [passwordFile] : [] };
}
