import { placeOf, planDisconnection } from '../../app/connect-client.ts';
import { changeClient, terminalOf } from '../change-client.ts';
import { connectionOf } from '../client-connection.ts';
import type { McpUninstallInput } from '../definitions/mcp-uninstall.ts';
import type { Io } from '../io.ts';

export async function run(io: Io, { args, options, vaultDir }: McpUninstallInput): Promise<number> {
  const terminal = terminalOf(io, options.yes);
  const connection = connectionOf(io, args.client, options.project, vaultDir);
  const { title } = connection.client;
  const change = planDisconnection(connection);
  if (change === null) {
    io.say(`${title} does not have the tool server: there is no vaultctl in ${placeOf(connection)}`);
    return 0;
  }
  if (!(await changeClient(io, change, terminal))) return 1;
  io.say(`${title} does not have the tool server any more; restart it to end it`);
  return 0;
}
