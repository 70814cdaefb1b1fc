import { describe, expect, test } from 'vitest';
import { commandClasses, toolClasses } from '../../src/app/authority.ts';
import { catalog } from '../../src/cli/catalog.ts';
import { parseCommandLine } from '../../src/cli/parse-command-line.ts';
import { tools } from '../../src/mcp/tools/catalog.ts';

const commands = catalog.flatMap((entry) =>
  'commands' in entry
    ? entry.commands.map((definition) => ({ path: `${entry.name} ${definition.name}`, definition }))
    : [{ path: entry.name, definition: entry }],
);

test('the commands of the specification and the decisions are there, each once', () => {
  const paths = commands.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const names =
    'audit export,audit list,audit verify,delete,doctor,edition,export,generate,get,init,keychain disable,' +
    'keychain enable,keychain status,list,lock,mcp install,mcp list,mcp uninstall,mcp-server,passwd,policy check,policy explain,policy trust,recovery new,recovery status,recovery use,run,score,set,status,unlock';
  expect(paths.toSorted()).toEqual(names.split(','));
});

test('every command and every tool has a class, and nothing else has', () => {
  expect(Object.keys(commandClasses).toSorted()).toEqual(commands.map(({ path }) => path).toSorted());
  expect(Object.keys(toolClasses).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

test('an option that changes the class of a command is one it has', () => {
  for (const { path, definition } of commands) {
    const { unless } = commandClasses[path] ?? {};
    if (unless !== undefined) expect(Object.keys(definition.options), path).toContain(unless.option);
  }
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
