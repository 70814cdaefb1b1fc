/** What a shell makes of a text: variables, directories and words, and where shells do not agree. */

const tests = ['tests/domain/policy/judge-shell.test.ts'];
const state = { file: 'src/domain/policy/shell-state.ts', tests };
const words = { file: 'src/domain/policy/shell-words.ts', tests };
const dialect = { file: 'src/domain/policy/shell-dialect.ts', tests };

export const mutants = [
  {
    ...state,
    guard: 'values of variables are followed',
    from: "if (node.type === 'Assignment') assign(variables, node);",
  },
  {
    ...state,
    guard: 'values of loops are followed',
    from: "if (node.type === 'For' || node.type === 'Select') loop(variables, node.name.value, node.wordlist ?? []);",
  },
  {
    ...state,
    guard: 'changes of directory are followed',
    from: 'directories = [...new Set([...directories, ...targetsOf(node, variables, directories)])];',
    to: 'directories = [...directories];',
  },
  {
    ...state,
    guard: 'appended values are followed',
    from: "? (before.length > 0 ? before : ['']).flatMap((start) => texts.map((end) => start + end))",
    to: '? before',
  },
  {
    ...state,
    guard: 'a script with too many states is refused',
    from: 'return small ? { variables, directories } : null;',
    to: 'return { variables, directories };',
  },
  {
    ...words,
    guard: '~ stands for the home directory',
    from: "(user === '~' ? homes : [COMPUTED])",
    to: "(user === '~' ? ['~'] : ['~'])",
    tests: ['tests/domain/policy/judge-environment.test.ts', ...tests],
  },
  {
    ...words,
    guard: 'an expansion is filled in with what it may hold',
    from: 'return variables.get(part.text.slice(1)) ?? [COMPUTED];',
    to: "return variables.get('no') ?? [''];",
    tests: ['tests/domain/policy/judge-environment.test.ts', ...tests],
  },
  {
    ...words,
    guard: 'a glob is no fixed text',
    from: "return word.parts?.some((part) => part.type === 'Glob') ? null : text;",
    to: 'return text;',
  },
  {
    ...dialect,
    guard: "$'...' with a quote ends elsewhere in dash",
    from: "return dialect === 'posix' && node.text.includes(\"\\\\'\");",
    to: 'return false;',
  },
  {
    ...dialect,
    guard: '$[...] is arithmetic to bash alone',
    from: "return dialect === 'posix' && node.text.startsWith('$[');",
    to: 'return false;',
  },
  {
    ...dialect,
    guard: '((...)) starts subshells in dash',
    from: "    case 'ArithmeticCommand':\n    case 'TestLogical':\n    case 'TestGroup':\n      return dialect === 'posix';",
    to: "    case 'TestLogical':\n    case 'TestGroup':\n      return dialect === 'posix';",
  },
  {
    ...dialect,
    guard: '[[ a || b ]] is two commands to dash',
    from: "    case 'TestLogical':\n",
  },
  {
    ...dialect,
    guard: '[[ ( a ) ]] is a subshell to dash',
    from: "    case 'TestGroup':\n",
    to: "    case 'TestGroup':\n      return false;\n",
  },
  {
    ...dialect,
    guard: '&> runs what follows in dash',
    from: "return dialect === 'posix' && node.operator.startsWith('&');",
    to: 'return false;',
  },
  {
    ...dialect,
    guard: 'backslashes in backquotes of a here-document are refused',
    from: "node.parts?.some((part) => part.type === 'CommandExpansion' && /^`.*\\\\/s.test(part.text)) ?? false",
    to: 'false',
  },
  {
    ...dialect,
    guard: 'odd ends of here-documents are refused',
    from: 'return !/^([\'"]?)[\\w.!%+-]+\\1$/.test(node.text);',
    to: 'return false;',
  },
  {
    ...dialect,
    guard: 'patterns such as *(e:env:) run code in zsh',
    from: "return dialect !== 'bash';",
    to: 'return false;',
  },
  {
    ...dialect,
    guard: '=env is a command to zsh',
    from: "return dialect === 'zsh' && /^[={]/.test(node.text);",
    to: 'return false;',
  },
  {
    ...dialect,
    guard: 'a text for zsh is read as one',
    from: "if (names.has('zsh') || names.has('rzsh')) return 'zsh';",
  },
];
