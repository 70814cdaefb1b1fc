import {
  CLIENT_INFO_META_KEY,
  Server,
  type ServerContext,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolCall } from './call-tool.ts';
import { clientName } from './client-name.ts';
import { instructions } from './instructions.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { tools } from './tools/catalog.ts';
import type { Tool } from './tool.ts';

export interface ProtocolScope {
  readonly version: string;
  /** Answers a call, whatever goes wrong. */
  readonly call: (call: ToolCall) => Promise<CallToolResult>;
  /** Aborted when the server ends; ends every run. */
  readonly stop: AbortSignal;
  /** Told of each call, so that ending can wait for it. */
  readonly track: <T>(call: Promise<T>) => Promise<T>;
}

/**
 * The protocol's side of the server, for one connection in one of its two eras. The low-level class: the
 * high-level one validates arguments in an error shape that is not section 7's.
 */
export function createProtocolServer(scope: ProtocolScope): Server {
  const identity = { name: 'vaultctl', title: 'vaultctl secrets vault', version: scope.version };
  const server = new Server(identity, {
    capabilities: { tools: {} },
    instructions,
  });
  const listing = { tools: tools.map(listed) };
  server.setRequestHandler('tools/list', () => listing);
  server.setRequestHandler('tools/call', ({ params }, context) =>
    scope.track(
      scope.call({
        name: params.name,
        args: params.arguments ?? {},
        client: clientName(clientInfo(server, context)),
        signal: AbortSignal.any([context.mcpReq.signal, scope.stop]),
      }),
    ),
  );
  return server;
}

function listed(tool: Tool): ListedTool {
  const { name, title, description, annotations } = tool;
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(tool.input),
    outputSchema: jsonSchemaOf(tool.output),
    annotations: { title, ...annotations },
  };
}

/** The newest protocol names the client in every request, the older ones once in `initialize`. */
function clientInfo(server: Server, context: ServerContext): unknown {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  return envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
}
