import { VaultError } from '../errors.ts';
import { type Finding, findingOf } from './finding.ts';
import { passwordFromEnvironment } from './master-password.ts';

const CHECK = 'master password';

/** Where the master password would come from; nothing of it, not even its length. */
export function passwordFinding(env: NodeJS.ProcessEnv): Finding {
  try {
    const given = passwordFromEnvironment(env);
    given?.password.fill(0);
    return given === null ? asked : given.unlock === 'file' ? fromFile : fromVariable;
  } catch (error) {
    if (error instanceof VaultError) return findingOf(CHECK, 'missing', error);
    throw error;
  }
}

const asked: Finding = {
  check: CHECK,
  status: 'note',
  detail: 'asked for at a prompt, since neither VAULT_PASSWORD nor VAULT_PASSWORD_FILE is set',
  advice:
    'the tool server cannot ask: it goes through a session (vaultctl unlock) or the keychain (vaultctl keychain enable), or is given one of the two',
};

const fromFile: Finding = {
  check: CHECK,
  status: 'ok',
  detail: 'from the file VAULT_PASSWORD_FILE names, yours alone with mode 0600',
};

const fromVariable: Finding = {
  check: CHECK,
  status: 'warning',
  detail:
    'from VAULT_PASSWORD: other programs of this user can read it in the environment of the shell or client that exported it',
  advice: 'VAULT_PASSWORD_FILE, naming a file of mode 0600, keeps it out of every environment',
};
