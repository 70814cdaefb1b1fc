import { describe, expect, test } from 'vitest';
import { type CommandLine, parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { VaultError } from '../../src/errors.ts';

const surroundings = { version: '1.2.3', width: 100 };

const parse = (...argv: string[]): CommandLine => parseCommandLine(argv, surroundings);

function inputOf(...argv: string[]) {
  const asked = parse(...argv);
  if (asked.kind !== 'command') throw new Error(`not a command: ${argv.join(' ')}`);
  return { name: asked.definition.name, ...asked.input };
}

function textOf(...argv: string[]): string {
  const asked = parse(...argv);
  if (asked.kind !== 'text') throw new Error(`not a text: ${argv.join(' ')}`);
  return asked.text;
}

function refusal(...argv: string[]): VaultError {
  try {
    parse(...argv);
  } catch (error) {
    if (error instanceof VaultError) return error;
    throw error;
  }
  throw new Error(`not refused: ${argv.join(' ')}`);
}

describe('options', () => {
  test('repeatable ones are lists in the order given, switches booleans, the rest texts or undefined', () => {
    const { args, options } = inputOf('set', 'a', '--field', 'x=1', '--url', 'u', '--field=y', '--no-notes');
    expect(args).toEqual({ key: 'a' });
    expect(options).toMatchObject({
      field: ['x=1', 'y'],
      tag: [],
      url: 'u',
      'no-notes': true,
      replace: false,
    });
    expect(options).toHaveProperty('notes', undefined);
  });

  test('--notes and --no-notes are two options', () => {
    expect(inputOf('set', 'a', '--no-notes', '--notes', 'x').options).toMatchObject({
      notes: 'x',
      'no-notes': true,
    });
    expect(inputOf('set', 'a').options).toMatchObject({
      'no-notes': false,
      'no-url': false,
      'no-expires': false,
    });
  });

  test.each([
    ['--notes=a=b', 'a=b'],
    ['--notes=', ''],
    ['--notes=--help', '--help'],
  ])('%s has the value after the first =', (option, notes) => {
    expect(inputOf('set', 'a', option).options).toHaveProperty('notes', notes);
  });

  test('-l 32, -l32, --length 32 and --length=32 are the same', () => {
    for (const form of [['-l', '32'], ['-l32'], ['--length', '32'], ['--length=32']]) {
      expect(inputOf('generate', ...form).options).toHaveProperty('length', '32');
    }
  });

  test('--vault-dir stands before or after the command; the nearer one counts', () => {
    expect(inputOf('--vault-dir', 'a', 'list').vaultDir).toBe('a');
    expect(inputOf('list', '--vault-dir=b').vaultDir).toBe('b');
    expect(inputOf('--vault-dir', 'a', 'audit', '--vault-dir', 'b', 'list').vaultDir).toBe('b');
    expect(inputOf('--vault-dir', 'a', 'audit', 'list', '--vault-dir', 'c').vaultDir).toBe('c');
    expect(inputOf('list').vaultDir).toBeUndefined();
  });

  test('after -- nothing is an option', () => {
    expect(inputOf('get', '--', '--json')).toMatchObject({
      args: { key: '--json' },
      options: { json: false },
    });
  });
});

describe('run', () => {
  test('everything after -- is the command and its arguments, untouched', () => {
    const { args, options } = inputOf(
      'run',
      '-k',
      'a',
      '-k',
      'b',
      '--',
      'cmd',
      '--help',
      '--',
      '-k',
      'c',
      '',
    );
    expect(args).toEqual({ command: 'cmd', args: ['--help', '--', '-k', 'c', ''] });
    expect(options).toMatchObject({ key: ['a', 'b'] });
  });

  test('without -- the first word is the command, and what follows is its own', () => {
    const { args, vaultDir } = inputOf('run', '-k', 'a', 'cmd', '--vault-dir', 'x', '--redact', '--', 'y');
    expect(args).toEqual({ command: 'cmd', args: ['--vault-dir', 'x', '--redact', '--', 'y'] });
    expect(vaultDir).toBeUndefined();
  });

  test('names of other commands among the arguments mean nothing', () => {
    expect(inputOf('run', '-k', 'a', '--', 'audit', 'list').args).toEqual({
      command: 'audit',
      args: ['list'],
    });
  });
});

describe('help and version', () => {
  test('--version is the version alone', () => {
    expect(textOf('--version')).toBe('1.2.3\n');
  });

  test('no arguments, --help, -h and help give the list of commands', () => {
    const help = textOf();
    expect(help).toMatch(/^Usage: vaultctl /);
    for (const same of [['--help'], ['-h'], ['help'], ['help', '--help']]) expect(textOf(...same)).toBe(help);
  });

  test.each([
    [
      ['help', 'set'],
      ['set', '--help'],
    ],
    [
      ['help', 'audit'],
      ['audit', '--help'],
    ],
    [
      ['help', 'audit', 'export'],
      ['audit', 'export', '-h'],
    ],
  ])('%j is the same as %j', (helpFirst, helpLast) => {
    expect(textOf(...helpFirst)).toBe(textOf(...helpLast));
    expect(textOf(...helpFirst)).toContain(`Usage: vaultctl ${helpFirst.slice(1).join(' ')}`);
  });

  test('help of a command shows its options with their values, and examples', () => {
    expect(textOf('run', '--help')).toMatch(/-k, --key <KEY> [^]*Examples:\n {2}vaultctl run -k /);
  });
});

describe('refusals', () => {
  test.each([
    [['lst'], "unknown command 'lst'", 'Did you mean list?'],
    [['lst', '--help'], "unknown command 'lst'", 'Did you mean list?'],
    [['help', 'lst'], "unknown command 'lst'", 'Did you mean list?'],
    [['audit', 'exprt'], "unknown command 'exprt'", 'Did you mean export?'],
    [['list', '--jsn'], 'unknown option --jsn', 'Did you mean --json?'],
    [['--jsn', 'list'], 'unknown option --jsn', 'vaultctl --help shows how'],
    [['get'], "missing required argument 'key'", 'vaultctl get --help shows how'],
    [['audit'], 'vaultctl audit needs a command', 'vaultctl audit --help lists them'],
    [['--vault-dir', 'x'], 'vaultctl needs a command', 'vaultctl --help lists them'],
  ])('%j: %s', (argv, message, hint) => {
    expect(refusal(...argv)).toMatchObject({ code: 'usage', message, hint });
  });

  test.each([
    [['set', 'k', 'hunter2']],
    [['set', 'k', '--passwd=hunter2']],
    [['set', 'k', '-phunter2']],
    [['set', 'k', "--x=a'hunter2"]],
    [['set', 'k', '--x=\n(hunter2)']],
    [['list', '--json=hunter2']],
    [['get', 'k', 'hunter2', '--hunter']],
  ])('%j is refused without repeating what may be a value', (argv) => {
    const { code, message, hint } = refusal(...argv);
    expect(code).toBe('usage');
    expect(message + hint).not.toContain('hunter2');
  });
});
