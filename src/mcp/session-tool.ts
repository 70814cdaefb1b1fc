import type { CallToolResult } from '@modelcontextprotocol/server';
import { classOfTool } from '../app/authority.ts';
import { VaultError } from '../errors.ts';
import type { ToolRequest } from '../session/messages.ts';
import type { Session } from '../session/session.ts';
import { callTool } from './call-tool.ts';
import { findTool } from './tools/catalog.ts';

/** Answers a tool call inside the session: its vault, its environment, its policy; the client's working directory. */
export function callToolInSession(
  session: Session,
  { name, args, client, cwd }: ToolRequest,
  signal: AbortSignal,
): Promise<CallToolResult> {
  // One that does not exist is refused as a server of its own would.
  if (findTool(name) !== undefined && classOfTool(name) !== 'use') {
    throw new VaultError('locked', 'this session only uses secrets');
  }
  const { vault, masterPassword, memory, places, trust, hidden, agentLimit, clock, terms } = session;
  const opened = { vault, memory, password: masterPassword, unlock: 'session' as const };
  const scope = {
    vault: { open: () => Promise.resolve(opened), close: () => undefined },
    // Nobody reads what this process says: what is to be known is in the journal.
    warn: () => undefined,
    env: { ...terms.env },
    cwd,
    clock,
    policyFile: places.policyFile,
    trust,
    hidden,
    limit: agentLimit,
  };
  return callTool(scope, { name, args, client, signal });
}
