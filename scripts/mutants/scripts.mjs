/** Shell texts: what a deny rule must find in them, and which are refused since they cannot be told. */

import { withoutEachRow } from './table-rows.mjs';

const tests = ['tests/domain/policy/judge-shell.test.ts'];
const text = { file: 'src/domain/policy/shell-text.ts', tests };
const shells = { file: 'src/domain/policy/shells.ts', tests };
const builtins = { file: 'src/domain/policy/shell-builtins.ts', tests };
const reach = { file: 'src/domain/policy/reach.ts', tests };

export const mutants = [
  ...withoutEachRow({
    file: 'src/domain/policy/shell-builtins.ts',
    table: 'export const shellBuiltins: ReadonlyMap<string, Follow> = new Map<string, Follow>([',
    about: 'a word of the shell is followed to what it runs',
    tests: ['tests/domain/policy/shell-builtins.test.ts'],
  }),
  ...['set', 'compgen', 'export', 'readonly', 'declare', 'typeset', 'local', 'float', 'integer'].map(
    (name) => ({
      ...builtins,
      guard: `a word of the shell does not print all variables: ${name}`,
      from: `    case '${name}':\n`,
      to: `    case 'no ${name}':\n`,
      tests: ['tests/domain/policy/shell-builtins.test.ts'],
    }),
  ),
  {
    ...builtins,
    guard: 'an expansion that may vanish leaves the bare word',
    from: 'const words = args.filter((arg) => arg !== COMPUTED);',
    to: 'const words = args;',
  },
  {
    ...builtins,
    guard: 'exec -a goes by the name it gives',
    from: 'if (name === undefined) return steps;',
    to: 'if (steps !== null) return steps;',
  },
  {
    ...builtins,
    guard: 'a sourced file that the script makes is refused',
    from: "? [refuse('a sourced text that is not known')] : []",
    to: '? [] : []',
  },
  {
    ...reach,
    guard: 'launchers within launchers come to an end',
    from: 'if (at.depth > MAX_DEPTH || calls.length > MAX_CALLS)',
    to: 'if (at.depth > 1e6 || calls.length > 1e6)',
    tests: ['tests/domain/policy/judge-launchers.test.ts'],
  },
  {
    ...reach,
    guard: 'a command that nobody knows yet is refused',
    from: "if (isComputed(step.line[0])) return refused('a computed command');",
    to: 'if (isComputed(step.line[0])) continue;',
    tests: ['tests/domain/policy/judge-launchers.test.ts'],
  },
  {
    ...reach,
    guard: 'a shell that reads its input is refused',
    from: "if (text === undefined) return refused('a shell that reads its input');",
    to: 'if (text === undefined) continue;',
    tests: ['tests/domain/policy/judge-launchers.test.ts', ...tests],
  },
  {
    ...reach,
    guard: 'a text that is refused is refused with all around it',
    from: 'if (reading.refusal !== undefined) return refused(reading.refusal);',
  },
  {
    ...reach,
    guard: 'commands in a shell text are followed',
    from: '    add(insideText(reading, at));\n',
  },
  { ...reach, guard: 'texts of shells like sh are read', from: '...(isShell ? followShell(args) : []),' },
  {
    ...reach,
    guard: 'texts of shells like fish are refused',
    from: '...(isOneOf(otherShells) ? followOtherShell(args) : []),',
  },
  {
    ...reach,
    guard: 'a computed word before the first known one may be the command',
    from: 'if (isComputed(step.line[0])) return !found;',
    to: 'if (isComputed(step.line[0])) return false;',
  },
  {
    ...shells,
    guard: 'a script that is a pipe, a device or a file of /proc is refused',
    from: ' && !/^\\/(dev|proc)\\//.test(operand)',
  },
  {
    ...shells,
    guard: 'sh -s reads its input',
    from: "    if (arg.includes('s')) fromInput = true;\n",
  },
  {
    ...shells,
    guard: 'sh -ec and kin take text like -c',
    from: "if (arg.includes('c')) fromText = true;",
    to: 'if (/^[-+]c/.test(arg)) fromText = true;',
  },
  {
    ...shells,
    guard: 'sh +c takes text like -c',
    from: "if (arg.includes('c')) fromText = true;",
    to: "if (arg.startsWith('-') && arg.includes('c')) fromText = true;",
  },
  {
    ...shells,
    guard: 'an option of a shell may take an argument before the text',
    from: "at += arg.replaceAll(/[^oO]/g, '').length;",
    to: '',
  },
  {
    ...shells,
    guard: 'a shell with a language of its own is given scripts only',
    from: "if (first !== undefined && !first.startsWith('-') && !isComputed(first)) return [];",
    to: 'return [];',
  },
  {
    ...text,
    guard: 'a text that is computed is refused',
    from: "if (text.includes(COMPUTED)) return notRead('a shell text that is computed');",
    to: 'if (text.includes(COMPUTED)) return { commands: [], words: [], directories: place.directories };',
  },
  {
    ...text,
    guard: 'a text that is too long to judge is refused',
    from: "if (text.length > MAX_TEXT) return notRead('a shell text that is too long');",
  },
  {
    ...text,
    guard: 'a text with a line break inside an expansion is refused',
    from: 'if (splitsExpansion(text)) return notRead(NOT_UNDERSTOOD);',
  },
  { ...text, guard: 'a text that does not parse is refused', from: 'isBroken(node) || ' },
  {
    ...text,
    guard: 'a text that another shell reads otherwise is refused',
    from: '(isBroken(node) || differsBetweenShells(node, dialect))',
    to: 'isBroken(node)',
  },
  {
    ...text,
    guard: 'a text that sets PATH and kin is refused',
    from: "if (node.type === 'Assignment' && changesLookup(node.name, dialect)) refuse(OTHER_LOOKUP);",
  },
  {
    ...text,
    guard: 'a text that sets PATH and kin by a command is refused',
    from: '        if (changesLookup(spelling, dialect)) refuse(OTHER_LOOKUP);\n',
  },
  {
    ...text,
    guard: 'a computed command of a text is refused',
    from: "if (found === null) refuse('a command computed by a shell');",
  },
  {
    ...text,
    guard: 'quoted text inside ${...} is read as bash reads it',
    from: "if (node.type === 'ParameterExpansion' && /['\"\\\\]/.test(node.text)) visitLate(node.text, depth);",
  },
  {
    ...text,
    guard: 'quoted text inside $((...)) is read as bash reads it',
    from: "if (node.type === 'ArithmeticWord' && /['\"\\\\]/.test(node.value)) visitLate(node.value, depth);",
  },
  {
    ...text,
    guard: 'quoted text that comes to life later is read',
    from: '        visitLate(spelling, depth);\n',
  },
  {
    ...text,
    guard: 'values of variables that come to life later are read',
    from: '  for (const value of [...state.variables.values()].flat()) visitLate(value, 0);\n',
  },
  {
    ...text,
    guard: 'a word with too many spellings is refused',
    from: '      if (spellings === null) refuse(NOT_UNDERSTOOD);\n',
  },
  {
    ...text,
    guard: 'a variable is not taken for the argument it may hold',
    from: "const text = (value.type === 'Word' ? fixedText(value) : null) ?? COMPUTED;",
    to: "const text = (value.type === 'Word' ? fixedText(value) : null) ?? 'x';",
    tests: ['tests/domain/policy/judge-shell-allowed.test.ts', ...tests],
  },
  {
    ...text,
    guard: 'a command is looked for in each directory the script may be in',
    from: 'directories.map((directory) => `${directory}/${name}`)',
    to: 'directories.slice(0, 1).map((directory) => `${directory}/${name}`)',
  },
  {
    ...text,
    guard: 'a here-document for a shell is read',
    from: "if (redirect.type === 'HereDoc') return [hereText(redirect)];",
    to: "if (redirect.type === 'HereDoc') return [''];",
  },
  {
    ...text,
    guard: 'a here-string for a shell is read',
    from: 'return [spellings?.length === 1 ? (spellings[0] ?? COMPUTED) : COMPUTED];',
    to: "return [spellings?.length === 1 ? '' : ''];",
  },
  {
    ...text,
    guard: 'a here-document with expansions is computed',
    from: "return parts.every((part) => part.type === 'Literal') ? body.text : COMPUTED;",
    to: 'return parts === null ? COMPUTED : body.text;',
  },
  {
    ...text,
    guard: 'zsh finds commands by more variables',
    from: "if (dialect === 'zsh' && /^(path|fpath",
    to: 'if (dialect === null && /^(path|fpath',
  },
  { ...text, guard: 'PATH decides which command runs', from: '/^(PATH|CDPATH|', to: '/^(CDPATH|' },
  { ...text, guard: 'CDPATH decides where a script is', from: '(PATH|CDPATH|BASH_ENV', to: '(PATH|BASH_ENV' },
  { ...text, guard: 'LD_ variables decide what a command loads', from: '|LD_\\w+|DYLD_\\w+)', to: ')' },
];
