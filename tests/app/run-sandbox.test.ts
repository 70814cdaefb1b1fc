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

test('the directory of the user’s sockets is hidden wherever it is, as long as it is the user’s alone', () => {
  const runtime = mkdtempSync(join(tmpdir(), 'vaultctl-runtime-'));
  try {
    expect(hiddenPlaces(places, { XDG_RUNTIME_DIR: runtime }).directories).toContain(runtime);
    // A working directory must not be empty because somebody named it so.
    chmodSync(runtime, 0o755);
    for (const named of [runtime, 'tests', '.', '/tmp'])
      expect(hiddenPlaces(places, { XDG_RUNTIME_DIR: named }).directories, named).not.toContain(named);
  } finally {
    rmSync(runtime, { recursive: true });
  }
});
