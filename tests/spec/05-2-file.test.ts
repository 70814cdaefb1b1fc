import { chmod, chown, link, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { exists, useVault } from './support/home.ts';
import { node } from './support/probe.ts';

const GOOD = 'version: 1\ndefault_action: allow\n';
const home = useVault(async (fresh) => {
  await fresh.set('app', 'a value of some length');
});
const root = process.getuid?.() === 0;

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const marker = `ran-${era}`;
  const attempt = (): ReturnType<typeof server.call> =>
    server.call('secret_run', {
      keys: ['app'],
      ...node(`require("node:fs").writeFileSync("${marker}", "")`),
    });
  const refused = async (): Promise<string> => {
    await rm(home.file(marker), { force: true });
    const message = await server.fails('secret_run', {
      keys: ['app'],
      ...node(`require("node:fs").writeFileSync("${marker}", "")`),
    });
    expect(await exists(home.file(marker))).toBe(false);
    return message;
  };

  test('[5.2] file requirement 1: permissions 0600 are accepted', async () => {
    await home.policy(GOOD, 0o600);
    expect((await attempt()).isError).toBe(false);
  });

  for (const bits of [0o644, 0o640, 0o604, 0o660, 0o620, 0o602, 0o666, 0o700, 0o400, 0o777]) {
    test(`[5.2] file requirement 1: permissions ${bits.toString(8)} are refused and nothing runs`, async () => {
      await home.policy(GOOD, bits);
      expect(await refused()).toMatch(/^policy refused: /);
    });
  }

  test('[5.2] file requirement 2: a symbolic link is refused, even to a good file', async () => {
    await home.policy(GOOD);
    await rename(home.policyFile, home.file('real-policy.yaml'));
    await symlink(home.file('real-policy.yaml'), home.policyFile);
    expect(await refused()).toMatch(/^policy refused: /);
  });

  test('[5.2] file requirement 2: a dangling symbolic link is refused, not taken as absent', async () => {
    await rm(home.policyFile, { force: true });
    await symlink(home.file('nowhere.yaml'), home.policyFile);
    expect(await refused()).toMatch(/^policy refused: /);
    await rm(home.policyFile);
  });

  test.skipIf(!root)('[5.2] file requirement 3: a file of another user is refused', async () => {
    await home.policy(GOOD);
    await chown(home.policyFile, 12345, 12345);
    expect(await refused()).toMatch(/^policy refused: /);
  });

  test('[D Policy] a file with two names is refused', async () => {
    await home.policy(GOOD);
    await link(home.policyFile, home.file('second-name.yaml'));
    expect(await refused()).toMatch(/^policy refused: /);
    await rm(home.file('second-name.yaml'));
  });

  test('[D Policy] a directory is refused', async () => {
    await rm(home.policyFile, { force: true });
    await mkdir(home.policyFile, { mode: 0o700 });
    expect(await refused()).toMatch(/^policy refused: /);
    await rm(home.policyFile, { recursive: true });
  });

  test('[D Policy] a named pipe is refused at once: the server never blocks on it', async () => {
    await rm(home.policyFile, { force: true });
    execFileSync('mkfifo', ['-m', '600', home.policyFile]);
    const before = Date.now();
    expect(await refused()).toMatch(/^policy refused: /);
    expect(Date.now() - before).toBeLessThan(5_000);
    await rm(home.policyFile);
  });

  test('[D Policy] the server never writes the file', async () => {
    await home.policy(GOOD);
    await attempt();
    await chmod(home.policyFile, 0o644);
    await attempt();
    await chmod(home.policyFile, 0o600);
    expect(await readFile(home.policyFile, 'utf8')).toBe(GOOD);
  });

  test('[D Policy] a file of more than 64 KiB is refused', async () => {
    await home.policy(`${GOOD}# ${'x'.repeat(65_536)}\n`);
    expect(await refused()).toMatch(/^policy refused: /);
  });

  test('[D Policy] a file of 64 KiB is read', async () => {
    const text = `${GOOD}# `;
    await writeFile(home.policyFile, `${text}${'x'.repeat(65_536 - text.length - 1)}\n`);
    expect((await attempt()).isError).toBe(false);
  });
});
