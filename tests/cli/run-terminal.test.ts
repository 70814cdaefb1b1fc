import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exists, useVault } from '../spec/support/home.ts';
import { hasTmux, Terminal } from './support/terminal.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';

const home = useVault(async (fresh) => {
  await fresh.set('db/password', VALUE);
});

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal(home.env, home.dir);
});
afterEach(() => terminal.close());

const has = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** What the secret looks like on the screen. */
const shown = (option: string): string => (option === '' ? VALUE : '[REDACTED:db/password]');

/** Starts a command through `vaultctl run` and clears the screen of what was typed. */
function run(option: string, command: string): void {
  terminal.line(`clear; vaultctl run -k db/password ${option} -- ${command}`);
}

async function literal(text: string): Promise<string> {
  return terminal.shows(new RegExp(text.replaceAll(/[[\]()*+?.|$^\\]/g, String.raw`\$&`)));
}

describe.skipIf(!hasTmux).each(['', '--redact'])('on a terminal, run %s', (option) => {
  test('gives the program a terminal of the same size on all three streams', async () => {
    run(option, `sh -c 'test -t 0 && test -t 1 && test -t 2 && stty size && echo "$DB_PASSWORD"; exit 7'`);
    const screen = await terminal.shows(/^exit 7$/m);
    expect(screen).toContain('50 100');
    expect(screen).toContain(shown(option));
  });

  test('leaves colour on where a program asks the terminal', async () => {
    run(
      option,
      `sh -c 'cd /; ls --color=auto -d tmp | od -c | head -1; ls --color=auto -d tmp'; printf do''ne`,
    );
    await terminal.shows(/done/);
    const ESC = String.fromCharCode(27);
    expect(terminal.colours()).toMatch(new RegExp(`${ESC}\\[[0-9;]*m[^\\n]*tmp`));
  });

  test('tells the program of a new size', async () => {
    run(option, `sh -c 'trap "stty size; exit 0" WINCH; echo ready; while :; do sleep 0.1; done'`);
    await terminal.shows(/^ready/m);
    terminal.resize(90, 40);
    await terminal.shows(/40 90\nexit 0/);
  });

  test('Ctrl-C reaches the program once', async () => {
    run(option, `sh -c 'trap "echo caught" INT; echo ready; sleep 2; sleep 1; exit 5'`);
    await terminal.shows(/^ready/m);
    terminal.keys('C-c');
    const screen = await terminal.shows(/exit 5/);
    expect(screen.match(/caught/g)).toHaveLength(1);
  });

  test('Ctrl-C ends a program that does not catch it, with exit code 130', async () => {
    run(option, `sh -c 'echo ready; exec sleep 30'`);
    await terminal.shows(/^ready/m);
    terminal.keys('C-c');
    await terminal.shows(/exit 130/);
    terminal.line('echo see""n');
    await terminal.shows(/^seen/m);
  });

  test('Ctrl-Z stops the run, and fg resumes it where it was', async () => {
    run(option, `sh -c 'echo ready; read answer; echo "got $answer"; exit 6'`);
    await terminal.shows(/^ready/m);
    terminal.keys('C-z');
    await terminal.shows(/Stopped/);
    terminal.line('echo between');
    await terminal.shows(/^between/m);
    terminal.line('fg');
    terminal.line('words');
    await terminal.shows(/got words/);
  });

  test('a run in the background goes on and can be brought back', async () => {
    terminal.line(
      `clear; vaultctl run -k db/password ${option} -- sh -c 'sleep 1; echo la''ter; read x; exit 9' &`,
    );
    await terminal.shows(/later/);
    terminal.line('');
    terminal.line('fg');
    terminal.line('on');
    await terminal.shows(/^exit 9/m);
  });

  test('what is read with the echo off is not shown', async () => {
    run(option, `bash -c 'read -rs -p "Say: " word; echo; echo "\${#word} letters"'`);
    await terminal.shows(/^Say:/m);
    terminal.line('unspoken');
    const screen = await terminal.shows(/8 letters\nexit 0/);
    expect(screen).not.toContain('unspoken');
  });

  test.skipIf(!has('vim'))('vim edits, is suspended and resumed, and leaves a clean terminal', async () => {
    const file = `note${option}.txt`;
    run(option, `vim -u NONE -N ${file}`);
    await terminal.shows(/^~/m);
    terminal.keys('i');
    terminal.text('some words');
    terminal.keys('Escape');
    terminal.line(':r !printenv DB_PASSWORD');
    await literal(shown(option));
    terminal.keys('C-z');
    await terminal.shows(/Stopped/);
    terminal.line('fg');
    await literal(shown(option));
    terminal.line(':wq');
    await terminal.shows(/^\$/m);
    await expect.poll(() => exists(join(home.dir, file)), { timeout: 10_000 }).toBe(true);
    // What the program wrote to a file is its own business.
    expect(await readFile(join(home.dir, file), 'utf8')).toBe(`some words\n${VALUE}\n`);
  });

  test.skipIf(!has('less'))('less pages through what a pipe brings, by keys of the terminal', async () => {
    terminal.line(`clear; (printenv HOME; seq 2 400) | vaultctl run -k db/password ${option} -- less`);
    await terminal.shows(/^49\n:/m);
    terminal.keys('Space');
    await terminal.shows(/^98\n:/m);
    terminal.keys('q');
    await terminal.shows(/exit 0/);
  });

  test.skipIf(!has('sqlite3'))('sqlite3 answers line by line', async () => {
    run(option, 'sqlite3 :memory:');
    await terminal.shows(/sqlite>/);
    terminal.line("select 6*7 as a, '" + VALUE + "' as b ; ");
    await literal(`42|${shown(option)}`);
    terminal.keys('C-d');
    await terminal.shows(/exit 0/);
  });

  test('a program that is not there is exit code 127, in a terminal that echoes', async () => {
    run(option, 'no-such-program');
    await terminal.shows(/command not found: no-such-program\nexit 127/);
    terminal.line('echo see""n');
    await terminal.shows(/^seen/m);
  });

  test('a time-out is exit code 124, in a terminal that echoes', async () => {
    run(`${option} --timeout 1s`, 'cat');
    await terminal.shows(/timeout exceeded\nexit 124/);
    terminal.line('echo see""n');
    await terminal.shows(/^seen/m);
  });

  test('a background child that holds the terminal does not hold up the run', async () => {
    run(option, `sh -c 'trap "" HUP; sleep 20 & echo started'`);
    await terminal.shows(/started\nexit 0/);
  });

  test('Ctrl-\\ quits the program, with exit code 131', async () => {
    run(option, `sh -c 'ulimit -c 0; echo ready; exec sleep 30'`);
    await terminal.shows(/^ready/m);
    terminal.keys('C-\\');
    await terminal.shows(/exit 131/);
  });
});

describe.skipIf(!hasTmux)('on a terminal, run --redact', () => {
  test('leaves no program behind when it is killed', async () => {
    run('--redact', `sh -c 'echo ready; exec sleep 4321'`);
    await terminal.shows(/^ready/m);
    spawnSync('pkill', ['-KILL', '-f', `run -k db/password --redact .*sleep 432[1]`]);
    await expect.poll(() => spawnSync('pgrep', ['-f', 'sleep 432[1]']).status, { timeout: 10_000 }).toBe(1);
  });

  test('leaves no program behind in the background when the terminal goes', async () => {
    terminal.line(`clear; vaultctl run -k db/password --redact -- sh -c 'echo rea''dy; exec sleep 4322' &`);
    await terminal.shows(/^.*ready/m);
    terminal.close();
    await expect.poll(() => spawnSync('pgrep', ['-f', 'sleep 432[2]']).status, { timeout: 10_000 }).toBe(1);
    terminal = new Terminal(home.env, home.dir);
  });

  test('gives the program no descriptor but its own three', async () => {
    run('--redact', `sh -c 'for fd in /proc/self/fd/*; do readlink $fd; done | grep -c ptmx; echo counted'`);
    expect(await terminal.shows(/^counted/m)).toMatch(/^0\ncounted/m);
  });

  test('keeps a pipe a pipe: only what is the terminal passes through the new one', async () => {
    const check = `test -t 1 || echo "pipe $DB_PASSWORD"; sleep 0.3; test -t 2 && echo "$DB_PASSWORD" >&2`;
    terminal.line(`clear; vaultctl run -k db/password --redact -- sh -c '${check}' | tr a-z A-Z`);
    await literal('PIPE [REDACTED:DB/PASSWORD]');
    await literal('[REDACTED:db/password]');
  });
});
