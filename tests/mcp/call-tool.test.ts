import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { AuditEvent } from '../../src/domain/audit-record.ts';
import { callTool, type CallScope } from '../../src/mcp/call-tool.ts';
import { createRunLimit } from '../../src/app/run-limit.ts';
import { defineTool, READER, type ToolContext } from '../../src/mcp/tool.ts';
import type { OpenedVault } from '../../src/mcp/vault-provider.ts';

const SECRET = 'hunter2-hunter2';

/** A vault that fails in a way nobody foresaw, and the records it was given. */
function brokenVault(records: AuditEvent[]): OpenedVault {
  const vault = {
    find() {
      throw new TypeError(SECRET);
    },
    record: (event: AuditEvent) => records.push(event),
  };
  return { vault, unlock: 'environment', password: Buffer.from('p') } as unknown as OpenedVault;
}

function scopeOf(opened: OpenedVault, warnings: string[]): CallScope {
  return {
    vault: { open: () => Promise.resolve(opened), close: () => undefined },
    warn: (message) => void warnings.push(message),
    clock: () => new Date(0),
    cwd: '/',
    env: {},
    policyFile: '/nowhere',
    hidden: { directories: [], files: [] },
    limit: createRunLimit(1, 1),
  };
}

test('an error nobody foresaw is an internal error, of which only the class is shown', async () => {
  const [warnings, records]: [string[], AuditEvent[]] = [[], []];
  const call = {
    name: 'secret_exists',
    args: { key: 'k' },
    client: 'c 1',
    signal: new AbortController().signal,
  };
  const result = await callTool(scopeOf(brokenVault(records), warnings), call);
  expect(result).toEqual({
    isError: true,
    content: [{ type: 'text', text: '{"error":{"code":-32000,"message":"internal error"}}' }],
  });
  expect(warnings).toEqual(['internal error: TypeError']);
  expect(records).toMatchObject([
    { action: 'secret_exists', outcome: 'error', reason: 'internal error', client: 'c 1' },
  ]);
});

function leaky(result: object) {
  return defineTool({
    name: 'leaky',
    title: 'Leaky',
    description: '',
    annotations: READER,
    input: z.strictObject({}),
    output: z.strictObject({
      key: z.string(),
      list: z.array(z.strictObject({ name: z.string() })).optional(),
    }),
    example: {},
    run: () => result,
  });
}

describe('a result its schema does not foresee', () => {
  const context = {} as ToolContext;

  test.each([
    { key: 'k', value: SECRET },
    { key: 'k', list: [{ name: 'n', value: SECRET }] },
    { key: Buffer.from(SECRET) },
    {},
  ])('never leaves', async (result) => {
    await expect(leaky(result).call(context, {})).rejects.toThrow(z.ZodError);
  });

  test('is all that is stopped', async () => {
    expect(await leaky({ key: 'k', list: [] }).call(context, {})).toEqual({ key: 'k', list: [] });
  });
});
