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
    files: [...(passwordFile ? [passwordFile] : []), ...sessionBuses(env)],
  };
}

/** Sockets of a session bus elsewhere than usual, by which the keychain is asked too. */
function sessionBuses({
  DBUS_SESSION_BUS_ADDRESS: addresses = '',
  XDG_RUNTIME_DIR,
}: NodeJS.ProcessEnv): string[] {
  const named = [...addresses.matchAll(/(?:^|;)unix:(?:[^;]*,)?path=([^,;]+)/g)];
  return [
    ...named.map(([, path = '']) => withoutEscapes(path)),
    ...(XDG_RUNTIME_DIR ? [`${XDG_RUNTIME_DIR}/bus`] : []),
  ];
}

/** D-Bus writes all but a few characters of a path as `%` and two hexadecimal digits. */
function withoutEscapes(path: string): string {
  const bytes = path.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Sockets of the user's systemd, session bus and containers; of an unlocked vault; of tmux; of screen. */
function orderTakers(env: NodeJS.ProcessEnv): string[] {
  const { TMUX_TMPDIR, HOME } = env;
  const user = process.getuid?.();
  if (user === undefined) return [];
  return [
    `/run/user/${user}`,
    ...runtimeDirectory(env),
    `${TMUX_TMPDIR || '/tmp'}/tmux-${user}`,
    '/run/screen',
    ...(HOME ? [`${HOME}/.screen`] : []),
  ];
}

/** All of the directory of the user's sockets; of one that is also the home, only the way to a session. */
function runtimeDirectory({ XDG_RUNTIME_DIR: named, HOME = '' }: NodeJS.ProcessEnv): string[] {
  // Others of this name are no place for sockets, and may be anything.
  if (!named || !isAbsolute(named) || !isPrivate(named)) return [];
  return [`${HOME}/`.startsWith(`${named}/`) ? `${named}/vaultctl` : named];
}
