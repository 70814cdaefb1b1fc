/** The decision on a command, and which arguments lead to the environment of a process. */

const judge = { file: 'src/domain/policy/judge.ts', tests: ['tests/domain/policy/judge-lists.test.ts'] };
const entry = { file: 'src/domain/policy/entry.ts', tests: ['tests/domain/policy/judge-lists.test.ts'] };
const files = {
  file: 'src/domain/policy/environment-files.ts',
  tests: ['tests/domain/policy/judge-environment.test.ts'],
};
const paths = {
  file: 'src/domain/policy/environment-path.ts',
  tests: ['tests/domain/policy/judge-environment.test.ts'],
};
const resolve = { file: 'src/process/resolve.ts', tests: ['tests/process/resolve.test.ts'] };

export const mutants = [
  {
    ...judge,
    guard: 'what no list names is left to default_action',
    from: "ok: policy.defaultAction === 'allow',",
    to: 'ok: true,',
  },
  {
    ...judge,
    guard: 'denied_commands count, before allowed_commands',
    from: 'if (denied !== undefined) return',
    to: 'if (false) return',
  },
  {
    ...judge,
    guard: 'denied_commands see what launchers and shells run',
    from: 'reached.calls.some((call) => denies(',
    to: 'reached.calls.slice(0, 1).some((call) => denies(',
    tests: ['tests/domain/policy/judge-shell-allowed.test.ts', 'tests/domain/policy/judge-lists.test.ts'],
  },
  {
    ...judge,
    guard: 'no list allows what is always denied',
    from: 'if (always !== null) return',
    to: 'if (false) return',
    tests: ['tests/domain/policy/judge-launchers.test.ts'],
  },
  {
    ...judge,
    guard: 'a NUL byte, which would end the text for the system, is denied',
    from: "  if (line.some((word) => word.includes('\\0'))) return { ok: false, rule: 'always denied: a NUL byte' };\n",
    tests: ['tests/domain/policy/judge-launchers.test.ts'],
  },
  {
    ...judge,
    guard: 'nothing runs in a working directory inside /proc',
    from: "  if (canNameProcess(world.realpath('.'))) return 'a working directory inside /proc';\n",
    tests: ['tests/domain/policy/judge-environment.test.ts', 'tests/domain/policy/judge-lists.test.ts'],
  },
  {
    ...judge,
    guard: 'arguments that lead to an environment are denied',
    from: '    const why = alwaysDeniedWords(words, world, directories);\n',
    to: '    const why = null;\n    void [words, directories, alwaysDeniedWords];\n',
    tests: ['tests/domain/policy/judge-environment.test.ts'],
  },
  {
    ...judge,
    guard: 'words of shell texts that lead to an environment are denied',
    from: '[{ words: line, directories: [world.cwd] }, ...reached.readings]',
    to: '[{ words: line, directories: [world.cwd] }]',
    tests: ['tests/domain/policy/judge-environment.test.ts', 'tests/domain/policy/judge-shell.test.ts'],
  },
  {
    ...judge,
    guard: 'what cannot be told is denied',
    from: 'return reached.refusal ?? null;',
    to: 'return null;',
    tests: ['tests/domain/policy/judge-shell.test.ts'],
  },
  {
    ...entry,
    guard: 'a deny entry covers a program under another name',
    from: 'if (denied !== null && identity.program !== null && isSameProgram(identity.program, denied, world))\n    return true;\n',
  },
  {
    ...entry,
    guard: 'a deny entry covers a name that no program has yet',
    from: "if (!word.includes('/')) return identity.names.has(plainName(word));",
  },
  {
    ...entry,
    guard: 'a deny entry of a path covers its other spellings',
    from: "return command.includes('/') && world.realpath(command) === world.realpath(word) && denied === null;",
    to: 'return command === word;',
  },
  {
    ...entry,
    guard: 'a deny entry with arguments covers a computed argument',
    from: 'return args[index] === expected || isComputed(...args.slice(0, index + 1));',
    to: 'return args[index] === expected;',
    tests: ['tests/domain/policy/judge-shell-allowed.test.ts', 'tests/domain/policy/judge-lists.test.ts'],
  },
  {
    ...entry,
    guard: 'an allow entry covers the program it means and no look-alike',
    from: 'given.file !== allowed.file',
    to: 'lastPart(given.file) !== lastPart(allowed.file)',
  },
  {
    ...entry,
    guard: 'an allow entry covers no other link to its program',
    from: 'return lastPart(given.given) === name || (name === file && !isMultiCall(allowed, world));',
    to: 'return name === name && file === file && isMultiCall !== null;',
  },
  {
    ...entry,
    guard: 'an allow entry covers no other applet of a multi-call program',
    from: '(name === file && !isMultiCall(allowed, world))',
    to: 'name === file',
  },
  {
    ...entry,
    guard: 'an allow entry with arguments covers those only',
    from: 'if (!firstArgs.every((expected, index) => args[index] === expected)) return false;',
  },
  {
    ...files,
    guard: 'percent-encoding is looked through',
    from: 'return [...new Set([arg, once, twice])];',
    to: 'return [arg];',
  },
  {
    ...files,
    guard: 'percent-encoding is looked through twice',
    from: 'return [...new Set([arg, once, twice])];',
    to: 'return [...new Set([arg, once])];',
  },
  {
    ...files,
    guard: 'longer text that spells an environment file is denied',
    from: 'mentionsEnvironment(text) ||',
    to: 'false ||',
  },
  {
    ...files,
    guard: 'a path to an environment is denied',
    from: 'canNameEnvironment(path) || canNameProcess(path)',
    to: 'canNameProcess(path)',
  },
  {
    ...files,
    guard: 'a directory of a process, where readers of trees start, is denied',
    from: 'canNameEnvironment(path) || canNameProcess(path)',
    to: 'canNameEnvironment(path)',
  },
  {
    ...files,
    guard: 'a path glued to an option of one letter counts',
    from: '    paths.push(arg.slice(2));\n',
  },
  {
    ...files,
    guard: 'a path glued to several options counts',
    from: '    if (slash > 2) paths.push(arg.slice(slash));\n',
  },
  {
    ...files,
    guard: 'a path after =, @, < or : counts',
    from: 'arg.matchAll(/[=@<>:,;]/g)',
    to: 'arg.matchAll(/[,;]/g)',
  },
  {
    ...files,
    guard: 'a path that ends before , or ; counts',
    from: 'paths.push(after, ...(end >= 0 ? [after.slice(0, end)] : []));',
    to: 'if (end >= -1) paths.push(after);',
  },
  {
    ...files,
    guard: 'links are followed',
    from: 'if (unknown < 0) return [path, real];',
    to: 'if (unknown < 0) return [path];',
  },
  {
    ...files,
    guard: 'a link before a glob is followed',
    from: 'return [path, real, behindLinks, ...linksMatching(path, world)];',
    to: 'return [path, real, ...linksMatching(path, world)].filter((each) => each !== behindLinks);',
  },
  {
    ...files,
    guard: 'a link that a glob matches is followed',
    from: 'return [path, real, behindLinks, ...linksMatching(path, world)];',
    to: 'return [path, real, behindLinks, ...linksMatching("/", world)];',
  },
  {
    ...files,
    guard: 'a relative path starts where the command runs',
    from: 'return directories.flatMap((directory) => readingsOf(`${directory}/${piece}`, world));',
    to: 'return directories.flatMap(() => readingsOf(`/${piece}`, world));',
  },
  { ...paths, guard: 'the memory of a process counts like its environment', from: " || canBe(last, 'mem')" },
  {
    ...paths,
    guard: 'the beginning of the name counts, to which a script may put the rest',
    from: '(begins || canBe(last,',
    to: '((begins && false) || canBe(last,',
  },
  {
    ...paths,
    guard: 'a path with computed parts counts',
    from: 'if (/[\\0{]/.test(path)) return canBecomeEnvironment(path);',
  },
  {
    ...paths,
    tests: ['tests/domain/policy/environment-path.test.ts'],
    guard: '/proc/thread-self counts',
    from: " || canBe(process, 'thread-self')",
  },
  {
    ...paths,
    tests: ['tests/domain/policy/environment-path.test.ts'],
    guard: '/proc/self counts',
    from: "canBe(process, 'self') || ",
  },
  { ...paths, guard: '/proc/<number> counts', from: ' || /^[\\d*?[\\]\\-!^]+$/.test(process)' },
  {
    ...paths,
    guard: 'the tasks of a process count',
    from: "(canBe(task, 'task') && more.length === 0 && !/[a-z]/.test(thread ?? ''))",
    to: 'more.length < 0 && thread === task',
  },
  {
    ...paths,
    tests: ['tests/domain/policy/environment-path.test.ts'],
    guard: '.. is taken back as text too',
    from: "if (part === '..') parts.pop();",
    to: "if (part === '..') continue;",
  },
  {
    ...paths,
    guard: 'a glob stands for what it can become',
    from: 'return namesLike(part).test(name);',
    to: 'return part === name;',
  },
  {
    ...resolve,
    guard: 'relative and empty entries of the PATH are left out',
    from: "directory.startsWith('/') ? [`${directory}/${name}`] : []",
    to: '[`${directory}/${name}`]',
  },
  {
    ...resolve,
    guard: 'links of what does not exist yet are followed',
    from: "return `/${real.join('/')}`;",
    to: 'return orNull(() => realpathSync.native(fromDirectory(cwd, path))) ?? fromDirectory(cwd, path);',
  },
  {
    guard: 'the file that was judged is the one that runs',
    file: 'src/app/run-by-policy.ts',
    from: '    file: program.file,\n',
    to: '    file: program.found,\n',
    tests: ['tests/app/run-for-agent.test.ts'],
  },
  {
    guard: 'an agent’s command is judged at all',
    file: 'src/app/approve-command.ts',
    from: 'if (!verdict.ok) throw',
    to: 'if (false) throw',
    tests: ['tests/mcp/explained-denials.test.ts'],
  },
];
