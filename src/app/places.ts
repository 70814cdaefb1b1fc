import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Place } from '../vault/vault.ts';

/** Where this user's vault, policy and state are. */
export interface Places extends Place {
  readonly policyFile: string;
}

/** `--vault-dir`, else `VAULT_DIR`, else `~/.vault`; state is kept outside of it, by the XDG rules. */
export function findPlaces(env: NodeJS.ProcessEnv, cwd: string, vaultDir?: string): Places {
  const home = env['HOME'] || homedir();
  const directory = resolve(cwd, vaultDir || env['VAULT_DIR'] || join(home, '.vault'));
  const xdg = env['XDG_STATE_HOME'];
  const stateHome = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local', 'state');
  return { directory, state: join(stateHome, 'vaultctl'), policyFile: policyFileOf(directory) };
}

/** The policy of the vault in a directory. */
export function policyFileOf(directory: string): string {
  return join(directory, 'mcp-policy.yaml');
}
