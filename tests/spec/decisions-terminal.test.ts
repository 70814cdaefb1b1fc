import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from './support/cli.ts';
import { exists, useVault, withHome, type Home } from './support/home.ts';

/** util-linux `script` gives the program a terminal; on other systems these tests are left out. */
const terminal = process.platform === 'linux' && existsSync('/usr/bin/script');

/** Runs the program on a terminal; each answer is typed after the program has written something new and gone quiet. */
async function onTerminal(
  of: Home,
  args: string[],
  answers: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; screen: string }> {
  const line = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
  const all: Record<string, string> = { ...of.env, TERM: 'xterm', SHELL: '/bin/sh', ...env };
  const child = spawn('/usr/bin/script', ['-qec', line, '/dev/null'], { cwd: of.dir, env: all });
  let screen = '';
  let shown = 0;
  let quiet = Date.now();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    quiet = Date.now();
  });
  const waiting = [...answers];
  const typist = setInterval(() => {
    if (waiting.length === 0 || screen.length === shown || Date.now() - quiet < 250) return;
    shown = screen.length;
    child.stdin.write(`${waiting.shift()}\n`);
  }, 50);
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(typist);
  clearTimeout(timer);
  return { code, screen };
}

describe.skipIf(!terminal)('on a terminal', () => {
  const home = useVault(async (fresh) => {
    await fresh.set('kept', 'value-of-kept');
    await fresh.set('other', 'value-of-other');
  });
  const password = (): string => home.password ?? '';

  test('[D Places and names] without the variables the password is asked for, hidden', async () => {
    const locked = Object.assign(Object.create(home) as Home, { password: undefined });
    const { code, screen } = await onTerminal(locked, ['get', 'kept'], [password()]);
    expect(code).toBe(0);
    expect(screen).toContain('value-of-kept');
    expect(screen).not.toContain(password());
  });

  test('[D Places and names] a wrong password at the prompt is exit code 4', async () => {
    const locked = Object.assign(Object.create(home) as Home, { password: undefined });
    const { code, screen } = await onTerminal(
      locked,
      ['get', 'kept'],
      ['wrong password', 'wrong password', 'wrong password'],
    );
    expect(code).toBe(4);
    expect(screen).not.toContain('value-of-kept');
  });

  test('[D Places and names] at the prompt of init fewer than 8 characters are refused', () =>
    withHome(async (empty) => {
      empty.password = undefined;
      await onTerminal(empty, ['init'], ['seven77', 'seven77', 'seven77', 'seven77']);
      expect(await exists(join(empty.vault, 'vault.db'))).toBe(false);
    }));

  test('[D Places and names] at the prompt of init a good password makes the vault', () =>
    withHome(async (empty) => {
      empty.password = undefined;
      const chosen = 'a good Password 77 typed';
      const { code, screen } = await onTerminal(empty, ['init'], [chosen, chosen]);
      expect(code).toBe(0);
      expect(screen).not.toContain(chosen);
      empty.password = chosen;
      await empty.ok(['list']);
    }));

  test('[D Secrets] delete asks, and no keeps the secret', async () => {
    await onTerminal(home, ['delete', 'kept'], ['n']);
    await home.ok(['get', 'kept']);
  });

  test('[D Secrets] delete --yes does not ask', async () => {
    await home.set('gone', 'v');
    expect((await onTerminal(home, ['delete', 'gone', '--yes'], [])).code).toBe(0);
    expect(await home.cli(['get', 'gone'])).toMatchObject({ code: 3 });
  });

  test('[D Secrets] list prints a table', async () => {
    const { code, screen } = await onTerminal(home, ['list'], []);
    expect(code).toBe(0);
    expect(screen).toContain('kept');
    expect(screen.trim()).not.toBe('kept\r\nother');
  });

  test('[D Places and names] NO_COLOR is obeyed on a terminal', async () => {
    const { screen } = await onTerminal(home, ['list'], [], { NO_COLOR: '1' });
    expect(screen).not.toContain('\u001B[3');
    expect(screen).not.toContain('\u001B[1m');
  });

  test('[D Secrets] the value of set is asked for, hidden', async () => {
    const { code, screen } = await onTerminal(home, ['set', 'typed'], ['typed-value-88', 'typed-value-88']);
    expect(code).toBe(0);
    expect(screen).not.toContain('typed-value-88');
    expect((await home.ok(['get', 'typed'])).stdout).toBe('typed-value-88\n');
  });
});
