import type { CallToolResult } from '@modelcontextprotocol/server';
import { vaultIsLocked } from '../app/master-password.ts';
import { VaultError } from '../errors.ts';
import { requestAnswer } from '../session/request-answer.ts';
import type { SessionPlace } from '../session/place.ts';
import type { ToolCall } from './call-tool.ts';
import type { ToolRequest } from '../session/messages.ts';
import { failure } from './tool-result.ts';

/** Has a call answered by the session of this user, as it is at the moment: locked, unlocked, locked again. */
export async function callRemoteTool(
  place: SessionPlace,
  { name, args, client, signal }: ToolCall,
  server: Pick<ToolRequest, 'cwd' | 'version' | 'vaultDir'>,
): Promise<CallToolResult> {
  try {
    const request = { type: 'tool', ...server, name, args, client } as const;
    const answer = await requestAnswer(place, request, signal);
    if (answer === null) throw vaultIsLocked();
    if (!isToolResult(answer)) throw new TypeError('the session answered something else');
    return answer;
  } catch (error) {
    return failure(error, error instanceof VaultError ? error.hint : undefined);
  }
}

function isToolResult(answer: unknown): answer is CallToolResult {
  return (
    typeof answer === 'object' && answer !== null && 'content' in answer && Array.isArray(answer.content)
  );
}
