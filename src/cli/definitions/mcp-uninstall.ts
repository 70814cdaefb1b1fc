import { defineCommand, type Input } from '../definition.ts';
import { clientArgument, connectOptions } from './mcp-shared.ts';

const args = { client: clientArgument } as const;

export type McpUninstallInput = Input<typeof args, typeof connectOptions>;

export const mcpUninstall = defineCommand({
  name: 'uninstall',
  summary: 'Take the tool server out of an agent client',
  description: 'Takes away the entry named vaultctl, and nothing else. A copy of what was there stays.',
  arguments: args,
  options: connectOptions,
  examples: [{ line: 'vaultctl mcp uninstall claude-code', does: 'disconnects Claude Code' }],
  load: () => import('../commands/mcp-uninstall.ts'),
});
