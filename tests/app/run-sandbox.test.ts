import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hiddenPlaces } from '../../src/app/run-sandbox.ts';

const places = { directory: '/home/me/.vault', state: '/home/me/.local/state/vaultctl', policyFile: '/p' };
const user = process.getuid?.() ?? 0;

test('the vault, what is remembered of it, and who takes orders are hidden from programs', () => {
  expect(hiddenPlaces(places, { HOME: '/home/me' })).toEqual({
    directories: [
      `/run/user/${user}`,
      `/tmp/tmux-${user}`,
      '/run/screen',
      '/home/me/.screen',
      '/home/me/.vault',
      '/home/me/.local/state/vaultctl',
    ],
    files: [],
  });
});

test('the password file is hidden, and tmux wherever its socket is', () => {
  const { directories, files } = hiddenPlaces(places, { TMUX_TMPDIR: '/t', VAULT_PASSWORD_FILE: '/run/pw' });
  expect(directories).toContain(`/t/tmux-${user}`);
  expect(files).toEqual(['/run/pw']);
});

test('a session bus elsewhere is hidden, however its address is written', () => {
  const bus = (address: string): readonly string[] =>
    hiddenPlaces(places, { DBUS_SESSION_BUS_ADDRESS: address }).files;
  expect(bus('unix:path=/tmp/bus-1')).toEqual(['/tmp/bus-1']);
  expect(bus('unix:path=/tmp/bus-1,guid=0a1b')).toEqual(['/tmp/bus-1']);
  expect(bus('unix:guid=0a1b,path=/tmp/bus-1;unix:path=/tmp/bus-2')).toEqual(['/tmp/bus-1', '/tmp/bus-2']);
  expect(bus('unix:path=/tmp/a%20b/%c3%a4')).toEqual(['/tmp/a b/\u00e4']);
  expect(bus('tcp:host=localhost,port=1')).toEqual([]);
  expect(hiddenPlaces(places, { XDG_RUNTIME_DIR: '/run/me' }).files).toEqual(['/run/me/bus']);
});

test('the directory of the user’s sockets is hidden wherever it is, as long as it is the user’s alone', () => {
  const runtime = mkdtempSync(join(tmpdir(), 'vaultctl-runtime-'));
  try {
    expect(hiddenPlaces(places, { XDG_RUNTIME_DIR: runtime }).directories).toContain(runtime);
    const { directories } = hiddenPlaces(places, { XDG_RUNTIME_DIR: runtime, HOME: join(runtime, 'me') });
    expect(directories).toContain(join(runtime, 'vaultctl'));
    expect(directories).not.toContain(runtime);
    // A working directory must not be empty because somebody named it so.
    chmodSync(runtime, 0o755);
    for (const named of [runtime, 'tests', '.', '/tmp'])
      expect(hiddenPlaces(places, { XDG_RUNTIME_DIR: named }).directories, named).not.toContain(named);
  } finally {
    rmSync(runtime, { recursive: true });
  }
});
