/** Judging takes bounded time and memory: each limit that a command of many words meets. */

const time = { tests: ['tests/domain/policy/judge-time.test.ts'] };
const commands = { ...time, file: 'src/domain/policy/launcher-commands.ts' };
const reach = { ...time, file: 'src/domain/policy/reach.ts' };
const LIMITED =
  '  if (args.filter((arg) => action.test(arg)).length > MAX_ACTIONS) return [tooManyActions];\n';

export const mutants = [
  {
    ...reach,
    guard: 'commands inside a command are bounded in all their characters',
    from: 'characters > MAX_CHARACTERS',
    to: 'characters > 64 * MAX_CHARACTERS',
    name: 'a few words of great length',
  },
  {
    ...time,
    guard: 'where every argument may be the command, their number is bounded',
    file: 'src/domain/policy/options.ts',
    from: "  if (args.length > MAX_GUESSED) return [refuse('too many arguments to tell which is a command')];\n",
    name: '2001 times',
  },
  {
    ...commands,
    guard: 'find is not followed to any number of commands',
    from: `const action = /^-(exec|execdir|ok|okdir)$/;\n${LIMITED}`,
    to: 'const action = /^-(exec|execdir|ok|okdir)$/;\n',
    name: 'find with ["-exec"], 101 times',
  },
  {
    ...commands,
    guard: 'fd is not followed to any number of commands',
    from: `(?:=?(.*))$/s;\n${LIMITED}`,
    to: '(?:=?(.*))$/s;\n',
    name: 'fd with ["-x"], 101 times',
  },
];
