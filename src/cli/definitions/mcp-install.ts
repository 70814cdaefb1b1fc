import { defineCommand, type Input } from '../definition.ts';
import { clientArgument, connectOptions } from './mcp-shared.ts';

const args = { client: clientArgument } as const;

export type McpInstallInput = Input<typeof args, typeof connectOptions>;

export const mcpInstall = defineCommand({
  name: 'install',
  summary: 'Add the tool server to an agent client',
  description:
    "Writes an entry with absolute paths into the client's settings, shows it first, and keeps a copy of what was there. " +
    'Everything else in the file stays as it is. No password is written: unlock the vault with vaultctl unlock, ' +
    'or give the client VAULT_PASSWORD_FILE yourself.',
  arguments: args,
  options: connectOptions,
  examples: [
    { line: 'vaultctl mcp install claude-code', does: 'connects Claude Code, for all your projects' },
    { line: 'vaultctl mcp install cursor --project', does: 'writes .cursor/mcp.json in this directory' },
    { line: 'vaultctl mcp install codex --vault-dir ~/work-vault --yes', does: 'connects another vault' },
  ],
  load: () => import('../commands/mcp-install.ts'),
});
