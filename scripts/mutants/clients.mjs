/** Settings of agent clients: no password gets into them, nothing of others gets lost, and there is a way back. */

const entry = { file: 'src/domain/clients/entry.ts', tests: ['tests/domain/clients/entry.test.ts'] };
const shown = { file: 'src/domain/clients/shown-entry.ts', tests: ['tests/domain/clients/entry.test.ts'] };
const text = {
  tests: ['tests/domain/clients/settings-text.test.ts', 'tests/domain/clients/settings-toml.test.ts'],
};
const file = { file: 'src/app/settings-file.ts', tests: ['tests/app/connect-client.test.ts'] };
const asking = {
  file: 'src/cli/change-client.ts',
  tests: ['tests/cli/mcp-install.test.ts', 'tests/cli/mcp-install-terminal.test.ts'],
};

export const mutants = [
  {
    guard: 'no entry has the master password',
    file: 'src/domain/clients/clients.ts',
    from: '  return { command, args };\n',
    to: "  return { command, args, env: { VAULT_PASSWORD: process.env['VAULT_PASSWORD'] ?? '' } };\n",
    tests: ['tests/cli/mcp-install.test.ts'],
    name: 'is in no file, whatever the environment has',
  },
  {
    guard: 'no command line has anything of the environment',
    file: 'src/app/server-command.ts',
    from: "return [...program, 'mcp-server', ",
    to: "return [...program, 'mcp-server', ...Object.values(env), ",
    tests: ['tests/app/server-command.test.ts'],
  },
  {
    ...entry,
    guard: 'the master password of an old entry does not stay',
    from: "new Set(['VAULT_PASSWORD', 'VAULT_DIR'])",
    to: "new Set(['VAULT_DIR'])",
  },
  {
    ...entry,
    guard: 'an old entry does not send the server to another vault',
    from: "new Set(['VAULT_PASSWORD', 'VAULT_DIR'])",
    to: "new Set(['VAULT_PASSWORD'])",
  },
  {
    ...entry,
    guard: 'an old entry does not start another program',
    from: '    if (STARTING.has(name)) continue;\n',
  },
  {
    ...shown,
    guard: 'a value of an old entry is not shown, unless it looks like a path, an option or a known word',
    from: 'mayBeShown && looksHarmless(value) ? value : HIDDEN',
    to: 'mayBeShown ? value : HIDDEN',
  },
  {
    ...shown,
    guard: 'variables, headers and addresses of an old entry are not shown',
    from: 'SHOWN_FIELDS.has(name)',
    to: 'true',
  },
  {
    ...text,
    guard: 'JSON that does not parse is refused',
    file: 'src/domain/clients/json-document.ts',
    from: 'if (error !== undefined) {',
    to: 'if (false) {',
  },
  {
    ...text,
    guard: 'TOML that does not parse is refused',
    file: 'src/domain/clients/toml-document.ts',
    from: "    throw new VaultError('failure', `is not valid TOML (line ${error.lineNumber})`);\n",
    to: "    return parseTOML('');\n",
  },
  {
    ...text,
    guard: 'JSON that its client cannot read is refused',
    file: 'src/domain/clients/settings-text.ts',
    from: "{ strict: format === 'json' }",
    to: '{ strict: false }',
  },
  {
    ...text,
    guard: 'JSON with a name twice, of which readers take one or the other, is refused',
    file: 'src/domain/clients/json-document.ts',
    from: '    if (found.length > 1) throw new VaultError(\'failure\', `has "${name}" twice`);\n',
  },
  {
    ...text,
    guard: 'a container that holds no servers is not replaced',
    file: 'src/domain/clients/settings-text.ts',
    from: 'if (servers !== undefined && !isTable(servers)) {',
    to: 'if (false) {',
  },
  {
    ...text,
    guard: 'an edit is read back before it counts',
    file: 'src/domain/clients/settings-text.ts',
    from: 'if (!isAsMeant(before, body, client, wanted)) {',
    to: 'if (false) {',
  },
  {
    ...text,
    guard: 'other servers in JSON stay when ours goes',
    file: 'src/domain/clients/json-document.ts',
    from: '  if (!isBare(without, holder)) return without;\n',
  },
  {
    ...text,
    guard: 'comments in JSON stay when ours goes',
    file: 'src/domain/clients/json-document.ts',
    from: 'return countComments(bare) === countComments(without) ? bare : without;',
    to: 'return bare;',
  },
  {
    ...text,
    guard: 'other servers in TOML stay when ours goes',
    file: 'src/domain/clients/toml-document.ts',
    from: '    if (isBelow(node.resolvedKey, path)) {',
    to: '    if (isBelow(node.resolvedKey, path.slice(0, 1))) {',
  },
  {
    ...file,
    guard: 'a copy of what was there is kept',
    from: 'file.content === null ? null : keepCopy(file.path, file.content.bytes)',
    to: 'null',
  },
  {
    ...file,
    guard: 'a copy is its owner’s alone',
    from: "{ flag: 'wx', mode: OWNER_ONLY, flush: true }",
    to: "{ flag: 'wx', mode: 0o644, flush: true }",
  },
  {
    ...file,
    guard: 'a copy does not replace an older one',
    from: "{ flag: 'wx', mode: OWNER_ONLY, flush: true }",
    to: "{ flag: 'w', mode: OWNER_ONLY, flush: true }",
  },
  {
    ...file,
    guard: 'what the client wrote meanwhile is not overwritten',
    from: '  refuseChanged(file);\n',
  },
  {
    ...file,
    guard: 'the mode of a file stays',
    from: 'content === null ? newMode : content.stats.mode & 0o7777',
    to: 'newMode',
  },
  {
    ...file,
    guard: 'a link stays a link',
    from: '    return fs.realpathSync(path);\n',
    to: '    return path;\n',
  },
  {
    ...file,
    guard: 'what is no regular file is refused',
    from: "    if (!stats.isFile()) throw new VaultError('failure', `${path} is not a regular file`);\n",
  },
  {
    ...file,
    guard: 'what is no text is refused, not rewritten',
    from: '{ fatal: true, ignoreBOM: true }',
    to: '{ fatal: false, ignoreBOM: true }',
  },
  {
    guard: 'a copy with an old entry, and maybe a password, does not come back',
    file: 'src/app/connect-client.ts',
    from: 'return entryIn(text, client) === undefined && withEntry',
    to: 'return withEntry',
    tests: ['tests/app/connect-client.test.ts'],
  },
  {
    ...asking,
    guard: 'a change is asked for',
    from: 'if (terminal !== null && !(await terminal.confirm(',
    to: 'if (false && !(await terminal.confirm(',
    name: 'the change is shown and asked for',
  },
  {
    ...asking,
    guard: 'without a terminal nothing is changed unless --yes says so',
    from: '  if (terminal !== null) return terminal;\n',
    to: '  if (terminal !== undefined) return terminal;\n',
    name: 'without a terminal --yes is required',
  },
];
