/** Ways into a vault: recovery codes, changes of the header's slots, the keychain. */

const code = { file: 'src/domain/recovery-code.ts', tests: ['tests/domain/recovery-code.test.ts'] };
const slot = { file: 'src/vault/recovery-slot.ts', tests: ['tests/vault/recovery-slot.test.ts'] };
const ways = { file: 'src/vault/ways.ts', tests: ['tests/vault/ways.test.ts'] };
const helper = { tests: ['tests/process/keychain.test.ts'] };
const commands = { tests: ['tests/cli/recovery.test.ts'] };
const keychain = {
  file: 'src/app/keychain.ts',
  tests: ['tests/cli/keychain.test.ts', 'tests/cli/keychain-missing.test.ts'],
};
const vectors = ['tests/vault/format-recovery.test.ts'];

const slotData = 'return encode(FORMAT, aead.ALGORITHM, vaultId, RECOVERY_SLOT, id, created, commit);';

export const mutants = [
  {
    ...code,
    guard: 'a mistyped code is told from a wrong one',
    from: 'return remainder(values) === CHECKED\n',
    to: 'return values.length > 0\n',
  },
  {
    ...code,
    guard: 'a code has all of its characters',
    from: 'if (characters.length !== RANDOM + CHECKS) {',
    to: 'if (characters.length === 0) {',
  },
  {
    ...code,
    guard: 'a character that no code has is refused',
    from: '  if (wrong !== -1) return refuse(`character ${wrong + 1} is one that no code has`);\n',
  },
  { ...code, guard: 'a code has 170 random bits', from: '(byte) => byte & 31', to: '(byte) => byte & 15' },
  {
    ...slot,
    guard: 'a recovery slot opens under the one code it committed to',
    from: '  if (!sameBytes(commit, parsed.commit)) return null;\n',
  },
  ...['FORMAT', 'aead.ALGORITHM', 'vaultId', 'RECOVERY_SLOT', 'id', 'created'].map((field) => ({
    ...slot,
    guard: `the wrapped vault key is bound to its recovery slot: ${field}`,
    from: slotData,
    to: slotData.replace(`${field}, `, ''),
    tests: vectors,
  })),
  {
    ...slot,
    guard: 'the wrapped vault key is bound to its recovery slot: commit',
    from: slotData,
    to: slotData.replace(', commit', ''),
    tests: vectors,
  },
  {
    ...slot,
    guard: 'the key that wraps is not the one that is shown as the commitment',
    from: "encode(FORMAT, 'recovery wrap')",
    to: "encode(FORMAT, 'recovery commit')",
    tests: vectors,
  },
  {
    ...slot,
    guard: 'what a locked vault says of its code cannot draw on the terminal',
    from: '  if (!TIME.test(decoded.created)) throw reader.malformed();\n',
  },
  { ...slot, guard: 'a recovery slot holds nothing more than it should', from: '  reader.end();\n' },
  {
    ...ways,
    guard: 'a change by another process is not undone',
    from: 'if (!body.equals(signed.body)) {',
    to: 'if (body.length === 0) {',
  },
  {
    ...ways,
    guard: 'the ways are not changed by an older password or code, its header put back',
    from: '    this.#refuseOlderHeader(headerChange(body).digest);\n',
  },
  {
    ...ways,
    guard: 'the ways of a restored older vault are not changed unasked',
    from: '    if (!acceptRollback) this.#guard.refuse();\n',
  },
  {
    ...ways,
    guard: 'a restored vault that was accepted is the newest from then on',
    from: '    if (acceptRollback) this.#guard.accept(record);\n    else ',
    to: '    ',
  },
  {
    ...ways,
    guard: 'an old password no longer works',
    from: '!(type === PASSWORD_SLOT && password !== undefined) &&',
  },
  {
    ...ways,
    guard: 'an old recovery code no longer works',
    from: '!(type === RECOVERY_SLOT && recoveryCode !== undefined),',
    to: 'true,',
  },
  {
    ...ways,
    guard: 'each header has a number of its own',
    from: 'revision: before.revision + 1',
    to: 'revision: before.revision',
  },
  {
    ...ways,
    guard: 'the journal states each header',
    from: 'this.#journal.append(event, [headerChange(header)], ',
    to: 'this.#journal.append(event, [], ',
  },
  {
    ...commands,
    guard: 'a code nobody could read is no success',
    file: 'src/cli/show-recovery-code.ts',
    name: 'that cannot be printed',
    from: 'throw new VaultError(',
    to: 'void new VaultError(',
  },
  {
    ...commands,
    guard: 'an empty line is no password',
    file: 'src/cli/input-lines.ts',
    name: 'asked for by exactly two lines',
    from: 'if (empty !== undefined) throw',
    to: 'if (empty === null) throw',
  },
  {
    ...commands,
    guard: 'a new password that cannot be one is not told as a wrong password',
    file: 'src/app/change-password.ts',
    name: 'does not take a password that none can be',
    from: '  checkNewPassword(change.password);\n',
  },
  {
    ...helper,
    guard: 'the kernel’s key ring, which forgets, is not taken for a keychain',
    file: 'src/process/keychain-helper.ts',
    from: "const OPTIONS = { linux: { store: 'secret-service' } } as const;",
    to: 'const OPTIONS = {};',
  },
  {
    ...helper,
    guard: 'the helper of a keychain that hangs is ended',
    file: 'src/process/keychain.ts',
    from: "    child.kill('SIGKILL');\n",
  },
  {
    ...helper,
    guard: 'the helper gets nothing of the environment but the way to the bus',
    file: 'src/process/keychain.ts',
    from: 'const picked: NodeJS.ProcessEnv = {};',
    to: 'const picked: NodeJS.ProcessEnv = { ...env };',
  },
  {
    ...keychain,
    guard: 'the keychain is not asked for a vault that does not use it',
    name: 'a vault that does not use one',
    from: '  if (!isEnabled(places, id)) return null;\n',
  },
  {
    ...keychain,
    guard: 'a keychain that was switched off is not used, whatever it holds',
    name: 'that cannot be reached any more',
    from: '  rmSync(marker(places, id), { force: true });\n',
  },
  {
    ...keychain,
    guard: 'an old password in the keychain is said to be that',
    name: 'that missed a new password',
    from: "if (!(error instanceof VaultError) || error.code !== 'locked') throw error;",
    to: 'if (error) throw error;',
  },
  {
    ...keychain,
    guard: 'the keychain hears of a new password',
    file: 'src/app/change-password.ts',
    name: 'hears of a new password',
    from: '  await tellThoseWhoKeepIt(context, change.password);\n',
  },
  {
    ...keychain,
    guard: 'agents’ programs do not reach a session bus elsewhere than usual',
    file: 'src/app/run-sandbox.ts',
    name: 'is out of reach for the programs agents run',
    from: ', ...sessionBuses(env)]',
    to: ']',
  },
];
