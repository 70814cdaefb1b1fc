import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exists, PASSWORD, useVault } from '../spec/support/home.ts';
import { hasTmux, Terminal } from './support/terminal.ts';

const home = useVault(async (fresh) => {
  await fresh.set('db/password', 'from the seed');
});

let terminal: Terminal;
beforeEach(() => {
  const { VAULT_PASSWORD: _, ...env } = home.env;
  terminal = new Terminal(env, home.dir);
});
afterEach(() => terminal.close());

/** Starts a command, and gives the password when it is asked for. */
async function start(command: string): Promise<void> {
  terminal.line(command);
  await terminal.shows(/Master password:/);
  terminal.line(PASSWORD);
}

describe.skipIf(!hasTmux)('on a terminal', () => {
  test('the master password is asked for and not shown', async () => {
    await start('vaultctl get db/password');
    const screen = await terminal.shows(/exit \d+/);
    expect(screen).toMatch(/Master password:\s*\nfrom the seed\nexit 0/);
    expect(screen).not.toContain(PASSWORD.slice(0, 4));
  });

  test('a wrong password is exit code 4, and is not repeated', async () => {
    terminal.line('vaultctl get db/password');
    await terminal.shows(/Master password:/);
    terminal.line('not the password');
    const screen = await terminal.shows(/exit 4/);
    expect(screen).not.toContain('not the password');
  });

  test('the password is asked for also when standard input is a pipe', async () => {
    await start('echo piped | vaultctl set piped/value');
    await terminal.shows(/stored piped\/value\nexit 0/);
    expect((await home.ok(['get', 'piped/value'])).stdout).toBe('piped\n');
  });

  test('nobody is asked when neither standard input nor standard error is the terminal', async () => {
    terminal.line('vaultctl get db/password < /dev/null 2> error.txt');
    await terminal.shows(/exit 4/);
  });

  test('Ctrl-C at the prompt is exit code 130, and the terminal echoes again', async () => {
    terminal.line('vaultctl get db/password');
    await terminal.shows(/Master password:/);
    terminal.keys('C-c');
    await terminal.shows(/exit 130/);
    terminal.line('echo seen');
    await terminal.shows(/\$ echo seen\nseen/);
  });

  test('ended by a signal at the prompt, it leaves a terminal that echoes', async () => {
    terminal.line('(sleep 2; pkill -TERM -P $$ -f "get db/passwor[d]") & vaultctl get db/password');
    await terminal.shows(/Master password:/);
    await terminal.shows(/exit 143/);
    terminal.line('echo seen');
    await terminal.shows(/\$ echo seen\nseen/);
  });

  test('values of bare fields are asked for one by one and not shown', async () => {
    await start('vaultctl set asked --field host=h --field password --field pin');
    await terminal.shows(/Value of field password:/);
    terminal.line('first value');
    await terminal.shows(/Value of field pin:/);
    terminal.line('second value');
    const screen = await terminal.shows(/agents may read: host\nexit 0/);
    expect(screen).not.toMatch(/first value|second value/);
    expect((await home.ok(['get', 'asked'])).stdout).toBe('host=h\npassword=first value\npin=second value\n');
  });

  test('changing tags of a single value asks for no value and keeps it', async () => {
    await start('vaultctl set db/password --tag kept');
    await terminal.shows(/updated db\/password\nexit 0/);
    expect((await home.ok(['get', 'db/password'])).stdout).toBe('from the seed\n');
  });

  test('delete asks, and only y deletes', async () => {
    await home.set('doomed', 'x');
    await start('vaultctl delete doomed');
    await terminal.shows(/Delete doomed\? \[y\/N\]/);
    terminal.line('');
    await terminal.shows(/nothing was deleted\nexit 1/);
    expect((await home.ok(['list'])).stdout).toContain('doomed');
    await terminal.clear();
    await start('vaultctl delete doomed');
    await terminal.shows(/Delete doomed\? \[y\/N\]/);
    terminal.line('y');
    await terminal.shows(/deleted doomed\nexit 0/);
    expect((await home.ok(['list'])).stdout).not.toContain('doomed');
  });

  test('list is a table', async () => {
    await start('vaultctl list');
    expect(await terminal.shows(/exit 0/)).toMatch(
      /KEY +FIELDS +UPDATED +EXPIRES +TAGS\n[^]*db\/password +1 +20/,
    );
  });
});

/** Answers what `init` asks for a vault in a new place, to its end. */
async function init(...answers: string[]): Promise<string> {
  terminal.line('vaultctl init --vault-dir made');
  await terminal.shows(/New master password:/);
  for (const [index, answer] of answers.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- answers follow questions
    if (index === 1) await terminal.shows(/The same once more:/);
    terminal.line(answer);
  }
  return terminal.shows(/exit \d+/);
}

describe.skipIf(!hasTmux)('init on a terminal', () => {
  test('refuses fewer than 8 characters, without asking again', async () => {
    expect(await init('7 chars')).toMatch(/at least 8 characters\nexit 1/);
    expect(await exists(home.file('made'))).toBe(false);
  });

  test('refuses two passwords that differ', async () => {
    expect(await init('long enough 1', 'long enough 2')).toMatch(/differ[^]*exit 1/);
    expect(await exists(home.file('made'))).toBe(false);
  });

  test('makes a vault that opens with the password typed twice', async () => {
    expect(await init('pässwört enough', 'pässwört enough')).toMatch(/created an empty vault[^]*exit 0/);
    await home.ok(['list', '--vault-dir', 'made'], { env: { VAULT_PASSWORD: 'pässwört enough' } });
  });

  test('refuses a vault that is there before it asks', async () => {
    terminal.line('vaultctl init');
    expect(await terminal.shows(/exit 1/)).toMatch(/a vault already exists/);
    expect(terminal.screen()).not.toContain('New master password');
  });
});
