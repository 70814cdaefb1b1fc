import { isAbsolute } from 'node:path';
import type { Policy } from '../domain/policy/policy.ts';
import { VaultError } from '../errors.ts';
import type { Masks, Sandbox } from '../process/sandbox/sandbox.ts';
import { isPrivate } from '../vault/own-place.ts';
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

/**
 * What no agent's program may see: the vault, what is remembered about it, the file with its password, and where
 * programs of this user take orders to run others, outside of the sandbox.
 */
export function hiddenPlaces({ directory, state }: Places, env: NodeJS.ProcessEnv): Masks {
  const passwordFile = env['VAULT_PASSWORD_FILE'];
  return {
    directories: [...orderTakers(env), directory, state],
    files: passwordFile ? [passwordFile] : [],
  };
}

/** Sockets of the user's sessions of vaultctl, systemd, session bus and containers; of tmux; of screen. */
function orderTakers({ XDG_RUNTIME_DIR, TMUX_TMPDIR, HOME }: NodeJS.ProcessEnv): string[] {
  const user = process.getuid?.();
  if (user === undefined) return [];
  return [
    `/run/user/${user}`,
    // Others of this name are no place for sockets, and may be anything.
    ...(XDG_RUNTIME_DIR && isAbsolute(XDG_RUNTIME_DIR) && isPrivate(XDG_RUNTIME_DIR)
      ? [XDG_RUNTIME_DIR]
      : []),
    `${TMUX_TMPDIR || '/tmp'}/tmux-${user}`,
    '/run/screen',
    ...(HOME ? [`${HOME}/.screen`] : []),
  ];
}
