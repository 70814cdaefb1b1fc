import { defineCommand } from '../definition.ts';

export const mcpServer = defineCommand({
  name: 'mcp-server',
  summary: 'Start the tool server for AI agents (stdio)',
  description:
    'Started by an agent client, not by hand: speaks MCP on standard input and output. ' +
    'The client gives it VAULT_PASSWORD or VAULT_PASSWORD_FILE, or it takes the password from the keychain where that is ' +
    'enabled. What agents may run is up to mcp-policy.yaml in the vault directory.',
  arguments: {},
  options: {},
  examples: [
    {
      line: '{"command": "vaultctl", "args": ["mcp-server"], "env": {"VAULT_PASSWORD": "<MASTER_PASSWORD>"}}',
      does: "an entry in a client's configuration",
    },
  ],
  load: () => import('../commands/mcp-server.ts'),
});
