/** What of the environment, the password above all, reaches a child, and what another program can read of the server. */

const environment = { file: 'src/process/environment.ts', tests: ['tests/process/environment.test.ts'] };
const hide = { file: 'src/process/hide-environment.ts', tests: ['tests/process/hide-environment.test.ts'] };
const inspection = {
  file: 'src/process/close-inspection.ts',
  tests: ['tests/mcp/isolation-inspection.test.ts'],
};

export const mutants = [
  {
    ...environment,
    guard: 'a child of the server starts from a short list of variables',
    from: "(name) => BASE.has(name) || name.startsWith('LC_')",
    to: "(name) => BASE.size > 0 || name.startsWith('LC_')",
  },
  {
    ...environment,
    guard: 'a child has no master password, also one that opens nothing',
    from: "new Set(['VAULT_PASSWORD', 'VAULT_PASSWORD_FILE'])",
    to: "new Set(['VAULT_PASSWORD_FILE'])",
    tests: ['tests/process/environment.test.ts'],
  },
  {
    ...environment,
    guard: 'a child has no name of the password file',
    from: "new Set(['VAULT_PASSWORD', 'VAULT_PASSWORD_FILE'])",
    to: "new Set(['VAULT_PASSWORD'])",
    tests: ['tests/process/environment.test.ts'],
  },
  {
    ...environment,
    guard: 'a child has no master password under another name',
    from: 'passwords.some((password) => carries(value, password)) ||',
  },
  {
    ...environment,
    guard: 'a child has no text with the master password in it',
    from: 'return password.length < SHORTEST_CONTAINED ? value === password : value.includes(password);',
    to: 'return value === password;',
  },
  {
    ...environment,
    guard: 'a child has no name of the password file under another name',
    from: "(file !== undefined && file !== '' && value === file)",
    to: 'file === null',
  },
  {
    ...environment,
    guard: 'a child has no master password as it was written, before it was normalised',
    from: "[masterPassword.toString(), env['VAULT_PASSWORD'] ?? '']",
    to: '[masterPassword.toString()]',
  },
  {
    ...environment,
    guard: 'a variable called __proto__ is only a variable',
    from: '  Object.setPrototypeOf(env, null);\n',
  },
  {
    ...environment,
    guard: 'variables of a run win over the base',
    from: '  for (const [name, value] of Object.entries(base)) env[name] = value;\n  for (const [name, value] of variables) env[name] = value;\n',
    to: '  for (const [name, value] of variables) env[name] = value;\n  for (const [name, value] of Object.entries(base)) env[name] = value;\n',
  },
  {
    guard: 'an agent’s program does not inherit the server’s environment',
    file: 'src/app/run-for-agent.ts',
    from: 'base: baseEnvironment(context.env, context.masterPassword),',
    to: 'base: { ...baseEnvironment(context.env, context.masterPassword), ...(context.env as Record<string, string>) },',
    tests: ['tests/mcp/isolation.test.ts'],
  },
  {
    ...hide,
    guard: 'the environment the server was started with is wiped',
    from: '        writeSync(memory, Buffer.alloc(length), 0, length, startOfEnvironment());\n',
    to: '        if (length < 0) writeSync(memory, Buffer.alloc(length), 0, length, startOfEnvironment());\n',
  },
  {
    ...hide,
    guard: 'a failure to wipe it is told',
    from: '  } catch {\n    return false;\n',
    to: '  } catch {\n    return true;\n',
  },
  {
    guard: 'the server wipes the environment it was started with',
    file: 'src/cli/commands/mcp-server.ts',
    from: "if (process.platform === 'linux' && !hideEnvironment()) {",
    to: "if (process.platform === 'none' && !hideEnvironment()) {",
    tests: ['tests/mcp/isolation.test.ts'],
  },
  {
    guard: 'the server forgets the variable with the password',
    file: 'src/mcp/answer-calls.ts',
    from: "  delete env['VAULT_PASSWORD'];\n",
    tests: ['tests/mcp/isolation.test.ts', 'tests/mcp/forgotten-password.test.ts'],
  },
  {
    guard: 'a command forgets the variable with the password',
    file: 'src/cli/open-vault.ts',
    from: "  delete env['VAULT_PASSWORD'];\n",
    tests: ['tests/cli/open-vault.test.ts'],
  },
  {
    ...inspection,
    guard: 'a signal does not open the inspector',
    name: 'is not opened by SIGUSR1',
    from: "  process.on('SIGUSR1', () => undefined);\n",
  },
  {
    ...inspection,
    guard: 'a diagnostic report holds no environment',
    name: 'a diagnostic report',
    from: '  if (process.report !== undefined) process.report.excludeEnv = true;\n',
  },
  {
    ...inspection,
    guard: 'a core dump holds no memory',
    name: 'leaves out all memory',
    from: '  leaveMemoryOutOfCoreDumps();\n  return',
    to: '  if (false) leaveMemoryOutOfCoreDumps();\n  return',
  },
  {
    ...inspection,
    guard: 'an inspector that is open already is warned of',
    name: 'is warned of',
    from: 'inspectorOpen: inspectorAddress() !== undefined',
    to: 'inspectorOpen: inspectorAddress() === null',
  },
  {
    guard: 'the server closes what looks into it',
    file: 'src/cli/commands/mcp-server.ts',
    from: 'if (closeInspection().inspectorOpen) {',
    to: 'if (closeInspection === null) {',
    tests: ['tests/mcp/isolation-inspection.test.ts'],
  },
];
