import type { CallToolResult } from '@modelcontextprotocol/server';
import { messageOf } from '../app/audited.ts';
import { isKeychainEnabled } from '../app/keychain.ts';
import { vaultIsLocked } from '../app/master-password.ts';
import { createRunLimit } from '../app/run-limit.ts';
import { hiddenPlaces } from '../app/run-sandbox.ts';
import { VaultError } from '../errors.ts';
import { mayBeUnlocked } from '../session/connect.ts';
import { sessionPlace } from '../session/place.ts';
import { callTool, type ToolCall } from './call-tool.ts';
import { callRemoteTool } from './remote-tool.ts';
import type { ServeOptions } from './server.ts';
import { createVaultProvider, openWithPassword, type VaultProvider } from './vault-provider.ts';

/** Where a server's calls are answered. */
export interface Answering {
  call(call: ToolCall): Promise<CallToolResult>;
  close(): void;
}

const MAX_RUNNING = 8;
const MAX_WAITING = 64;

/** Here, with the password the environment gives; without one by the session, or else with the keychain's password. */
export function answerCalls(options: ServeOptions, warn: (message: string) => void): Answering {
  const password = takePassword(options.env);
  const here = answerHere(options, password, warn);
  // Set but empty is a mistake somewhere, and said as one.
  if (password.VAULT_PASSWORD !== undefined || password.VAULT_PASSWORD_FILE) {
    here.openAhead();
    return here;
  }
  const { places, env, cwd, version, vaultDir } = options;
  const place = sessionPlace(env, places.state);
  if (!mayBeUnlocked(place)) {
    if (isKeychainEnabled(places)) here.openAhead();
    else warn(`${vaultIsLocked().message}; until then every tool call fails`);
  }
  return {
    call: (call) =>
      !mayBeUnlocked(place) && isKeychainEnabled(places)
        ? here.call(call)
        : callRemoteTool(place, call, { cwd, version, vaultDir }),
    close: () => here.close(),
  };
}

function answerHere(
  { places, env, cwd, clock }: ServeOptions,
  password: NodeJS.ProcessEnv,
  warn: (message: string) => void,
): Answering & { openAhead(): void } {
  const vault = createVaultProvider(() => openWithPassword(places, password, env, clock));
  const scope = {
    vault,
    warn,
    env,
    cwd,
    clock,
    policyFile: places.policyFile,
    hidden: hiddenPlaces(places, env),
    limit: createRunLimit(MAX_RUNNING, MAX_WAITING),
  };
  return {
    call: (call) => callTool(scope, call),
    openAhead: () => openAhead(vault, warn),
    close: () => vault.close(),
  };
}

/** Takes the password out of the environment, where children and crash reports could find it. */
function takePassword(
  env: NodeJS.ProcessEnv,
): Pick<NodeJS.ProcessEnv, 'VAULT_PASSWORD' | 'VAULT_PASSWORD_FILE'> {
  const { VAULT_PASSWORD, VAULT_PASSWORD_FILE } = env;
  delete env['VAULT_PASSWORD'];
  return { VAULT_PASSWORD, VAULT_PASSWORD_FILE };
}

/** Derives the key while the client shakes hands; calls say again what goes wrong. */
function openAhead(vault: VaultProvider, warn: (message: string) => void): void {
  vault.open().catch((error: unknown) => {
    const hint = error instanceof VaultError && error.hint !== undefined ? ` (${error.hint})` : '';
    warn(`the vault is not open: ${messageOf(error)}${hint}; every tool call fails until this is mended`);
  });
}
