import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, useVault } from '../spec/support/home.ts';
import { hasTmux, Terminal } from './support/terminal.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';
const MARKER = '[REDACTED:db/password]';
const POLICY = `version: 1
default_action: deny
allowed_commands: [sh, sleep, vim, less, stty, tee]
`;

const home = useVault(async (fresh) => {
  await fresh.set('db/password', VALUE);
});

let terminal: Terminal;
let second: Terminal;
beforeEach(async () => {
  await writeFile(home.policyFile, POLICY, { mode: 0o600 });
  const { VAULT_PASSWORD: _, ...env } = home.env;
  terminal = new Terminal(env, home.dir);
  second = new Terminal(env, home.dir);
});
afterEach(async () => {
  terminal.close();
  second.close();
  await home.cli(['lock']);
});

const has = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

async function unlock(options = ''): Promise<void> {
  terminal.line(`clear; vaultctl unlock ${options}`);
  await terminal.shows(/Master password:/);
  terminal.line(PASSWORD);
  await terminal.shows(/^exit 0/m);
}

/** Types a command into the second terminal, where nothing of an earlier one is left. */
async function type(command: string): Promise<void> {
  second.line('clear');
  await second.shows(/^\$\s*$/);
  second.line(command);
}

describe.skipIf(!hasTmux)('a session at terminals', () => {
  test('unlocked by a prompt, used from a second terminal, locked, refused', async () => {
    await unlock();
    expect(terminal.screen()).not.toContain(PASSWORD.slice(0, 5));

    await type('vaultctl list');
    expect(await second.shows(/^exit 0/m)).toMatch(/^KEY +FIELDS/m);
    await type(
      `vaultctl run -k db/password -- sh -c 'echo "it is $DB_PASSWORD"; test -t 0 && test -t 1 && stty size'`,
    );
    const screen = await second.shows(/^exit 0/m);
    expect(screen).toContain(`it is ${MARKER}`);
    expect(screen).toContain('50 100');

    terminal.line('clear; vaultctl lock');
    await terminal.shows(/the vault is locked\nexit 0/);
    await type('vaultctl list');
    await second.shows(/Master password:/);
    second.keys('C-c');
    await second.shows(/exit 130/);
    await type('vaultctl list </dev/null 2>err; grep -c "no master" err');
    await second.shows(/exit 4\n1/);
  });

  test('it survives the terminal it was unlocked in', async () => {
    await unlock();
    terminal.close();
    await type('vaultctl list | cat');
    await second.shows(/^db\/password\nexit 0/m);
    const { VAULT_PASSWORD: _, ...env } = home.env;
    terminal = new Terminal(env, home.dir);
  });

  test('revealing and changing ask for the password', async () => {
    await unlock();
    await type('vaultctl get db/password');
    await second.shows(/Master password:/);
    second.line(PASSWORD);
    await second.shows(new RegExp(`^${VALUE}\nexit 0`, 'm'));
    await type('vaultctl delete db/password --yes');
    await second.shows(/Master password:/);
    second.line('not it');
    await second.shows(/wrong master password[^]*exit 4/);
  });

  test('with --reveal it says what that means, and asks for nothing', async () => {
    await unlock('--reveal 5m');
    expect(terminal.screen()).toMatch(/every program of yours can read and change all secrets/);
    await type('vaultctl get db/password');
    await second.shows(new RegExp(`^${VALUE}\nexit 0`, 'm'));
    await type('vaultctl delete db/password');
    await second.shows(/\[y\/N\]/);
    second.line('n');
    await second.shows(/^exit \d/m);
    await type('vaultctl list | cat');
    await second.shows(/^db\/password/m);
    await type('vaultctl set from/prompt');
    await second.shows(/from\/prompt.*:/);
    second.line('typed-value-0123');
    await second.shows(/exit 0/);
    await type('vaultctl get from/prompt');
    await second.shows(/^typed-value-0123\nexit 0/m);
  });

  test('what is typed with the echo off is not shown, and reaches the program', async () => {
    await unlock();
    await type(
      `vaultctl run -k db/password -- sh -c 'stty -echo; echo ready; read x; stty echo; echo "got $x"'`,
    );
    await second.shows(/^ready/m);
    second.line('quiet words');
    const screen = await second.shows(/^exit 0/m);
    expect(screen.match(/quiet words/g)).toHaveLength(1);
    expect(screen).toContain('got quiet words');
  });

  test('Ctrl-C, Ctrl-Z and fg, and a new size, reach the program', async () => {
    await unlock();
    await type(
      `vaultctl run -k db/password -- sh -c 'trap "stty size" WINCH; echo ready; until read x; do :; done; echo "got $x"; read y'`,
    );
    await second.shows(/^ready/m);
    second.resize(90, 40);
    await second.shows(/^40 90$/m);
    second.keys('C-z');
    await second.shows(/Stopped/);
    second.line('fg');
    await second.shows(/\$ fg\n/);
    second.line('after');
    await second.shows(/got after/);
    second.keys('C-c');
    await second.shows(/\^C\$\s*$/);
    second.line('echo fin""ished');
    await second.shows(/^finished$/m);
  });

  test.skipIf(!has('vim'))('an editor works', async () => {
    await unlock();
    await type('vaultctl run -k db/password -- vim -u NONE note.txt');
    await second.shows(/note\.txt/);
    second.text(':r !sh -c "echo $DB_PASSWORD"');
    second.keys('Enter');
    await second.shows(/REDACTED/);
    second.text('ihello');
    second.keys('Escape');
    second.line(':wq');
    await second.shows(/^exit 0/m);
    expect(await readFile(join(home.dir, 'note.txt'), 'utf8')).toContain(VALUE);
  });

  test('piped output goes on, and standard input that is a pipe is read', async () => {
    await unlock();
    await type(
      `echo piped | vaultctl run -k db/password -- sh -c 'cat; echo "$DB_PASSWORD" >&2' | tr a-z A-Z`,
    );
    const screen = await second.shows(/EXIT 0/);
    expect(screen).toContain('PIPED');
    expect(screen).toContain(MARKER);
  });

  test('a terminal that is closed ends the program', async () => {
    await unlock();
    await type(`vaultctl run -k db/password -- sh -c 'echo $$ > pid; echo ready; sleep 60'`);
    await second.shows(/^ready/m);
    second.close();
    const { VAULT_PASSWORD: _, ...env } = home.env;
    second = new Terminal(env, home.dir);
    await expect
      .poll(async () => (await home.json(['status', '--json'])) as { session: { running: number } }, {
        timeout: 15_000,
      })
      .toMatchObject({ session: { running: 0 } });
  });
});
