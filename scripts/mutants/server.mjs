/** The tool server: what it listens to, its arguments, and its end. */

const args = { file: 'src/mcp/arguments.ts', tests: ['tests/mcp/arguments.test.ts'] };
const transport = { file: 'src/mcp/line-transport.ts', tests: ['tests/mcp/protocol.test.ts'] };
const server = { file: 'src/mcp/server.ts', tests: ['tests/mcp/ending.test.ts'] };
const terminal = { file: 'src/cli/terminal.ts', tests: ['tests/cli/terminal.test.ts'] };

const inputs = [
  'secret-exists',
  'secret-get-field',
  'secret-get-masked',
  'secret-list',
  'secret-list-fields',
  'secret-run',
  'secret-run-with-bindings',
  'security-score',
];

export const mutants = [
  ...inputs.map((name) => ({
    guard: `arguments nobody knows are refused: ${name}`,
    file: `src/mcp/tools/${name}.ts`,
    from: '  input: z.strictObject(',
    to: '  input: z.object(',
    tests: ['tests/mcp/catalog.test.ts'],
  })),
  {
    ...args,
    guard: 'arguments are of their types',
    from: 'const parsed = tool.input.safeParse(present);',
    to: 'const parsed = { success: true as const, data: present, error: tool.input.safeParse(present).error };',
  },
  {
    ...args,
    guard: 'arguments hold no NUL',
    from: "if (texts.some((text) => text.includes('\\0'))) faults.push(",
    to: 'if (false) faults.push(',
  },
  {
    ...args,
    guard: 'arguments are Unicode',
    from: 'if (texts.some((text) => !text.isWellFormed()))',
    to: 'if (false)',
  },
  {
    ...args,
    guard: 'arguments are bounded in number',
    from: 'if (items.length > MAX_ITEMS) faults.push(',
    to: 'if (false) faults.push(',
  },
  {
    ...args,
    guard: 'arguments are bounded in length',
    from: 'return total > MAX_CHARACTERS ? [',
    to: 'return total < 0 ? [',
  },
  {
    ...args,
    guard: 'a refused argument is named without what it holds',
    from: "return `'${name.slice(0, 64).replace(/[^\\w.-]/g, '?')}'`;",
    to: 'return name;',
  },
  {
    ...args,
    guard: '__proto__ is an unknown argument like any other',
    from: 'Object.hasOwn(schema.shape, name) && ',
  },
  {
    guard: 'a tool called __proto__ is none',
    file: 'src/mcp/tools/catalog.ts',
    from: 'return tools.find((tool) => tool.name === name);',
    to: 'return tools.find((tool) => tool.name === name) ?? (Reflect.get({}, name) as Tool | undefined);',
    tests: ['tests/mcp/catalog.test.ts'],
  },
  {
    guard: 'a result its schema does not foresee does not leave',
    file: 'src/mcp/tool.ts',
    from: '      definition.output.parse(output);\n',
    tests: ['tests/mcp/call-tool.test.ts'],
  },
  {
    guard: 'a call with wrong arguments is recorded',
    file: 'src/mcp/tool.ts',
    from: 'recordingFailure(context, {}, () => checkArguments(definition, args))',
    to: '(recordingFailure === null ? args : checkArguments(definition, args))',
    tests: ['tests/mcp/protocol.test.ts'],
    name: 'the journal',
  },
  {
    guard: 'a line of a client is bounded',
    file: 'src/mcp/line-buffer.ts',
    from: "    if (this.#length > this.#limit) throw new RangeError('line too long');\n",
    tests: ['tests/mcp/line-buffer.test.ts'],
  },
  {
    ...transport,
    guard: 'what is no JSON is answered, and nothing more',
    from: "return this.#refuse(PARSE_ERROR, 'Parse error');",
    to: 'return;',
    name: 'what is',
  },
  {
    ...transport,
    guard: 'what is no message is answered, and nothing more',
    from: 'if (isMessage(message)) this.onmessage?.(message);',
    to: 'if (isMessage(message) || message !== undefined) this.onmessage?.(message as never);',
    name: 'what is',
  },
  {
    guard: 'nothing but the protocol writes to standard output',
    file: 'src/mcp/claimed-output.ts',
    from: '  stream.write = elsewhere.write.bind(elsewhere);\n',
    to: '  elsewhere.write = elsewhere.write.bind(elsewhere);\n',
    tests: ['tests/mcp/claimed-output.test.ts'],
  },
  {
    guard: 'the name of a client cannot act on a terminal',
    file: 'src/mcp/client-name.ts',
    from: ".replace(UNPRINTABLE, '')",
    tests: ['tests/mcp/client-name.test.ts'],
  },
  {
    guard: 'the name of a client is bounded',
    file: 'src/mcp/client-name.ts',
    from: '.slice(0, MAX_LENGTH)',
    tests: ['tests/mcp/client-name.test.ts'],
  },
  {
    guard: 'a token in the name of a client is masked',
    file: 'src/mcp/client-name.ts',
    from: "auditText(parts.join(' '))",
    to: "(auditText === null ? '' : parts.join(' '))",
    tests: ['tests/mcp/client-name.test.ts'],
  },
  {
    ...server,
    guard: 'runs are cancelled when the client has gone',
    name: 'it ends within two seconds',
    from: '  stop.abort();\n',
    tests: ['tests/mcp/ending.test.ts'],
  },
  {
    ...server,
    guard: 'programs are ended when the client has gone',
    name: 'it ends within two seconds',
    from: 'Promise.all([endAllGroups(CHILD_GRACE_MS), ',
    to: 'Promise.all([',
  },
  {
    ...server,
    guard: 'records of ended runs are written before the server goes',
    name: 'it ends within two seconds',
    from: 'inFlight.settled().then(() => output.written())',
    to: 'output.written()',
  },
  {
    ...server,
    guard: 'a server whose client reads no more comes to an end',
    name: 'a client that reads no more',
    from: 'if (isUnwritten(options.stdout) || isUnwritten(options.stderr)) process.exit(exitCode);',
  },
  {
    guard: 'a failed attempt to open the vault is tried again',
    file: 'src/mcp/vault-provider.ts',
    from: '        if (attempt === current) attempt = undefined;\n',
    tests: ['tests/mcp/vault-provider.test.ts'],
  },
  {
    ...terminal,
    guard: 'what is typed for a password is not shown',
    name: 'the master password is asked for and not shown',
    from: 'if (raw) input.setRawMode(true);',
    to: '',
  },
  {
    ...terminal,
    guard: 'a program that started this one does not find the keyboard of its user taken',
    name: 'nobody is asked when neither',
    from: '  if (!isatty(0) && !isatty(2)) return null;\n',
    tests: ['tests/cli/terminal.test.ts'],
  },
  {
    ...terminal,
    guard: 'a secret is not deleted without a yes',
    from: 'return /^y(es)?\\s*$/i.test(answer);',
    to: "return answer !== '';",
    name: 'delete',
  },
  {
    guard: 'typed keys are wiped',
    file: 'src/cli/hidden-line.ts',
    from: '    keys.fill(0);\n',
    tests: ['tests/cli/hidden-line.test.ts'],
  },
  {
    guard: 'a typed line is wiped once it was taken',
    file: 'src/cli/hidden-line.ts',
    from: '    this.#clear();\n    return line;',
    to: '    return line;',
    tests: ['tests/cli/hidden-line.test.ts'],
  },
  {
    guard: 'Ctrl-C leaves nothing of a typed line',
    file: 'src/cli/hidden-line.ts',
    from: "    this.#clear();\n    this.#state = 'interrupted';",
    to: "    this.#state = 'interrupted';",
    tests: ['tests/cli/hidden-line.test.ts'],
  },
];
