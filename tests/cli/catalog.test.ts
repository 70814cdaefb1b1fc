import { describe, expect, test } from 'vitest';
import { catalog } from '../../src/cli/catalog.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';

const commands = catalog.flatMap((entry) =>
  'commands' in entry
    ? entry.commands.map((definition) => ({ path: `${entry.name} ${definition.name}`, definition }))
    : [{ path: entry.name, definition: entry }],
);

test('the commands of the specification and the decisions are there, each once', () => {
  const paths = commands.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.toSorted()).toEqual(
    [
      'audit export',
      'audit list',
      'audit verify',
      'delete',
      'doctor',
      'edition',
      'export',
      'generate',
      'get',
      'init',
      'keychain disable',
      'keychain enable',
      'keychain status',
      'list',
      'mcp-server',
      'passwd',
      'policy check',
      'policy explain',
      'recovery new',
      'recovery status',
      'recovery use',
      'run',
      'score',
      'set',
    ].toSorted(),
  );
});

describe.each(commands)('$path', ({ path, definition }) => {
  test('its module has a run function', async () => {
    expect(await definition.load()).toHaveProperty('run', expect.any(Function));
  });

  test('its examples are command lines it takes', () => {
    expect(definition.examples.length).toBeGreaterThan(0);
    for (const { line } of definition.examples.filter((example) => example.line.startsWith('vaultctl '))) {
      for (const part of line.split(' | ')) {
        const words = part
          .replace(/ < .*$/, '')
          .split(' ')
          .slice(1);
        expect(parseCommandLine(words, { version: '', width: 100 }).kind, part).toBe('command');
      }
    }
    expect(
      definition.examples.some(({ line }) => line.startsWith(`vaultctl ${path}`) || line.includes(path)),
    ).toBe(true);
  });

  test('every option and argument says what it is for', () => {
    for (const { description } of [
      ...Object.values(definition.options),
      ...Object.values(definition.arguments),
    ]) {
      expect(description.length).toBeGreaterThan(5);
    }
  });
});
