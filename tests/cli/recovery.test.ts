import { cpSync, existsSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { PROGRAM } from '../spec/support/cli.ts';
import { filesBelow, type Home, PASSWORD, withHome, withVault } from '../spec/support/home.ts';

// Each test is a dozen commands.
vi.setConfig({ testTimeout: 90_000 });

const NEXT = 'willow-Anchor 31 below the Bridge';
const CODE = /^(?:[0-9A-HJKMNP-TV-Z]{5}-){7}[0-9A-HJKMNP-TV-Z]{5}\n$/;
const having = (password: string) => ({ env: { VAULT_PASSWORD: password } });

function withRecovery(body: (home: Home, code: string) => Promise<void>): Promise<void> {
  return withHome(async (home) => {
    const { stdout } = await home.ok(['init', '--recovery']);
    expect(stdout).toMatch(CODE);
    await home.set('kept', 'the value');
    await body(home, stdout.trim());
  });
}

const use = (home: Home, ...lines: string[]) =>
  home.cli(['recovery', 'use'], { stdin: lines.map((line) => `${line}\n`).join('') });

describe('a recovery code', () => {
  test('is printed by init --recovery alone on standard output, and by no other init', async () => {
    await withRecovery(async (home, code) => {
      const { stderr } = await home.ok(['list']);
      expect(stderr).not.toContain(code);
    });
    await withHome(async (home) => {
      const made = await home.ok(['init']);
      expect(made.stdout).toBe('');
      expect(made.stderr).toContain('vaultctl recovery new');
    });
  });

  test('sets a new password: the secrets stay, old password and code no longer work, the new code does', () =>
    withRecovery(async (home, code) => {
      const used = await use(home, code, NEXT);
      expect(used).toMatchObject({ code: 0, stdout: expect.stringMatching(CODE) });
      expect((await home.cli(['get', 'kept'])).code).toBe(4);
      expect((await home.ok(['get', 'kept'], having(NEXT))).stdout).toBe('the value\n');
      const again = await use(home, code, 'a third Password 77');
      expect(again).toMatchObject({ code: 4, stdout: '' });
      expect(again.stderr).toMatch(/^vaultctl: wrong recovery code\n/);
      expect((await use(home, used.stdout.trim(), 'a third Password 77')).code).toBe(0);
      await home.ok(['audit', 'verify'], having('a third Password 77'));
    }));

  test('is taken in lower case, with spaces, and with letters for digits', () =>
    withRecovery(async (home, code) => {
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
      expect((await use(home, typed, NEXT)).code).toBe(0);
    }));

  test('that is mistyped is told from a wrong one, and neither is repeated', () =>
    withRecovery(async (home, code) => {
      const last = code.endsWith('7') ? '8' : '7';
      for (const [typed, reason] of [
        [code.slice(0, -1) + last, 'it is mistyped'],
        [code.slice(1), 'it has 39 characters'],
        [`U${code.slice(1)}`, 'character 1 is one that no code has'],
        ['pa55w0rd', 'it has 8 characters'],
      ] as const) {
        const refused = await use(home, typed, NEXT);
        expect(refused).toMatchObject({ code: 1, stdout: '' });
        expect(refused.stderr).toContain(`vaultctl: that is no recovery code: ${reason}`);
        expect(refused.stderr).not.toContain(typed.slice(0, 5));
      }
      await home.ok(['get', 'kept']);
    }));

  test('is asked for by exactly two lines of standard input, neither of them empty', () =>
    withRecovery(async (home, code) => {
      for (const [lines, reason] of [
        [[], 'no line with the recovery code'],
        [[code], 'no line with the new master password'],
        [[code, ''], 'the line with the new master password is empty'],
        [[code, NEXT, 'more'], 'too many lines'],
      ] as const) {
        const refused = await use(home, ...lines);
        expect(refused).toMatchObject({ code: 1, stdout: '' });
        expect(refused.stderr).toContain(reason);
      }
      await home.ok(['get', 'kept']);
    }));

  test('does not take a password that none can be', () =>
    withRecovery(async (home, code) => {
      const refused = await use(home, code, 'x'.repeat(1025));
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('longer than 1,024 bytes');
      await home.ok(['get', 'kept']);
    }));

  test('is nowhere on the disk and in no record', () =>
    withRecovery(async (home, code) => {
      const next = (await use(home, code, NEXT)).stdout.trim();
      const forms = [code, next].flatMap((one) => [one, one.replaceAll('-', ''), one.slice(0, 11)]);
      for (const { path, bytes } of await filesBelow(home.dir)) {
        for (const form of forms) expect(bytes.includes(form), path).toBe(false);
      }
      const { stdout } = await home.ok(['audit', 'export'], having(NEXT));
      for (const form of forms) expect(stdout).not.toContain(form);
      expect(JSON.parse(stdout)).toMatchObject([
        { action: 'init', unlock: 'environment' },
        { action: 'set' },
        { action: 'recovery use', unlock: 'recovery', outcome: 'success' },
      ]);
    }));

  test('made by recovery new replaces the one before, and needs the password', () =>
    withRecovery(async (home, code) => {
      expect((await home.cli(['recovery', 'new'], having('wrong'))).code).toBe(4);
      const made = await home.ok(['recovery', 'new']);
      expect(made.stdout).toMatch(CODE);
      expect(made.stderr).toContain('the earlier recovery code no longer works');
      expect((await use(home, code, NEXT)).code).toBe(4);
      expect((await use(home, made.stdout.trim(), NEXT)).code).toBe(0);
    }));

  test('is made for a vault that had none', () =>
    withVault(async (home) => {
      expect(await use(home, 'any', 'thing')).toMatchObject({
        code: 4,
        stderr: expect.stringContaining('the vault has no recovery code'),
      });
      const made = await home.ok(['recovery', 'new']);
      expect(made.stderr).not.toContain('earlier');
      expect((await use(home, made.stdout.trim(), NEXT)).code).toBe(0);
    }));

  test('is told of by recovery status, without a password', () =>
    withRecovery(async (home) => {
      home.password = undefined;
      expect((await home.ok(['recovery', 'status'])).stdout).toMatch(
        /^there is a recovery code, made 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\n$/,
      );
      expect(await home.json(['recovery', 'status', '--json'])).toEqual({
        recovery: true,
        since: expect.stringMatching(/^20.*Z$/),
      });
    }));

  test('there is none of is told too, and where there is no vault', async () => {
    await withVault(async (home) => {
      expect(await home.json(['recovery', 'status', '--json'])).toEqual({ recovery: false });
      expect((await home.ok(['recovery', 'status'])).stdout).toContain('there is no recovery code');
    });
    await withHome(async (home) => {
      for (const words of [['status'], ['use'], ['new']])
        expect((await home.cli(['recovery', ...words])).code).toBe(4);
    });
  });

  test.skipIf(!existsSync('/dev/full'))('that cannot be printed is no success', () =>
    withRecovery(async (home) => {
      const script = 'exec "$@" >/dev/full';
      const run = { program: ['/bin/sh', '-c', script, 'sh', process.execPath, PROGRAM] } as const;
      const lost = await home.cli(['recovery', 'new'], run);
      expect(lost.code).toBe(1);
      expect(lost.stderr).toContain('the recovery code could not be printed');
    }),
  );

  test('sets no password on a vault older than when last used, unless that is accepted', () =>
    withRecovery(async (home, code) => {
      cpSync(home.vault, home.file('backup'), { recursive: true });
      await home.set('later', 'x');
      rmSync(home.vault, { recursive: true });
      cpSync(home.file('backup'), home.vault, { recursive: true });
      const refused = await use(home, code, NEXT);
      expect(refused).toMatchObject({ code: 6, stdout: '' });
      expect(refused.stderr).toContain('add --accept');
      const taken = await home.cli(['recovery', 'use', '--accept'], { stdin: `${code}\n${NEXT}\n` });
      expect(taken.code).toBe(0);
      await home.ok(['audit', 'verify'], having(NEXT));
    }));
});

describe('passwd', () => {
  test('changes the password by the old one and a line of standard input; a recovery code goes on working', () =>
    withRecovery(async (home, code) => {
      const changed = await home.ok(['passwd'], { stdin: `${NEXT}\n` });
      expect(changed.stdout).toBe('');
      expect(changed.stderr).toContain('VAULT_PASSWORD still has the old one');
      expect((await home.cli(['get', 'kept'])).code).toBe(4);
      expect((await home.ok(['get', 'kept'], having(NEXT))).stdout).toBe('the value\n');
      await home.ok(['audit', 'verify'], having(NEXT));
      const records = JSON.parse((await home.ok(['audit', 'export'], having(NEXT))).stdout);
      expect(records[2]).toMatchObject({ action: 'passwd', outcome: 'success', unlock: 'environment' });
      expect(JSON.stringify(records)).not.toContain(NEXT);
      expect((await use(home, code, PASSWORD)).code).toBe(0);
      await home.ok(['get', 'kept']);
    }));

  test('takes the old password from a file, and says that it has the old one still', () =>
    withVault(async (home) => {
      const file = await home.write('password', PASSWORD);
      const env = { VAULT_PASSWORD: undefined, VAULT_PASSWORD_FILE: file };
      expect((await home.ok(['passwd'], { stdin: NEXT, env })).stderr).toContain('VAULT_PASSWORD_FILE');
      await home.ok(['list'], having(NEXT));
    }));

  test('needs the old password, a line, and one that a password can be', () =>
    withVault(async (home) => {
      expect((await home.cli(['passwd'], { stdin: NEXT, ...having('wrong') })).code).toBe(4);
      expect((await home.cli(['passwd'], { stdin: NEXT, env: { VAULT_PASSWORD: undefined } })).code).toBe(4);
      expect((await home.cli(['passwd'])).code).toBe(1);
      expect((await home.cli(['passwd'], { stdin: '\n' })).code).toBe(1);
      expect((await home.cli(['passwd'], { stdin: 'two\nlines\n' })).code).toBe(1);
      expect((await home.cli(['passwd'], { stdin: Buffer.from([0xff, 0xfe]) })).code).toBe(1);
      await home.ok(['list']);
      expect(await home.json(['audit', 'export'])).toHaveLength(2);
    }));

  test('warns of a weak one', () =>
    withVault(async (home) => {
      expect((await home.ok(['passwd'], { stdin: 'abc\n' })).stderr).toMatch(/weak/);
    }));

  test('changes nothing where the vault cannot be written', () =>
    withVault(async (home) => {
      await chmod(home.vault, 0o770);
      expect((await home.cli(['passwd'], { stdin: NEXT })).code).toBe(1);
      await chmod(home.vault, 0o700);
      await home.ok(['list']);
    }));
});
