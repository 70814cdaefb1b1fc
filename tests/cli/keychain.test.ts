import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { askKeychain } from '../../src/process/keychain.ts';
import { probeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, type Home, PASSWORD, useHome, withHome, withVault } from '../spec/support/home.ts';
import { keychainMarkers, keychainStatus, noKeychain, SessionBus } from './support/keychain.ts';

// Each test is a dozen commands.
vi.setConfig({ testTimeout: 90_000 });

const NEXT = 'willow-Anchor 31 below the Bridge';
const probe = await probeSandbox();

const around = useHome();
let bus: SessionBus;
beforeAll(async () => {
  if (noKeychain) return;
  bus = new SessionBus(around.file('bus'));
  await (await bus.start()).startKeyring();
});
afterAll(() => bus?.stop());

/** A vault whose password the keychain has. */
function withKeychain(body: (home: Home) => Promise<void>): Promise<void> {
  return withVault(async (home) => {
    await home.set('db/password', 'zq8fK2nXw5Tb7LdR3vHs');
    await home.ok(['keychain', 'enable'], { env: bus.env });
    await body(home);
  });
}

const locked = (): Record<string, string | undefined> => ({ ...bus.env, VAULT_PASSWORD: undefined });
const status = (home: Home, env = bus.env): Promise<unknown> => keychainStatus(home, env);

describe.skipIf(noKeychain)('a keychain', () => {
  test('is enabled by the password of the vault, told of, and disabled', () =>
    withVault(async (home) => {
      expect(await status(home)).toEqual({ status: 'disabled' });
      const enabled = await home.ok(['keychain', 'enable'], { env: bus.env });
      expect(enabled.stdout).toBe('');
      expect(enabled.stderr).toMatch(/^vaultctl: warning: any program of this user, .* reveal every secret/m);
      expect(await status(home)).toEqual({ status: 'enabled' });
      expect((await home.ok(['keychain', 'status'], { env: locked() })).stdout).toBe('enabled\n');
      expect(keychainMarkers(home)).toHaveLength(1);
      expect((await home.ok(['keychain', 'disable'], { env: locked() })).stderr).toMatch(/no longer holds/);
      expect(await status(home)).toEqual({ status: 'disabled' });
      expect(keychainMarkers(home)).toEqual([]);
      expect((await home.ok(['keychain', 'disable'], { env: locked() })).stderr).toMatch(/did not hold/);
      expect(await home.json(['audit', 'export'])).toMatchObject([
        { action: 'init' },
        { action: 'keychain enable', outcome: 'success', unlock: 'environment' },
      ]);
    }));

  test('takes no password but that of the vault', () =>
    withVault(async (home) => {
      const env = { ...bus.env, VAULT_PASSWORD: 'another one' };
      expect((await home.cli(['keychain', 'enable'], { env })).code).toBe(4);
      expect(await status(home)).toEqual({ status: 'disabled' });
      expect((await home.cli(['keychain', 'enable'], { env: locked() })).code).toBe(4);
    }));

  test('opens the vault for the tool server, and its records say so', () =>
    withKeychain(async (home) => {
      await withServer(
        home,
        async (server) => {
          expect(await server.ok('secret_exists', { key: 'db/password' })).toMatchObject({ exists: true });
          expect(server.transcript + server.stderr).not.toContain(PASSWORD);
        },
        { env: locked() },
      );
      const records = (await home.json(['audit', 'export'])) as { action: string; unlock: string }[];
      expect(records.at(-1)).toMatchObject({ action: 'secret_exists', source: 'mcp', unlock: 'keychain' });
    }));

  test.skipIf(!probe.ok)('is out of reach for the programs agents run in the sandbox', () =>
    withKeychain(async (home) => {
      await home.policy({ ...ALLOW_ALL, sandbox: 'required' });
      await withServer(
        home,
        async (server) => {
          const ask = { keys: [], command: 'test', args: ['-S', bus.socket] };
          expect(await server.ok('secret_run', ask)).toMatchObject({ exit_code: 1 });
          const there = { keys: [], command: 'test', args: ['-e', bus.socket] };
          expect(await server.ok('secret_run', there)).toMatchObject({ exit_code: 0 });
        },
        { env: locked() },
      );
    }),
  );

  test('gives the password to whatever program of the user asks it: a limit that enable tells of', () =>
    withKeychain(async (home) => {
      const account = keychainMarkers(home)[0]?.replace('.keychain', '') ?? '';
      const answer = await askKeychain({ operation: 'get', account }, bus.env, 20_000);
      expect(answer).toEqual({ kind: 'done', secret: Buffer.from(PASSWORD) });
    }));

  test('does not open the vault for what shows or changes secrets: that asks a person', () =>
    withKeychain(async (home) => {
      for (const args of [
        ['get', 'db/password'],
        ['get', 'db/password', '--masked'],
        ['export', '--all'],
        ['list'],
        ['run', '-k', 'db/password', '--', 'env'],
        ['set', 'new'],
        ['delete', 'db/password', '--yes'],
        ['passwd'],
        ['recovery', 'new'],
        ['keychain', 'enable'],
        ['audit', 'list'],
      ]) {
        const refused = await home.cli(args, { env: locked(), stdin: 'x' });
        expect(refused, args.join(' ')).toMatchObject({ code: 4, stdout: '' });
        expect(refused.stderr).toContain('no master password');
      }
    }));

  test('comes after VAULT_PASSWORD and VAULT_PASSWORD_FILE', () =>
    withKeychain(async (home) => {
      const file = await home.write('password', PASSWORD);
      for (const [env, unlock] of [
        [{ VAULT_PASSWORD: PASSWORD }, 'environment'],
        [{ VAULT_PASSWORD: undefined, VAULT_PASSWORD_FILE: file }, 'file'],
      ] as const) {
        await withServer(home, (server) => server.ok('secret_list', {}), { env: { ...bus.env, ...env } });
        const records = (await home.json(['audit', 'export'])) as { source: string }[];
        expect(records.findLast(({ source }) => source === 'mcp')).toMatchObject({ unlock });
      }
    }));

  test('hears of a new password', () =>
    withHome(async (home) => {
      const code = (await home.ok(['init', '--recovery'])).stdout.trim();
      await home.ok(['keychain', 'enable'], { env: bus.env });
      await home.ok(['passwd'], { env: bus.env, stdin: NEXT });
      await withServer(home, (server) => server.ok('secret_list', {}), { env: locked() });
      await home.ok(['recovery', 'use'], { env: bus.env, stdin: `${code}\nyet another 44 Words\n` });
      await withServer(home, (server) => server.ok('secret_list', {}), { env: locked() });
    }));

  test('that missed a new password is said to have the old one, then and later', () =>
    withKeychain(async (home) => {
      const away = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${home.file('none')}` };
      const changed = await home.ok(['passwd'], { env: away, stdin: NEXT });
      expect(changed.stderr).toMatch(/^vaultctl: warning: the keychain still has the old password/m);
      await withServer(
        home,
        async (server) => {
          const reason = 'the password in the keychain does not open this vault';
          expect(await server.fails('secret_list', {})).toContain(reason);
          expect(server.stderr).toContain('vaultctl keychain enable');
        },
        { env: locked() },
      );
    }));

  test('whose entry is gone is said to have none', () =>
    withKeychain(async (home) => {
      const other = home.file('state');
      await home.ok(['keychain', 'disable'], { env: { ...bus.env, XDG_STATE_HOME: other } });
      expect(await status(home)).toEqual({
        status: 'disabled',
        reason: 'its entry is gone from the keychain',
      });
      await withServer(
        home,
        async (server) => {
          expect(await server.fails('secret_list', {})).toContain('has no password for this vault any more');
        },
        { env: locked() },
      );
      const doctor = await home.ok(['doctor'], { env: bus.env });
      expect(doctor.stdout).toMatch(/^warning {2}keychain +switched on, but its entry is gone/m);
    }));

  test('is told of by doctor', () =>
    withKeychain(async (home) => {
      expect((await home.ok(['doctor'], { env: bus.env })).stdout).toMatch(
        /^note {5}keychain +holds the master password/m,
      );
      await home.ok(['keychain', 'disable'], { env: bus.env });
      expect((await home.ok(['doctor'], { env: bus.env })).stdout).toMatch(
        /^ok {7}keychain +does not hold the master password/m,
      );
    }));

  test('that cannot be reached any more is not used, and can be switched off all the same', () =>
    withKeychain(async (home) => {
      const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${home.file('none')}`, VAULT_PASSWORD: undefined };
      await withServer(
        home,
        async (server) => {
          expect(await server.fails('secret_list', {})).toMatch(
            /cannot be asked for the master password: there is no session bus/,
          );
        },
        { env },
      );
      const off = await home.cli(['keychain', 'disable'], { env });
      expect(off.code).toBe(1);
      expect(off.stderr).toContain('vaultctl does not use it any more');
      expect(keychainMarkers(home)).toEqual([]);
    }));
});
