import { defineCommand } from '../definition.ts';

export const mcpServer = defineCommand({
  name: 'mcp-server',
  summary: 'Start the tool server for AI agents (stdio)',
  description:
    'Started by an agent client, not by hand: speaks MCP on standard input and output. ' +
    'It goes through the session that vaultctl unlock opens, or takes the password from the keychain where that is enabled; ' +
    'VAULT_PASSWORD and VAULT_PASSWORD_FILE outrank both. What agents may run is up to mcp-policy.yaml in the vault directory.',
  arguments: {},
  options: {},
  examples: [
    {
      line: '{"command": "vaultctl", "args": ["mcp-server"]}',
      does: "an entry in a client's configuration, as vaultctl mcp install writes it",
    },
  ],
  load: () => import('../commands/mcp-server.ts'),
});
