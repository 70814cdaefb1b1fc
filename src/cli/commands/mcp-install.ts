import { planConnection } from '../../app/connect-client.ts';
import { connectionOf } from '../client-connection.ts';
import { changeClient, terminalOf } from '../change-client.ts';
import type { McpInstallInput } from '../definitions/mcp-install.ts';
import type { Io } from '../io.ts';

export async function run(io: Io, { args, options, vaultDir }: McpInstallInput): Promise<number> {
  const terminal = terminalOf(io, options.yes);
  const connection = connectionOf(io, args.client, options.project, vaultDir);
  const { title } = connection.client;
  const change = planConnection(connection);
  if (change === null) {
    io.say(`${title} has the tool server already`);
    return 0;
  }
  if (!(await changeClient(io, change, terminal))) return 1;
  io.say(`${title} has the tool server; restart it to load it`);
  io.say('  no password was written; unlock with: vaultctl unlock');
  return 0;
}
