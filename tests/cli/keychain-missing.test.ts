import { cpSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { PROGRAM } from '../spec/support/cli.ts';
import { withServer } from '../spec/support/client.ts';
import { PASSWORD, withVault } from '../spec/support/home.ts';
import {
  keychainMarkers as markers,
  keychainStatus as status,
  noKeychain,
  SessionBus,
  silentBus,
} from './support/keychain.ts';

// Each test is a dozen commands.
vi.setConfig({ testTimeout: 90_000 });

describe.skipIf(process.platform !== 'linux')('without a keychain', () => {
  test('enable says what is missing and what to do instead, and status that it is unavailable', () =>
    withVault(async (home) => {
      const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${home.file('none')}` };
      const refused = await home.cli(['keychain', 'enable'], { env });
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/no session bus \(D-Bus\)[^]*VAULT_PASSWORD_FILE/);
      expect(await status(home, env)).toEqual({
        status: 'unavailable',
        reason: 'there is no session bus (D-Bus) here',
      });
      expect(markers(home)).toEqual([]);
      expect(await home.json(['audit', 'export'])).toMatchObject([
        {},
        { action: 'keychain enable', outcome: 'error', reason: expect.stringContaining('no session bus') },
      ]);
    }));

  test.skipIf(noKeychain)('on a bus without a Secret Service they say so', () =>
    withVault(async (home) => {
      const bare = await new SessionBus(home.file('bare')).start();
      try {
        const refused = await home.cli(['keychain', 'enable'], { env: bare.env });
        expect(refused.code).toBe(1);
        expect(refused.stderr).toMatch(/no program offers the Secret Service/);
        expect(await status(home, bare.env)).toMatchObject({ status: 'unavailable' });
      } finally {
        await bare.stop();
      }
    }),
  );

  test.skipIf(noKeychain)('a locked one that nobody unlocks is said to be that', () =>
    withVault(async (home) => {
      const before = await (await new SessionBus(home.file('bus')).start()).startKeyring();
      await home.ok(['keychain', 'enable'], { env: before.env });
      await before.stop();
      const after = await (await new SessionBus(home.file('bus')).start()).startLockedKeyring();
      try {
        const reason = 'it is locked, and nobody unlocked it';
        expect(await status(home, after.env)).toEqual({ status: 'unavailable', reason });
        await withServer(
          home,
          async (server) => {
            expect(await server.fails('secret_list', {})).toContain(reason);
          },
          { env: { ...after.env, VAULT_PASSWORD: undefined } },
        );
      } finally {
        await after.stop();
      }
    }),
  );

  test('a bus that never answers does not hang status', () =>
    withVault(async (home) => {
      const { address } = await silentBus(home.dir);
      expect(await status(home, { DBUS_SESSION_BUS_ADDRESS: address })).toEqual({
        status: 'unavailable',
        reason: 'it did not answer in 10 seconds',
      });
    }));

  test('a program installed without the optional library says that it is missing', () =>
    withVault(async (home) => {
      cpSync(dirname(PROGRAM), home.file('program'), { recursive: true });
      const program = [process.execPath, home.file('program', basename(PROGRAM))] as const;
      const refused = await home.cli(['keychain', 'enable'], { program });
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/not installed \(the optional package @napi-rs\/keyring\)/);
    }));

  test('a vault that does not use one never asks for it', () =>
    withVault(async (home) => {
      const { address, connected } = await silentBus(home.dir);
      const env = { DBUS_SESSION_BUS_ADDRESS: address };
      // Another vault does.
      await home.write(`.local/state/vaultctl/${'0'.repeat(32)}.keychain`, '');
      await home.ok(['list'], { env });
      await home.ok(['doctor'], { env });
      await home.ok(['passwd'], { env, stdin: PASSWORD });
      await withServer(
        home,
        async (server) => {
          expect(await server.fails('secret_list', {})).toBe('vault is locked: run vaultctl unlock');
        },
        { env: { ...env, VAULT_PASSWORD: undefined } },
      );
      expect(connected()).toBe(0);
    }));

  test('a password of the environment is taken without a look at it', () =>
    withVault(async (home) => {
      const { address, connected } = await silentBus(home.dir);
      const [anchor = ''] = readdirSync(home.file('.local/state/vaultctl'));
      await home.write(`.local/state/vaultctl/${anchor.replace('.anchor', '.keychain')}`, '');
      await withServer(home, (server) => server.ok('secret_list', {}), {
        env: { DBUS_SESSION_BUS_ADDRESS: address },
      });
      expect(connected()).toBe(0);
    }));
});
