import { chmod, mkdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type PolicyKeys, useHome, withHome } from '../spec/support/home.ts';

interface Line {
  readonly check: string;
  readonly status: string;
  readonly detail: string;
  readonly advice?: string;
}

/** There is no vault here, and no password. */
const home = useHome(async (fresh) => {
  fresh.password = undefined;
  await mkdir(fresh.vault, { mode: 0o700 });
});

async function check(
  policy: PolicyKeys | string,
  bits = 0o600,
): Promise<{ code: number | null; lines: readonly Line[] }> {
  await home.policy(policy, bits);
  const { code, stdout } = await home.cli(['policy', 'check', '--json']);
  return { code, lines: JSON.parse(stdout) };
}

const allowing = (...allowed: string[]): PolicyKeys => ({ allowed_commands: allowed });

describe('a policy that would be refused', () => {
  test.each([
    ['an unknown key', 'version: 1\nallow: [git]\n', 0o600, /unknown key "allow".*\(line 2\)/],
    ['a wrong type', 'version: "1"\n', 0o600, /version must be the number 1 \(line 1\)/],
    ['no YAML', 'a: [\n', 0o600, /not valid YAML/],
    ['a mode that is too wide', 'version: 1\n', 0o640, /mode 0640, must be 0600/],
  ])('%s', async (_, policy, bits, detail) => {
    const { code, lines } = await check(policy, bits);
    expect(lines).toEqual([
      expect.objectContaining({ status: 'error', detail: expect.stringMatching(detail) }),
    ]);
    expect(code).toBe(1);
  });

  test('one that is not there', () =>
    withHome(async (empty) => {
      const { code, stdout } = await empty.cli(['policy', 'check']);
      expect(stdout).toMatch(/^error {4}policy {2}policy not found$/m);
      expect(code).toBe(1);
    }));
});

test('a narrow policy has no warnings', async () => {
  const { code, lines } = await check(allowing('cat', 'true', '/bin/ls -l'));
  expect(lines).toEqual([
    {
      check: 'policy',
      status: 'ok',
      detail: 'default_action deny, 3 allowed, 0 denied, sandbox auto, redaction full',
    },
  ]);
  expect(code).toBe(0);
});

describe('settings that protect less', () => {
  test.each([
    ['default_action', { default_action: 'allow' }],
    ['sandbox', { sandbox: 'off' }],
    ['redaction', { redaction: 'exact' }],
  ])('%s', async (key, policy) => {
    const { code, lines } = await check(policy);
    expect(lines.slice(1)).toEqual([expect.objectContaining({ check: key, status: 'warning' })]);
    expect(code).toBe(0);
  });
});

describe('an entry of allowed_commands', () => {
  test.each([
    ['sh', /agents can steer sh: -c runs any text/],
    ['/bin/sh', /agents can steer \/bin\/sh/],
    ['sh -c', /-c runs any text/],
    ['find', /-exec runs any program/],
    ['find /srv -name', /-exec runs any program, also behind/],
    ['awk', /ENVIRON prints every variable/],
    ['tar', /--checkpoint-action/],
    ['nice', /runs the program its arguments name/],
    ['nice find', /agents can steer find/],
    ['no-such-program', /not on the PATH here/],
    ['/no/such/program', /is not here/],
    ['~/bin/tool', /~ is not expanded/],
    ['lis*', /wildcards are not supported/],
    ['cat *', /\* stands for itself/],
    ["cat 'a", /'a stands for itself/],
    ['env', /never runs: always denied: env/],
    ['nice printenv', /never runs: always denied: printenv/],
    ['cat /proc/self/environ', /never runs: always denied: reading a process environment/],
    ['/etc/passwd', /cannot be executed/],
    ['sh script.sh', /script\.sh is looked up in the directory the tool server/],
    ['nice sh script.sh', /script\.sh is looked up in the directory the tool server/],
    ['sh /no/such/script', /runs \/no\/such\/script, which is not here/],
  ])('%s', async (entry, detail) => {
    const { code, lines } = await check(allowing(entry));
    expect(lines.slice(1).map((line) => line.detail)).toContainEqual(expect.stringMatching(detail));
    expect(lines.slice(1).every((line) => line.check === entry && line.status === 'warning')).toBe(true);
    expect(code).toBe(0);
  });

  test('a launcher is judged by the program its entry names', async () => {
    expect((await check(allowing('nice cat'))).lines.slice(1)).toEqual([]);
  });

  test('a steerable program that is not here is told of all the same', async () => {
    const { lines } = await check(allowing('kubectl', 'kubectl get'));
    expect(lines.filter(({ detail }) => detail.includes('--kubeconfig'))).toHaveLength(2);
  });

  test('what is allowed and denied never runs; what is denied in part does', async () => {
    const { lines } = await check({ allowed_commands: ['cat -n', 'ls'], denied_commands: ['cat', 'ls -l'] });
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({ check: 'cat -n', detail: 'never runs: denied_commands: cat' }),
    ]);
  });

  test('a file that others may write, and one of a directory they may', async () => {
    const tool = await home.write('tools/tool', '#!/bin/sh\n', 0o755);
    expect((await check(allowing(tool))).lines.slice(1)).toEqual([]);
    await chmod(tool, 0o775);
    expect((await check(allowing(tool))).lines[1]?.detail).toContain(`the group can write to ${tool}`);
    await chmod(tool, 0o755);
    await chmod(home.file('tools'), 0o777);
    expect((await check(allowing(tool))).lines[1]?.detail).toContain('every user can write to');
    expect((await check(allowing(`sh ${tool}`))).lines[1]?.detail).toContain('every user can write to');
    await chmod(home.file('tools'), 0o755);
    expect((await check(allowing(`sh ${tool}`))).lines.slice(1)).toEqual([]);
  });

  test('a relative path depends on where the server is started', async () => {
    await home.write('tool', '#!/bin/sh\n', 0o755);
    expect((await check(allowing('./tool'))).lines[1]?.detail).toContain(
      'directory the tool server is started in',
    );
  });
});

describe('a file that is given', () => {
  test('is parsed whatever its mode, and what would be refused is told', async () => {
    await home.write('draft.yaml', 'version: 1\nallowed_commands: [cat]\n', 0o644);
    const { code, stdout } = await home.cli(['policy', 'check', 'draft.yaml']);
    expect(stdout).toMatch(/^ok +policy +default_action deny, 1 allowed/m);
    expect(stdout).toMatch(/^warning +file +as the policy it would be refused: the file has mode 0644/m);
    expect(code).toBe(0);
  });

  test.each([
    ['nowhere.yaml', /does not exist/],
    ['/', /cannot be read \(EISDIR\)/],
    ['/dev/zero', /larger than 64 KiB/],
  ])('%s', async (file, detail) => {
    const { code, stdout } = await home.cli(['policy', 'check', file]);
    expect(stdout).toMatch(detail);
    expect(code).toBe(1);
  });

  test('that is the policy itself is checked like it', async () => {
    await home.policy('version: 1\n', 0o644);
    expect((await home.cli(['policy', 'check', home.policyFile])).code).toBe(1);
  });
});

test('control characters of a file do not reach the terminal', async () => {
  await home.write('odd.yaml', '"\\e[31m": 1\n');
  expect((await home.cli(['policy', 'check', 'odd.yaml'])).stdout).not.toContain('\u001b');
});

describe('policy explain', () => {
  test.each([
    [['cat', '-n', 'x'], 0, 'allowed by allowed_commands: cat'],
    [['ls'], 5, 'denied by default_action: deny'],
    [['sh', '-c', 'cat; ls'], 5, 'denied by denied_commands: sh'],
    [['nice', 'env'], 5, 'denied by always denied: env'],
  ])('%j', async (command, code, answer) => {
    await home.policy({ allowed_commands: ['cat'], denied_commands: ['sh'] });
    expect(await home.cli(['policy', 'explain', ...command])).toMatchObject({ code, stdout: `${answer}\n` });
  });

  test('goes by another file, and answers in JSON', async () => {
    await home.write('draft.yaml', 'allowed_commands: [ls]\n');
    expect(
      await home.json(['policy', 'explain', '--json', '--file', 'draft.yaml', '--', 'ls', '--json']),
    ).toEqual({
      allowed: true,
      rule: 'allowed_commands: ls',
    });
  });

  test('without a policy everything is denied', () =>
    withHome(async (empty) => {
      const { code, stderr } = await empty.cli(['policy', 'explain', 'ls']);
      expect(stderr).toMatch(/^vaultctl: policy not found$/m);
      expect(code).toBe(5);
    }));
});
