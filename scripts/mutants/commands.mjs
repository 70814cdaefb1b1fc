/** Programs that run others, read environments or print them: each row of each table, and who a program is. */

import { withoutEachRow } from './table-rows.mjs';

const rows = ['tests/domain/policy/launcher-rows.test.ts'];
const launchers = ['tests/domain/policy/judge-launchers.test.ts'];
const lists = ['tests/domain/policy/judge-lists.test.ts'];
const environment = ['tests/domain/policy/judge-environment.test.ts'];

const commands = { file: 'src/domain/policy/launcher-commands.ts', tests: launchers };
const options = { file: 'src/domain/policy/options.ts', tests: launchers };
const names = { file: 'src/domain/policy/program-names.ts', tests: launchers };

export const mutants = [
  ...withoutEachRow({
    file: 'src/domain/policy/launchers.ts',
    table: 'export const launchers: readonly Launcher[] = [',
    about: 'looked through to the program it runs',
    tests: rows,
  }),
  ...withoutEachRow({
    file: 'src/domain/policy/launchers.ts',
    table: 'export const launcherFamilies: readonly (readonly [pattern: RegExp, name: string])[] = [',
    about: 'known under any version and platform',
    tests: rows,
  }),
  ...withoutEachRow({
    file: 'src/domain/policy/tree-readers.ts',
    table: 'const treeReaders: readonly TreeReader[] = [',
    about: 'does not read all of the system, /proc with it',
    tests: rows,
  }),
  {
    ...options,
    guard: 'where options are not understood, every argument may be the command',
    from: 'if (!read.understood) return [...found, ...anyArgument(args)];',
  },
  {
    ...options,
    guard: 'a computed argument may move the place of the command',
    from: 'if (isComputed(...args.slice(0, start))) return [...found, ...anyArgument(args)];',
    tests: ['tests/domain/policy/judge-shell.test.ts'],
  },
  {
    ...options,
    guard: 'assignments before the command are passed over',
    from: "while (table.assignments && /^\\w+=/.test(args[start] ?? '')) start += 1;",
  },
  {
    ...options,
    guard: 'a command may be glued to an option',
    from: '...(glued ? run([glued, ...rest], true) : [])',
  },
  {
    ...options,
    guard: 'a long option may be abbreviated',
    from: '[...kinds.keys()].find((name) => name.startsWith(long))',
    to: '[...kinds.keys()].find((name) => name === long)',
  },
  {
    ...options,
    guard: 'text may be glued to an option',
    from: 'return glued === undefined ? [text(arg)] : [text(glued)];',
    to: 'return [text(arg)];',
  },
  {
    ...commands,
    guard: 'script -c takes shell text',
    from: "    texts: 'c --command',\n    operands: 1,",
    to: "    flagsOnly: 'c --command',\n    operands: 1,",
  },
  {
    ...commands,
    guard: 'script without a command starts a shell',
    from: 'return steps.length > 0 ? steps : [input];',
    to: 'return steps;',
  },
  {
    ...commands,
    guard: 'watch joins its words into shell text',
    from: "    values: 'n q --interval --equexit',\n  })(args);\n  return steps.flatMap((step) => (step.kind === 'run' ? [step, text(step.line.join(' '))] : [step]));",
    to: "    values: 'n q --interval --equexit',\n  })(args);\n  return steps;",
  },
  {
    ...commands,
    guard: 'flock -c takes shell text',
    from: "return [text(step.line.slice(1).join(' '))];",
    to: 'return [step];',
  },
  {
    ...commands,
    guard: 'su -c takes shell text',
    from: "const texts = commandOptions({ texts: 'c --command --session-command' })(args);",
    to: 'const texts: readonly Step[] = [];',
  },
  {
    ...commands,
    guard: 'su without a command starts a shell',
    from: '...(texts.length === 0 && !named ? [input] : [])',
  },
  {
    ...commands,
    guard: 'sudo -s starts a shell',
    from: 'return shell ? orShell(0, both)(args) : commandAfter(table)(args);',
    to: 'return commandAfter(table)(args);',
  },
  {
    ...commands,
    guard: 'unshare, chroot and kin start a shell when they are given no command',
    from: 'return words.length > operands ? follow(args) : [input];',
    to: 'return follow(args);',
  },
  {
    ...commands,
    guard: 'parallel takes its commands from its input',
    from: "if (!steps.some(({ kind }) => kind === 'run')) return [input];",
  },
  {
    ...commands,
    guard: 'parallel joins its words into shell text',
    from: "  if (!steps.some(({ kind }) => kind === 'run')) return [input];\n  return steps.flatMap((step) => (step.kind === 'run' ? [step, text(step.line.join(' '))] : [step]));",
    to: "  if (!steps.some(({ kind }) => kind === 'run')) return [input];\n  return steps;",
  },
  {
    ...commands,
    guard: 'xargs adds words that nobody knows yet',
    from: 'return run([...words, COMPUTED], step.guess);',
    to: 'return run(words, step.guess);',
  },
  {
    ...commands,
    guard: 'xargs -I puts in the place of a mark what nobody knows yet',
    from: "mark === '' ? word : word.replaceAll(mark, COMPUTED)",
    to: 'word',
  },
  {
    ...commands,
    guard: 'every -exec of find counts, not the first alone',
    from: 'if (!action.test(arg)) return [];',
    to: "if (!action.test(arg) || args.slice(0, index).includes('-exec')) return [];",
  },
  {
    ...commands,
    guard: 'a file name that find puts in may be the command',
    from: 'return run(words.map((word) => word.replaceAll(/\\{[./]*\\}/g, COMPUTED)));',
    to: 'return run(words);',
  },
  {
    ...commands,
    guard: 'npx -c and kin take shell text',
    from: "return [...anyArgument(args), ...commandOptions({ texts: 'c --call --command --run' })(args)];",
    to: 'return anyArgument(args);',
  },
  {
    ...names,
    guard: 'env is denied in any look-alike form of Unicode',
    from: "command.normalize('NFKC')",
    to: 'command',
  },
  {
    ...names,
    guard: 'env is denied with invisible characters in it',
    from: ".replaceAll(/[\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}]+/gu, '')",
  },
  { ...names, guard: 'env is denied with dots or slashes behind it', from: ".replace(/[./\\\\]+$/, '')" },
  { ...names, guard: 'env is denied in any case', from: '.toLowerCase()' },
  {
    ...names,
    guard: 'env is denied as genv',
    from: "const forms = [name.replace(/^g/, ''), ",
    to: 'const forms = [',
  },
  {
    ...names,
    guard: 'a shell is known with its version behind it',
    from: ", name.replace(/[-.]?(static|distrib|real|[\\d.]+)$/, '')]",
    to: ']',
    tests: ['tests/domain/policy/judge-shell.test.ts', ...rows],
  },
  {
    ...names,
    guard: 'a program is known by the file behind a symbolic link',
    from: '    for (const name of knownForms(plainName(program.file))) names.add(name);\n',
  },
  {
    ...names,
    guard: 'a program is known by the other names of its file',
    from: '      if (isSameFile(program, world.resolve(name), world)) names.add(name);\n',
  },
  {
    ...names,
    guard: 'a multi-call program is known by its applet',
    from: '  if (multiCall.test(baseName(program.file))) return true;\n',
    tests: lists,
  },
  {
    guard: 'env cannot be allowed',
    file: 'src/domain/policy/program-names.ts',
    from: "= ['env', 'printenv'];",
    to: "= ['printenv'];",
    tests: launchers,
  },
  {
    guard: 'printenv cannot be allowed',
    file: 'src/domain/policy/program-names.ts',
    from: "= ['env', 'printenv'];",
    to: "= ['env'];",
    tests: launchers,
  },
  {
    guard: 'set cannot be allowed',
    file: 'src/domain/policy/always-denied.ts',
    from: "[...environmentPrinters, 'set', 'export']",
    to: "[...environmentPrinters, 'export']",
    tests: launchers,
  },
  {
    guard: 'export cannot be allowed',
    file: 'src/domain/policy/always-denied.ts',
    from: "[...environmentPrinters, 'set', 'export']",
    to: "[...environmentPrinters, 'set']",
    tests: launchers,
  },
  {
    guard: 'a program reached through /proc, which may be any, is denied',
    file: 'src/domain/policy/always-denied.ts',
    from: "  if (isUnderProcess(command, world)) return 'a program reached through /proc';\n",
    tests: environment,
  },
  {
    guard: 'ps is not asked for environments',
    file: 'src/domain/policy/always-denied.ts',
    from: "return listsEnvironments(identity.names, args) ? 'ps with environments' : null;",
    to: 'return null;',
    tests: environment,
  },
  {
    guard: 'ps is not asked for environments by its column',
    file: 'src/domain/policy/environment-files.ts',
    from: '/environ/i.test(arg) || /^-\\w*E/.test(arg)',
    to: '/^-\\w*E/.test(arg)',
    tests: environment,
  },
  {
    guard: 'ps is not asked for environments by -E',
    file: 'src/domain/policy/environment-files.ts',
    from: '/environ/i.test(arg) || /^-\\w*E/.test(arg)',
    to: '/environ/i.test(arg)',
    tests: environment,
  },
];
