import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ALLOW_ALL, exists, type Home, PASSWORD, useVault, withHome } from '../spec/support/home.ts';

interface Line {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly advice?: string;
}

const home = useVault();

/** What doctor says of one check, and its exit code. */
async function look(
  at: Home,
  check: string,
  env: Record<string, string | undefined> = {},
): Promise<{ code: number | null; stderr: string; line: Line }> {
  const { code, stdout, stderr } = await at.cli(['doctor', '--json'], { env });
  const lines: readonly Line[] = JSON.parse(stdout);
  const line = lines.find((each) => each.check === check);
  if (line === undefined) throw new Error(`no line about ${check}`);
  return { code, stderr, line };
}

const quiet = { VAULT_PASSWORD: undefined };

test('a vault as init makes it is sound, and no password is needed', async () => {
  const { code, stdout, stderr } = await home.cli(['doctor'], { env: quiet });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const check of ['node', 'vault directory', 'vault file', 'state directory', 'argon2', 'debugger']) {
    expect(stdout).toMatch(new RegExp(`^ok {7}${check} `, 'm'));
  }
  expect(stdout).toMatch(/^note {5}policy +there is none: agents can run nothing$/m);
  expect(stdout).toMatch(/^note {5}master password +asked for at a prompt/m);
});

test('without a session it is locked, and says how to change that', async () => {
  const { line } = await look(home, 'session', quiet);
  expect(line).toMatchObject({ status: 'note', detail: 'locked: there is none' });
  expect(line.advice).toContain('vaultctl unlock');
});

test('the columns are aligned', async () => {
  const { stdout } = await home.cli(['doctor'], { env: quiet });
  const starts = stdout
    .trimEnd()
    .split('\n')
    .map((line) => /^(?: +|\w+ +[a-z0-9-]+(?: [a-z]+)? {2,})/.exec(line)?.[0].length);
  expect(new Set(starts)).toEqual(new Set([26]));
});

test('nothing is made where there is no vault, which is missing', () =>
  withHome(async (empty) => {
    const { code, stderr, line } = await look(empty, 'vault directory', quiet);
    expect(line).toMatchObject({ status: 'missing', advice: expect.stringContaining('vaultctl init') });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'vaultctl: missing: vault directory\n' });
    expect(await exists(empty.vault)).toBe(false);
    expect(await exists(empty.file('.local'))).toBe(false);
  }));

const vaultOf = (at: Home): Promise<unknown> => mkdir(at.vault, { mode: 0o700 });
const stateOf = (at: Home, mode: number): Promise<unknown> =>
  mkdir(at.file('.local/state/vaultctl'), { recursive: true, mode });

describe('the vault and its directories', () => {
  test.each<{
    title: string;
    arrange: (at: Home) => Promise<unknown>;
    check: string;
    status: 'warning' | 'missing';
    detail: RegExp;
  }>([
    {
      title: 'a directory others may list',
      arrange: (at) => mkdir(at.vault, { mode: 0o755 }),
      check: 'vault directory',
      status: 'warning',
      detail: /mode 0755/,
    },
    {
      title: 'a directory others may write to',
      arrange: (at) => mkdir(at.vault).then(() => chmod(at.vault, 0o777)),
      check: 'vault directory',
      status: 'missing',
      detail: /written by other/,
    },
    {
      title: 'a link',
      arrange: (at) => mkdir(at.file('real')).then(() => symlink('real', at.vault)),
      check: 'vault directory',
      status: 'missing',
      detail: /is a symbolic link/,
    },
    {
      title: 'a file',
      arrange: (at) => at.write('.vault', ''),
      check: 'vault directory',
      status: 'missing',
      detail: /is a file/,
    },
    {
      title: 'a vault others may read',
      arrange: (at) => vaultOf(at).then(() => at.write('.vault/vault.db', '', 0o644)),
      check: 'vault file',
      status: 'missing',
      detail: /mode 0644/,
    },
    {
      title: 'a directory without a vault',
      arrange: vaultOf,
      check: 'vault file',
      status: 'missing',
      detail: /no vault found/,
    },
    {
      title: 'no state',
      arrange: vaultOf,
      check: 'state directory',
      status: 'warning',
      detail: /older copy/,
    },
    {
      title: 'a state others may list',
      arrange: (at) => vaultOf(at).then(() => stateOf(at, 0o755)),
      check: 'state directory',
      status: 'warning',
      detail: /mode 0755/,
    },
    {
      title: 'a state that is a file',
      arrange: (at) => vaultOf(at).then(() => at.write('.local/state/vaultctl', '')),
      check: 'state directory',
      status: 'warning',
      detail: /is a file/,
    },
  ])('$title', ({ arrange, check, status, detail }) =>
    withHome(async (fresh) => {
      await arrange(fresh);
      const { line, code, stderr } = await look(fresh, check, quiet);
      expect(line).toMatchObject({ status, detail: expect.stringMatching(detail) });
      if (status === 'missing')
        expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(check) });
    }),
  );

  test('a synced folder', () =>
    withHome(async (fresh) => {
      await mkdir(fresh.file('Dropbox/v'), { recursive: true, mode: 0o700 });
      const { line } = await look(fresh, 'vault directory', { VAULT_DIR: fresh.file('Dropbox/v') });
      expect(line).toMatchObject({ status: 'warning', detail: expect.stringContaining('(Dropbox)') });
    }));
});

describe('the policy', () => {
  const narrow = { default_action: 'deny', allowed_commands: ['cat'] };
  test.each([
    ['narrow', narrow, 0o600, 'ok', /default_action deny, 1 allowed, 0 denied, sandbox auto/, 0],
    ['open', { default_action: 'allow' }, 0o600, 'warning', /whatever it does not deny; 1 warning$/, 0],
    ['open and unguarded', ALLOW_ALL, 0o600, 'warning', /2 warnings/, 0],
    ['readable by others', narrow, 0o644, 'missing', /mode 0644, must be 0600/, 1],
    ['malformed', 'default_action: maybe\n', 0o600, 'missing', /must be allow or deny \(line 1\)/, 1],
  ] as const)('that is %s', async (_, policy, bits, status, detail, code) => {
    await home.policy(policy, bits);
    const found = await look(home, 'policy', quiet);
    expect(found.line).toMatchObject({ status, detail: expect.stringMatching(detail) });
    expect(found.code).toBe(code);
    await home.noPolicy();
  });

  test('that is a link', async () => {
    await symlink(await home.write('policy.yaml', 'version: 1\n'), home.policyFile);
    expect((await look(home, 'policy', quiet)).line).toMatchObject({
      status: 'missing',
      detail: 'policy refused: the file is a symbolic link',
    });
    await rm(home.policyFile);
  });
});

describe('the master password', () => {
  test.each([
    ['in a file', 0o600, PASSWORD, 'ok', 0, /from the file/],
    ['in a file others may read', 0o640, PASSWORD, 'missing', 1, /mode 0640/],
    ['in a file without anything', 0o600, '', 'missing', 1, /empty/],
  ] as const)('%s', async (_, bits, text, status, code, detail) => {
    const env = { VAULT_PASSWORD: undefined, VAULT_PASSWORD_FILE: await home.write('pw', text, bits) };
    const found = await look(home, 'master password', env);
    expect(found.line).toMatchObject({ status, detail: expect.stringMatching(detail) });
    expect(found.code).toBe(code);
  });

  test('in the environment is a warning, and nothing of it is shown', async () => {
    const { code, stdout } = await home.cli(['doctor']);
    expect(stdout).toMatch(/^warning {2}master password +from VAULT_PASSWORD:/m);
    expect(stdout).not.toContain(PASSWORD);
    expect(stdout).not.toMatch(new RegExp(`\\b${PASSWORD.length}\\b`));
    expect(code).toBe(0);
  });

  test.each([
    ['${VAULT_PASSWORD}', /placeholder/],
    ['', /empty/],
  ])('that is %j cannot be meant', async (password, detail) => {
    const { line, code } = await look(home, 'master password', { VAULT_PASSWORD: password });
    expect(line).toMatchObject({ status: 'missing', detail: expect.stringMatching(detail) });
    expect(code).toBe(1);
  });

  test('a path in VAULT_PASSWORD_FILE, which may be the password by mistake, is not shown', async () => {
    const { stdout, stderr } = await home.cli(['doctor'], {
      env: { VAULT_PASSWORD: undefined, VAULT_PASSWORD_FILE: 'hunter2-by-mistake' },
    });
    expect(stdout).toMatch(/VAULT_PASSWORD_FILE names does not exist/);
    expect(stdout + stderr).not.toContain('hunter2');
  });
});

describe('what Node.js was given', () => {
  test.each([
    ['--inspect=127.0.0.1:0', /--inspect:/],
    ['--no-warnings --require PRELOAD', /--require:/],
  ])('%s', async (options, detail) => {
    await writeFile(home.file('preload.cjs'), '');
    const NODE_OPTIONS = options.replace('PRELOAD', home.file('preload.cjs'));
    const { line, code } = await look(home, 'debugger', { ...quiet, NODE_OPTIONS });
    expect(line).toMatchObject({ status: 'warning', detail: expect.stringMatching(detail) });
    expect(line.detail).not.toContain('preload.cjs');
    expect(code).toBe(0);
  });

  test('is fine with harmless options', async () => {
    const NODE_OPTIONS = '--max-old-space-size=512';
    expect((await look(home, 'debugger', { ...quiet, NODE_OPTIONS })).line.status).toBe('ok');
  });
});
