import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exists, mode, withHome, withVault } from './support/home.ts';

describe('init', () => {
  test('[4.10] init creates a vault', () =>
    withHome(async (home) => {
      await home.ok(['init']);
      await home.set('first', 'value');
      expect((await home.ok(['get', 'first'])).stdout).toBe('value\n');
    }));

  test('[D Places and names] the vault is ~/.vault (0700) with vault.db (0600)', () =>
    withVault(async (home) => {
      expect(await mode(home.vault)).toBe('700');
      expect(await mode(join(home.vault, 'vault.db'))).toBe('600');
    }));

  test('[D Places and names] every file of the vault is for its owner alone', () =>
    withVault(async (home) => {
      await home.set('k', 'v');
      for (const name of await readdir(home.vault)) {
        expect((await mode(join(home.vault, name))).endsWith('00'), name).toBe(true);
      }
    }));

  test('[D Places and names] init makes no policy file', () =>
    withVault(async (home) => {
      expect(await exists(home.policyFile)).toBe(false);
    }));

  test('[D Places and names] a second init is refused with exit code 1 and changes nothing', () =>
    withVault(async (home) => {
      await home.set('kept', 'value');
      const before = await home.snapshot();
      const again = await home.cli(['init']);
      expect(again).toMatchObject({ code: 1, stdout: '' });
      expect(again.stderr).toMatch(/already|exists/i);
      expect(await home.snapshot()).toBe(before);
    }));

  test('[D Places and names] a second init with another password is refused and the first password stays', () =>
    withVault(async (home) => {
      await home.set('kept', 'value');
      expect((await home.cli(['init'], { env: { VAULT_PASSWORD: 'another Password 99 here' } })).code).toBe(
        1,
      );
      expect((await home.ok(['get', 'kept'])).stdout).toBe('value\n');
    }));

  test('[D Places and names] ~/.vault being a file is said, with the override named, and the file stays', () =>
    withHome(async (home) => {
      await home.write('.vault', 'a token of another tool');
      for (const args of [['init'], ['list'], ['get', 'x']]) {
        const result = await home.cli(args);
        expect(result.code, args.join(' ')).not.toBe(0);
        expect(result.stderr).toMatch(/VAULT_DIR|--vault-dir/);
      }
      expect(await readFile(home.vault, 'utf8')).toBe('a token of another tool');
    }));

  test('[D Places and names] beside a file ~/.vault the override works', () =>
    withHome(async (home) => {
      await home.write('.vault', 'a token of another tool');
      const env = { VAULT_DIR: home.file('elsewhere') };
      await home.ok(['init'], { env });
      await home.ok(['set', 'k'], { env, stdin: 'v' });
      expect((await home.ok(['get', 'k'], { env })).stdout).toBe('v\n');
    }));

  test('[D Places and names] VAULT_DIR overrides the directory', () =>
    withHome(async (home) => {
      const env = { VAULT_DIR: home.file('by-variable') };
      await home.ok(['init'], { env });
      expect(await exists(join(env.VAULT_DIR, 'vault.db'))).toBe(true);
      expect(await exists(home.vault)).toBe(false);
    }));

  test('[D Places and names] --vault-dir DIR overrides the directory', () =>
    withHome(async (home) => {
      const dir = home.file('by-option');
      await home.ok(['--vault-dir', dir, 'init']);
      await home.ok(['--vault-dir', dir, 'set', 'k'], { stdin: 'v' });
      expect((await home.ok(['--vault-dir', dir, 'get', 'k'])).stdout).toBe('v\n');
      expect(await exists(join(dir, 'vault.db'))).toBe(true);
      expect(await exists(home.vault)).toBe(false);
    }));

  test('[D Places and names] a weak password from the environment is taken with a warning', () =>
    withHome(async (home) => {
      home.password = 'abc';
      const made = await home.ok(['init']);
      expect(made.stderr).toMatch(/weak/i);
      await home.set('k', 'v');
    }));

  test('[D Places and names] an empty password makes no vault', () =>
    withHome(async (home) => {
      home.password = '';
      const made = await home.cli(['init']);
      expect(made.code).not.toBe(0);
      expect(await exists(join(home.vault, 'vault.db'))).toBe(false);
    }));
});
