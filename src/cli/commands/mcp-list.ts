import { type SurveyedClient, surveyClients } from '../../app/client-survey.ts';
import { worldOf } from '../client-connection.ts';
import type { McpListInput } from '../definitions/mcp-list.ts';
import type { Io } from '../io.ts';
import { printJson } from '../print-answer.ts';
import { renderTable } from '../render/table.ts';

export async function run(io: Io, { options, vaultDir }: McpListInput): Promise<number> {
  const found = surveyClients(worldOf(io, vaultDir));
  if (options.json) await printJson(io, found);
  else await io.print(renderTable(['CLIENT', 'SCOPE', 'STATE', 'FILE'], found.map(rowOf), io.stdout));
  for (const { reason } of found) if (reason !== undefined) io.say(`vaultctl: ${reason}`);
  return 0;
}

function rowOf({ client, scope, state, file }: SurveyedClient): string[] {
  return [client, scope, state, file];
}
