import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentBus } from '../cli/support/keychain.ts';
import { askKeychain, helperEnvironment } from '../../src/process/keychain.ts';

const isLinux = process.platform === 'linux';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'keychain-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

describe.skipIf(!isLinux)('the keychain', () => {
  test('that never answers is given up in time, and its helper is ended', async () => {
    const { address, connected, closed } = await silentBus(folder());
    const began = performance.now();
    const answer = await askKeychain(
      { operation: 'get', account: 'x' },
      { DBUS_SESSION_BUS_ADDRESS: address },
      3000,
    );
    expect(answer).toEqual({ kind: 'failed', reason: 'it did not answer in 3 seconds' });
    expect(performance.now() - began).toBeLessThan(6000);
    expect(connected()).toBe(1);
    // Its end closes what it had opened.
    await closed();
  });

  test('that no bus leads to is said to be missing', async () => {
    for (const address of [`unix:path=${folder()}/nothing`, 'unix:path=/dev/null']) {
      const env = { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: folder() };
      expect(await askKeychain({ operation: 'get', account: 'x' }, env, 20_000), address).toEqual({
        kind: 'failed',
        reason: 'there is no session bus (D-Bus) here',
      });
    }
  });

  test('is never the one of the kernel, which would keep a password without a word until logout', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${folder()}/nothing` };
    const secret = Buffer.from('x');
    expect(await askKeychain({ operation: 'set', account: 'x', secret }, env, 20_000)).toMatchObject({
      kind: 'failed',
    });
  });
});

describe("the helper's environment", () => {
  test('leads to the session bus and holds nothing else', () => {
    const env = {
      HOME: '/h',
      PATH: '/p',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/b',
      VAULT_PASSWORD: 'secret',
      VAULT_PASSWORD_FILE: '/f',
      NODE_OPTIONS: '--inspect',
      LD_PRELOAD: '/evil.so',
      GITHUB_TOKEN: 'secret',
    };
    expect(helperEnvironment(env)).toEqual({
      HOME: '/h',
      PATH: '/p',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/b',
    });
  });

  test('has the bus of the runtime directory where the caller hands on no address', async () => {
    const runtime = folder();
    expect(helperEnvironment({ XDG_RUNTIME_DIR: runtime })).toEqual({ XDG_RUNTIME_DIR: runtime });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(runtime, 'bus'), resolve));
    onTestFinished(() => void server.close());
    expect(helperEnvironment({ XDG_RUNTIME_DIR: runtime })).toMatchObject({
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtime}/bus`,
    });
  });
});
