import { symlink } from 'node:fs/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from './support/cli.ts';
import { LEGACY, MODERN, withServer } from './support/client.ts';
import { ALLOW_ALL, PASSWORD, useVault, withHome, type Home } from './support/home.ts';
import { node } from './support/probe.ts';
import { random } from './support/text.ts';

const VALUE = random();
const home = useVault(async (fresh) => {
  await fresh.policy(ALLOW_ALL);
  await fresh.set('app/token', VALUE);
});

/** The configuration entry of section 5.1: command, args and env, as an agent client starts it. */
const entry = (of: Home): { command: string; args: string[]; env: Record<string, string> } => ({
  command: PROGRAM,
  args: ['mcp-server'],
  env: { ...of.env, VAULT_PASSWORD: PASSWORD },
});
const RUN = {
  name: 'secret_run',
  arguments: { keys: ['app/token'], ...node('console.log(process.env.APP_TOKEN)') },
};
const REDACTED = { exit_code: 0, stdout: '[REDACTED:app/token]\n', stderr: '', sanitized: true };

describe('an agent client starts the server by its configuration entry', () => {
  for (const mode of ['legacy', 'auto', { pin: MODERN }] as const) {
    test(`[5.1] the current client, negotiating ${JSON.stringify(mode)}, lists and calls the tools`, async () => {
      const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode } });
      await client.connect(new StdioClientTransport({ ...entry(home), stderr: 'ignore' }));
      try {
        expect((await client.listTools()).tools).toHaveLength(8);
        const run = await client.callTool(RUN);
        expect(run.isError ?? false).toBe(false);
        expect(run.structuredContent).toMatchObject(REDACTED);
        const missing = await client.callTool({ name: 'secret_get_masked', arguments: { key: 'nope' } });
        expect(missing.isError).toBe(true);
        const { tools } = await client.listTools();
        for (const tool of tools) expect(tool.inputSchema.type).toBe('object');
      } finally {
        await client.close();
      }
    });
  }

  test('[5.1] the 1.x client lists and calls the tools', async () => {
    const client = new LegacyClient({ name: 'spec', version: '1' });
    await client.connect(new LegacyTransport({ ...entry(home), stderr: 'ignore' }));
    try {
      expect((await client.listTools()).tools).toHaveLength(8);
      expect((await client.callTool(RUN)).structuredContent).toMatchObject(REDACTED);
      const failed = await client.callTool({ name: 'secret_list_fields', arguments: { key: 'nope' } });
      expect(failed.isError).toBe(true);
    } finally {
      await client.close();
    }
  });

  for (const version of [...LEGACY, MODERN]) {
    test(`[D Tool server] the protocol revision ${version} is served`, () =>
      withServer(
        home,
        async (server) => {
          if (version !== MODERN) expect(server.handshake['protocolVersion']).toBe(version);
          else expect(server.handshake['supportedVersions']).toContain(MODERN);
          expect(await server.tools()).toHaveLength(8);
          expect(await server.ok('secret_exists', { key: 'app/token' })).toMatchObject({ exists: true });
        },
        { version },
      ));
  }
});

const byFile = (path: string): Record<string, string | undefined> => ({
  VAULT_PASSWORD: undefined,
  VAULT_PASSWORD_FILE: path,
});

describe('the master password', () => {
  test('[5.1] it is supplied through VAULT_PASSWORD', async () => {
    expect((await home.ok(['get', 'app/token'])).stdout).toBe(`${VALUE}\n`);
  });

  test('[5.1] pipelines rely on it: nothing is asked and standard input stays the data', async () => {
    await home.ok(['set', 'piped'], { stdin: 'from the pipe\n' });
    expect((await home.ok(['get', 'piped'])).stdout).toBe('from the pipe\n');
  });

  for (const [what, end] of [
    ['no newline', ''],
    ['one LF', '\n'],
  ] as const) {
    test(`[D Places and names] else VAULT_PASSWORD_FILE: a file with ${what} at its end`, async () => {
      const path = await home.write('password-file', PASSWORD + end);
      await home.ok(['get', 'app/token'], { env: byFile(path) });
    });
  }

  test('[D Places and names] only one trailing newline of the file is dropped', async () => {
    const path = await home.write('password-file-2', `${PASSWORD}\n\n`);
    expect(await home.cli(['get', 'app/token'], { env: byFile(path) })).toMatchObject({
      code: 4,
      stdout: '',
    });
  });

  test('[D Places and names] VAULT_PASSWORD wins over VAULT_PASSWORD_FILE', async () => {
    const path = await home.write('password-file-3', 'a wrong password');
    await home.ok(['get', 'app/token'], { env: { VAULT_PASSWORD_FILE: path } });
  });

  for (const mode of [0o644, 0o640, 0o660]) {
    test(`[D Places and names] a password file with mode ${mode.toString(8)} is refused`, async () => {
      const path = await home.write('password-file-4', PASSWORD, mode);
      const result = await home.cli(['get', 'app/token'], { env: byFile(path) });
      expect(result.code).not.toBe(0);
      expect(result.stdout).toBe('');
      expect(result.stderr).not.toContain(PASSWORD);
    });
  }

  test('[D Places and names] a password file that is a symbolic link is refused', async () => {
    const target = await home.write('password-file-5', PASSWORD);
    await symlink(target, home.file('password-link'));
    const result = await home.cli(['get', 'app/token'], { env: byFile(home.file('password-link')) });
    expect(result.code).not.toBe(0);
    expect(result.stdout).toBe('');
  });

  test('[D Places and names] a password file that does not exist is a clear error', async () => {
    const result = await home.cli(['get', 'app/token'], { env: byFile(home.file('no-such-file')) });
    expect(result.code).not.toBe(0);
    expect(result.stderr).toMatch(/no-such-file|VAULT_PASSWORD_FILE/);
  });

  test('[D Places and names] the password is NFKC-normalised: other spellings of the same text open the vault', () =>
    withHome(async (fresh) => {
      fresh.password = 'Caf\u00e9 \ufb01sh \u212bngstrom 42';
      await fresh.ok(['init']);
      await fresh.ok(['list'], { env: { VAULT_PASSWORD: 'Cafe\u0301 fish \u00c5ngstrom 42' } });
      expect(await fresh.cli(['list'], { env: { VAULT_PASSWORD: 'Cafe fish Angstrom 42' } })).toMatchObject({
        code: 4,
      });
    }));

  test('[D Places and names] a password of 1,024 bytes is taken', () =>
    withHome(async (fresh) => {
      fresh.password = 'aB3-'.repeat(256);
      await fresh.ok(['init']);
      await fresh.ok(['list']);
    }));

  test('[D Places and names] a password of 1,025 bytes is refused', () =>
    withHome(async (fresh) => {
      fresh.password = `${'aB3-'.repeat(256)}x`;
      expect((await fresh.cli(['init'])).code).not.toBe(0);
    }));
});
