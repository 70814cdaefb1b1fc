import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunLimit } from '../../src/app/run-limit.ts';
import { createRunMemory } from '../../src/app/run-memory.ts';
import { type CallScope, callTool } from '../../src/mcp/call-tool.ts';
import type { createProtocolServer } from '../../src/mcp/protocol-server.ts';
import { createVaultProvider } from '../../src/mcp/vault-provider.ts';
import { createVault } from '../../src/vault/create-vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import type { FieldDraft } from '../../src/vault/vault.ts';

export const PASSWORD = 'the master password of this fuzzing';
export const SECRET = 'value-that-no-line-may-hold-5f2c';

/** What a protocol server of the fuzzing is given. */
export type Scope = Parameters<typeof createProtocolServer>[0];

const clock = (): Date => new Date();

function field(name: string, sensitive: boolean, content: string): FieldDraft {
  return { name, sensitive, aliases: [], value: Buffer.from(content) };
}

/** A server's calls on a vault with one secret, and nothing that may run. */
export async function makeScope(): Promise<{ scope: Scope; close: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'vaultctl-fuzz-'));
  const place = { directory: join(home, '.vault'), state: join(home, 'state') };
  const password = Buffer.from(PASSWORD);
  await createVault(
    place,
    Buffer.from(PASSWORD),
    { source: 'cli', action: 'init', outcome: 'success' },
    clock,
  );
  const vault = await openVault(place, Buffer.from(PASSWORD), clock);
  const fields = [field('value', true, SECRET), field('user', false, 'me')];
  vault.change(
    (transaction) => transaction.put({ key: 'app', form: 'fields', fields, tags: [], bindings: new Map() }),
    () => ({ source: 'cli', action: 'set', outcome: 'success', key: 'app' }),
  );
  const opened = { password, unlock: 'environment', vault, memory: createRunMemory(password) } as const;
  const provider = createVaultProvider(async () => opened);
  const scope: CallScope = {
    vault: provider,
    warn: (warning) => assert.fail(warning),
    clock,
    cwd: home,
    env: {},
    // There is none: nothing is run.
    policyFile: join(home, 'policy.yaml'),
    hidden: { files: [], directories: [] },
    limit: createRunLimit(8, 64),
  };
  return {
    scope: {
      call: (asked) => callTool(scope, asked),
      version: '0',
      stop: new AbortController().signal,
      track: async (work) => work,
    },
    close: async () => {
      vault.close();
      await rm(home, { recursive: true });
    },
  };
}
