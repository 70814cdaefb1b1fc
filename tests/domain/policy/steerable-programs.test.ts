import { describe, expect, test } from 'vitest';
import { launchers } from '../../../src/domain/policy/launchers.ts';
import { otherShells, posixShells } from '../../../src/domain/policy/shells.ts';
import { type SteerableProgram, steerableProgram } from '../../../src/domain/policy/steerable-programs.ts';

function find(...names: string[]): SteerableProgram | null {
  return steerableProgram(new Set(names));
}

describe('steerable programs', () => {
  test.each([...posixShells, ...otherShells, ...launchers.flatMap(({ names }) => names)])(
    '%s is one: shells and launchers all are',
    (name) => expect(find(name)?.how).toBeTruthy(),
  );

  test.each([
    ['python3.11', '-c and -m'],
    ['php8.2', '-r'],
    ['gcc-12', '-wrapper'],
    ['vim.basic', ':!'],
    ['lua5.4', '-e'],
    ['clang++-15', '-fplugin'],
  ])('%s is known without its version', (name, how) => expect(find(name)?.how).toContain(how));

  test('one known name among several is enough: a link under a harmless name', () => {
    expect(find('report', 'python3')?.how).toContain('-c');
  });

  test.each(['cat', 'ls', 'true', 'pg_isready', 'gitk', 'nodemanager', ''])('%j is not on the list', (name) =>
    expect(find(name)).toBeNull(),
  );

  test('an interpreter is held by the script its entry names, not by an option', () => {
    const python = find('python3');
    expect(python?.fixed(['/opt/report.py'])).toBeNull();
    expect(python?.fixed(['-m', 'report'])).toContain('any code');
    expect(find('bash')?.fixed(['-c'])).toContain('any text');
    expect(find('bash')?.fixed(['+x'])).toContain('any text');
  });

  test.each([
    ['docker', ['ps'], true],
    ['docker', ['run'], false],
    ['docker', ['ps-like-plugin'], false],
    ['docker', ['--config', 'ps'], false],
    ['gh', ['pr', 'list'], true],
    ['gh', ['pr', 'checkout'], false],
    ['gh', ['pr'], false],
    ['gh', ['alias'], false],
  ])('%s %j: held by the subcommand is %j', (name, args, held) =>
    expect(find(name)?.fixed(args) === null).toBe(held),
  );

  test.each(['git', 'make', 'npm', 'find', 'psql', 'kubectl', 'curl', 'nice'])(
    'more words in the entry do not hold %s',
    (name) => expect(find(name)?.fixed(['status'])).toBeTruthy(),
  );
});
