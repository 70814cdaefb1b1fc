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
