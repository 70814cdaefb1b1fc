import type { CallToolResult } from '@modelcontextprotocol/server';
import { recordFailure } from '../app/audited.ts';
import type { RunContext } from '../app/run-context.ts';
import { VaultError } from '../errors.ts';
import { agentHint } from './agent-hint.ts';
import type { Tool, ToolContext } from './tool.ts';
import { failure, success } from './tool-result.ts';
import { findTool, tools } from './tools/catalog.ts';
import type { OpenedVault, VaultProvider } from './vault-provider.ts';

/** What every call of one server shares. */
export interface CallScope extends Pick<
  RunContext,
  'clock' | 'cwd' | 'env' | 'policyFile' | 'trust' | 'hidden' | 'limit'
> {
  readonly vault: VaultProvider;
  /** One line on standard error. */
  readonly warn: (message: string) => void;
}

export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly client: string | undefined;
  readonly signal: AbortSignal;
}

/** Answers a call. Whatever goes wrong is an answer too; nothing is thrown. */
export async function callTool(scope: CallScope, call: ToolCall): Promise<CallToolResult> {
  let opened: OpenedVault | undefined;
  try {
    opened = await scope.vault.open();
    const tool = findTool(call.name);
    const context = contextOf(scope, opened, call, tool);
    if (tool === undefined) throw refuseUnknown(context, call.name);
    return success(await tool.call(context, call.args));
  } catch (error) {
    if (!(error instanceof VaultError)) scope.warn(`internal error: ${classOf(error)}`);
    return failure(error, agentHint(error, opened?.vault));
  }
}

/** The name of an error's class: all of an unforeseen error that is safe to show. */
export function classOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}

function contextOf(
  scope: CallScope,
  opened: OpenedVault,
  call: ToolCall,
  tool: Tool | undefined,
): ToolContext {
  const { clock, cwd, env, policyFile, trust, hidden, limit, warn } = scope;
  const { vault, unlock, memory, password } = opened;
  const { client, signal } = call;
  const action = tool?.name ?? 'unknown tool';
  const actor = { source: 'mcp', action, unlock, ...(client !== undefined && { client }) } as const;
  return {
    vault,
    actor,
    clock,
    warn,
    policyFile,
    ...(trust !== undefined && { trust }),
    hidden,
    cwd,
    env,
    memory,
    limit,
    signal,
    masterPassword: password,
  };
}

function refuseUnknown(context: RunContext, name: string): VaultError {
  const error = new VaultError('invalid', `unknown tool: ${name.slice(0, 100)}`, hintForUnknown(name));
  recordFailure(context, {}, error);
  return error;
}

function hintForUnknown(name: string): string {
  const known = `The tools are ${tools.map((tool) => tool.name).join(', ')}.`;
  if (!/^secret_(get|read|show|reveal)/.test(name)) return known;
  return `No tool returns a secret in plain text. To use one without seeing it, run a program with secret_run; to check its shape, secret_get_masked. ${known}`;
}
