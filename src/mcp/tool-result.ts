import type { CallToolResult } from '@modelcontextprotocol/server';
import { SensitiveFieldError } from '../app/get-field.ts';
import { messageOf } from '../app/audited.ts';

const ERROR_CODE = -32000;

/** A tool's answer: the object itself, and the same as text for clients that read only that. */
export function success(output: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output };
}

/** Section 7 of the specification as the first text; what the agent could do about it as the second. */
export function failure(error: unknown, hint: string | undefined): CallToolResult {
  const message = messageOf(error);
  const body = { error: error instanceof SensitiveFieldError ? message : { code: ERROR_CODE, message } };
  const texts = [JSON.stringify(body), ...(hint === undefined ? [] : [hint])];
  return { isError: true, content: texts.map((text) => ({ type: 'text', text })) };
}
