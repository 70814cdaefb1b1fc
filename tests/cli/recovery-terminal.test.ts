import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, useHome } from '../spec/support/home.ts';
import { hasTmux, Terminal } from './support/terminal.ts';

const NEXT = 'willow-Anchor 31 below the Bridge';
const THIRD = 'copper-Meadow 84 beyond the Gate';
let code = '';
let password = PASSWORD;
const home = useHome(async (fresh) => {
  code = (await fresh.ok(['init', '--recovery'])).stdout.trim();
  await fresh.set('kept', 'the value');
});

let terminal: Terminal;
beforeEach(() => {
  const { VAULT_PASSWORD: _, ...env } = home.env;
  terminal = new Terminal(env, home.dir);
});
afterEach(() => terminal.close());

/** Answers prompts, each once it stands there, to the exit code. */
async function converse(
  command: string,
  ...answers: readonly (readonly [RegExp, string])[]
): Promise<string> {
  terminal.line(command);
  for (const [prompt, answer] of answers) {
    await terminal.shows(prompt);
    terminal.line(answer);
  }
  return terminal.shows(/exit \d+/);
}

describe.skipIf(!hasTmux)('on a terminal', () => {
  test('a mistyped code is refused before a password is asked for, and neither is shown', async () => {
    const screen = await converse('vaultctl recovery use', [/Recovery code:/, `${code}7`]);
    expect(screen).toMatch(/it has 41 characters[^]*exit 1/);
    expect(screen).not.toMatch(/New master password/);
    expect(screen).not.toContain(code.slice(0, 5));
  });

  test("another vault's code is refused before a password is asked for", async () => {
    const screen = await converse('vaultctl recovery use', [
      /Recovery code:/,
      '0123456789ABCDEFGHJKMNPQRSTVWXYZ01P1FNNF',
    ]);
    expect(screen).toMatch(/wrong recovery code[^]*exit 4/);
    expect(screen).not.toMatch(/New master password/);
  });

  test('two passwords that differ change nothing', async () => {
    const screen = await converse(
      'vaultctl recovery use',
      [/Recovery code:/, code],
      [/New master password:/, NEXT],
      [/The same once more:/, THIRD],
    );
    expect(screen).toMatch(/the two passwords differ; nothing was changed\nexit 1/);
    await home.ok(['get', 'kept']);
  });

  test('the code and the new password are asked for, and a new code is printed', async () => {
    const screen = await converse(
      'vaultctl recovery use',
      [/Recovery code:/, code.toLowerCase()],
      [/New master password:/, NEXT],
      [/The same once more:/, NEXT],
    );
    expect(screen).toMatch(/no longer work[^]*\n(?:[0-9A-Z]{5}-){7}[0-9A-Z]{5}\nexit 0/);
    expect(screen).not.toContain(NEXT.slice(0, 6));
    password = NEXT;
    home.password = NEXT;
    await home.ok(['get', 'kept']);
  });

  test('passwd asks for the old password, then twice for the new one', async () => {
    const screen = await converse(
      'vaultctl passwd',
      [/Master password:/, password],
      [/New master password:/, THIRD],
      [/The same once more:/, THIRD],
    );
    expect(screen).toMatch(/the master password is changed[^]*exit 0/);
    home.password = THIRD;
    await home.ok(['get', 'kept']);
  });

  test('passwd refuses fewer than 8 characters', async () => {
    const screen = await converse(
      'vaultctl passwd',
      [/Master password:/, THIRD],
      [/New master password:/, '7 chars'],
    );
    expect(screen).toMatch(/at least 8 characters\nexit 1/);
  });

  test('Ctrl-C at the code is exit code 130', async () => {
    terminal.line('vaultctl recovery use');
    await terminal.shows(/Recovery code:/);
    terminal.keys('C-c');
    await terminal.shows(/exit 130/);
  });
});
