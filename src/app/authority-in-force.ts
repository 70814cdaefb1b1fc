/** What a command started now would open the vault by. `none`: it would ask. */
export type Authority = 'environment' | 'file' | 'session' | 'none';

export function authorityInForce(env: NodeJS.ProcessEnv, hasSession: boolean): Authority {
  if (env['VAULT_PASSWORD'] !== undefined) return 'environment';
  if (env['VAULT_PASSWORD_FILE']) return 'file';
  return hasSession ? 'session' : 'none';
}
