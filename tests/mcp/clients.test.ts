import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { tools } from '../../src/mcp/tools/catalog.ts';
import { PROGRAM } from '../spec/support/cli.ts';
import { useVault } from '../spec/support/home.ts';

const home = useVault(async (created) => {
  await created.policy({ version: 1, default_action: 'deny', allowed_commands: ['true'] });
  await created.set('aws/access-key', 'value-of-the-key', '--tag', 'production', '--expires', '7d');
  const fields = ['--field', 'host=h', '--field', 'password', '--binding', 'P=password'];
  await created.ok(['set', 'db/prod', ...fields], { stdin: 'password-of-db' });
});

const server = () => ({
  command: process.execPath,
  args: [PROGRAM, 'mcp-server'],
  env: home.env,
  cwd: home.dir,
});
const info = { name: 'tests', version: '1' };

/** The arguments of each tool's own example, with a command that is there. */
function calls(): { name: string; arguments: Record<string, unknown> }[] {
  return tools.map(({ name, example }) => ({
    name,
    arguments: { ...example, ...('command' in example && { command: 'true', args: [] }) },
  }));
}

const modes = [
  { mode: 'legacy', expected: '2025-11-25' },
  { mode: 'auto', expected: '2026-07-28' },
  { mode: { pin: '2026-07-28' }, expected: '2026-07-28' },
] as const;

test.each(modes)('the SDK client 2.4 uses every tool in mode $mode', async ({ mode, expected }) => {
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(server()));
  try {
    expect(client.getNegotiatedProtocolVersion()).toBe(expected);
    expect(client.getInstructions()).toContain('[REDACTED:key]');
    expect((await client.listTools()).tools).toHaveLength(8);
    // The client checks each structured result against the declared output schema.
    for (const call of calls()) {
      const result = await client.callTool(call);
      expect(result, call.name).not.toMatchObject({ isError: true });
      expect(result.structuredContent, call.name).toBeDefined();
    }
    expect(await client.callTool({ name: 'secret_get_masked', arguments: { key: 'none' } })).toMatchObject({
      isError: true,
    });
  } finally {
    await client.close();
  }
});

test('the SDK client 1.x uses every tool', async () => {
  const client = new OldClient(info);
  await client.connect(new OldTransport(server()));
  try {
    expect((await client.listTools()).tools).toHaveLength(8);
    for (const call of calls()) {
      const result = await client.callTool(call);
      expect(result, call.name).not.toMatchObject({ isError: true });
      expect(result['structuredContent'], call.name).toBeDefined();
    }
    expect(await client.callTool({ name: 'secret_get', arguments: {} })).toMatchObject({ isError: true });
  } finally {
    await client.close();
  }
});
