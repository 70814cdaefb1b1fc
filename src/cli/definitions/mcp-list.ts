import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { jsonOption } from './shared.ts';

const options = { json: jsonOption } as const;

export type McpListInput = Input<NoArguments, typeof options>;

export const mcpList = defineCommand({
  name: 'list',
  summary: 'Say which agent clients have the tool server',
  description:
    'Looks at the settings of every client that is known, for the user and for the project in this directory. ' +
    '"differs" means an entry other than the one that would be written now.',
  arguments: {},
  options,
  examples: [{ line: 'vaultctl mcp list', does: 'one line a client, with the file that is meant' }],
  load: () => import('../commands/mcp-list.ts'),
});
