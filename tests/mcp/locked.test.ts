import { describe, expect, test } from 'vitest';
import { ERAS, withServer } from '../spec/support/client.ts';
import { PASSWORD, withHome, withVault } from '../spec/support/home.ts';
import { tools } from '../../src/mcp/tools/catalog.ts';

const CASES: [string, string | undefined, RegExp][] = [
  ['no password', undefined, /vault is locked: run vaultctl unlock/],
  ['an empty password', '', /VAULT_PASSWORD is set but empty/],
  ['a placeholder the client did not fill in', '${VAULT_PASSWORD}', /literal text/],
  ['a wrong password', 'not the password at all', /wrong/],
];

describe.each(ERAS)('a server in %s', (version) => {
  test.each(CASES)(
    'with %s starts, says so, and fails every call with that reason',
    async (_, password, reason) => {
      await withVault((home) =>
        withServer(
          home,
          async (server) => {
            expect(await server.tools()).toHaveLength(8);
            const reasons = new Set<string>();
            for (const { name, example } of tools) reasons.add(await server.fails(name, example));
            reasons.add(await server.fails('secret_get'));
            expect(reasons.size).toBe(1);
            expect([...reasons][0]).toMatch(reason);
            expect(server.stderr).toMatch(reason);
            if (password !== undefined && password !== '' && !password.startsWith('$')) {
              expect(server.transcript + server.stderr).not.toContain(password);
            }
          },
          { version, env: { VAULT_PASSWORD: password } },
        ),
      );
    },
  );

  test('without a vault fails every call, and works once there is one', async () => {
    await withHome((home) =>
      withServer(
        home,
        async (server) => {
          expect(await server.fails('secret_list')).toMatch(/vault/);
          await home.ok(['init']);
          await home.set('later', 'value');
          expect(await server.ok('secret_exists', { key: 'later' })).toMatchObject({ exists: true });
        },
        { version },
      ),
    );
  });
});

test('the password may come from a file, which may be mended while the server runs', async () => {
  await withVault(async (home) => {
    const file = await home.write('password', 'a wrong one\n');
    const env = { VAULT_PASSWORD: undefined, VAULT_PASSWORD_FILE: file };
    await withServer(
      home,
      async (server) => {
        expect(await server.fails('secret_list')).toMatch(/wrong/);
        await home.write('password', `${PASSWORD}\n`);
        expect(await server.ok('secret_list')).toEqual({ secrets: [] });
      },
      { env },
    );
  });
});

test('the master password is in no variable of a child', async () => {
  await withVault(async (home) => {
    await home.policy({ version: 1, default_action: 'allow' });
    await withServer(home, async (server) => {
      const command = {
        command: process.execPath,
        args: ['-e', 'console.log(Object.keys(process.env).join())'],
      };
      const { stdout } = await server.ok('secret_run', { keys: [], ...command });
      expect(stdout).toContain('PATH');
      expect(stdout).not.toMatch(/VAULT_PASSWORD/);
    });
  });
});
