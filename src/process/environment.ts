/** The one place a child's environment is made. */

export type Environment = Record<string, string>;

const BASE = new Set(['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'TZ', 'TERM', 'TMPDIR']);
const OWN = new Set(['VAULT_PASSWORD', 'VAULT_PASSWORD_FILE']);

/** Shorter passwords are found in values by chance, so only a value that is one counts. */
const SHORTEST_CONTAINED = 8;

/** What a child of the tool server starts from: enough to find programs and speak the user's language. */
export function baseEnvironment(env: NodeJS.ProcessEnv, masterPassword: Buffer): Environment {
  return pick(env, masterPassword, (name) => BASE.has(name) || name.startsWith('LC_'));
}

/** What a child of `vaultctl run` starts from: all the caller has. */
export function inheritedEnvironment(env: NodeJS.ProcessEnv, masterPassword: Buffer): Environment {
  return pick(env, masterPassword, () => true);
}

/** A new environment with the variables over the base. */
export function withVariables(base: Environment, variables: ReadonlyMap<string, string>): Environment {
  const env = emptyEnvironment();
  for (const [name, value] of Object.entries(base)) env[name] = value;
  for (const [name, value] of variables) env[name] = value;
  return env;
}

/** The master password goes to no child, under no name; nor does the name of the file that holds it. */
function pick(
  env: NodeJS.ProcessEnv,
  masterPassword: Buffer,
  wanted: (name: string) => boolean,
): Environment {
  const picked = emptyEnvironment();
  // The opened vault's password is normalised; what the variable holds may not be.
  const passwords = [masterPassword.toString(), env['VAULT_PASSWORD'] ?? ''];
  const file = env['VAULT_PASSWORD_FILE'];
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || OWN.has(name) || !wanted(name)) continue;
    if (
      passwords.some((password) => carries(value, password)) ||
      (file !== undefined && file !== '' && value === file)
    )
      continue;
    picked[name] = value;
  }
  return picked;
}

function carries(value: string, password: string): boolean {
  if (password === '') return false;
  return password.length < SHORTEST_CONTAINED ? value === password : value.includes(password);
}

/** Without a prototype, so that no name of a variable means more than a variable. */
function emptyEnvironment(): Environment {
  const env: Environment = {};
  Object.setPrototypeOf(env, null);
  return env;
}
