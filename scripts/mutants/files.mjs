/** Files of the owner: the vault's, the policy's and the password's on the way in, exports and anchors on the way out. */

const ownerFile = { file: 'src/vault/owner-file.ts', tests: ['tests/vault/owner-file.test.ts'] };
const vaultFiles = { file: 'src/vault/files.ts', tests: ['tests/vault/create-open.test.ts'] };
const create = { file: 'src/vault/create-vault.ts', tests: ['tests/vault/create-open.test.ts'] };
const anchor = { file: 'src/vault/anchor.ts', tests: ['tests/vault/rollback.test.ts'] };
const exported = { file: 'src/cli/write-private-file.ts', tests: ['tests/cli/write-private-file.test.ts'] };

export const mutants = [
  {
    ...ownerFile,
    guard: 'a policy or password file is not read through a symbolic link',
    from: 'const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;',
    to: 'const flags = O_RDONLY | O_NONBLOCK;',
  },
  {
    ...ownerFile,
    guard: 'a FIFO in the place of a file does not hang whoever opens it',
    from: 'const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;',
    to: 'const flags = O_RDONLY | O_NOFOLLOW;',
  },
  {
    ...ownerFile,
    guard: 'a directory, device or FIFO is no file',
    from: "if (!stats.isFile()) return 'is not a regular file';",
  },
  {
    ...ownerFile,
    guard: 'a file with a second name is refused',
    from: "if (stats.nlink !== 1) return 'has a hard link';",
  },
  {
    ...ownerFile,
    guard: 'a file of another user is refused',
    from: "if (stats.uid !== process.getuid?.()) return 'belongs to another user';",
  },
  {
    ...ownerFile,
    guard: 'a file that others can read or write is refused',
    from: 'if (mode !== 0o600) return',
    to: 'if ((mode & 0o022) !== 0) return',
  },
  {
    ...ownerFile,
    guard: 'a file without the owner’s right to write is refused too: the mode is 0600 and no other',
    from: 'if (mode !== 0o600) return',
    to: 'if ((mode & 0o077) !== 0) return',
  },
  {
    ...ownerFile,
    guard: 'set-id and sticky bits count as part of the mode',
    from: 'const mode = stats.mode & 0o7777;',
    to: 'const mode = stats.mode & 0o777;',
  },
  {
    ...ownerFile,
    guard: 'a file larger than allowed is refused',
    from: 'export function readOwnerFile(path: string, maxBytes: number): OwnerFile {\n',
    to: 'export function readOwnerFile(path: string, maxBytes: number): OwnerFile {\n  maxBytes *= 2;\n',
  },
  {
    ...ownerFile,
    guard: 'an unreadable policy is not taken for a missing one',
    from: "      return { kind: 'refused', reason: 'is a symbolic link' };",
    to: "      return { kind: 'absent' };",
  },
  {
    ...vaultFiles,
    guard: 'the vault directory is no link and no file',
    name: 'is not made where it cannot be',
    from: 'if (!stats.isDirectory()) {',
    to: 'if (false) {',
  },
  {
    ...vaultFiles,
    guard: 'the vault directory is the user’s own',
    name: 'is refused with another user',
    from: '  checkOwner(directory, stats);\n',
  },
  {
    ...vaultFiles,
    guard: 'nobody else can write to the vault directory',
    name: 'is refused with a directory others may write to',
    from: 'if (stats.mode & 0o022) {',
    to: 'if (false) {',
  },
  {
    ...vaultFiles,
    guard: 'vault.db is a regular file, no link',
    name: 'is refused with a link to the database',
    from: "  if (!stats.isFile()) throw new VaultError('failure', `${file} is not a regular file`);\n",
  },
  {
    ...vaultFiles,
    guard: 'vault.db is the user’s own',
    name: 'is refused with another user',
    from: '  checkOwner(file, stats);\n',
  },
  {
    ...vaultFiles,
    guard: 'nobody else can read or write vault.db',
    name: 'is refused with a database others may read',
    from: 'if (stats.mode & 0o077) {',
    to: 'if (false) {',
  },
  {
    ...vaultFiles,
    guard: 'the write-ahead log is checked like the vault',
    name: 'is refused with a write-ahead file that is a link',
    from: '    checkFile(`${databaseFile(directory)}-wal`);\n',
  },
  {
    ...vaultFiles,
    guard: 'the shared-memory file is checked like the vault',
    name: 'is refused with a shared-memory file others may read',
    from: '    checkFile(`${databaseFile(directory)}-shm`);\n',
  },
  {
    ...create,
    guard: 'a new vault directory is closed to others, also one that was there',
    name: 'tightens a directory that was there',
    from: '      fs.chmodSync(directory, 0o700);\n',
  },
  {
    ...create,
    guard: 'a new vault is made with mode 0600',
    from: "fs.openSync(draft, 'wx', 0o600)",
    to: "fs.openSync(draft, 'wx', 0o644)",
  },
  {
    ...create,
    guard: 'a vault never replaces one that another process has just made',
    name: 'is made by one of many at once',
    from: '    fs.linkSync(draft, file);',
    to: '    fs.renameSync(draft, file);',
  },
  {
    ...create,
    guard: 'a half-made vault does not stay behind',
    from: "    for (const suffix of ['', '-wal', '-shm']) fs.rmSync(draft + suffix, { force: true });\n",
  },
  {
    ...anchor,
    guard: 'an anchor somebody edited counts as a rollback',
    name: 'with a bit flipped counts as a vault put back',
    from: "  if (!sameBytes(hmac(key, body), mac)) throw damaged('the anchor was altered');\n",
  },
  {
    ...anchor,
    guard: 'the anchor of another vault does not stand in for this one’s',
    from: '  if (!reader.bytes().equals(vaultId)) throw reader.malformed();\n',
    to: '  reader.bytes();\n',
    tests: ['tests/vault/anchor.test.ts'],
  },
  {
    ...anchor,
    guard: 'the anchor is not read through a symbolic link',
    from: 'fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK',
    to: 'fs.constants.O_RDONLY | fs.constants.O_NONBLOCK',
    tests: ['tests/vault/anchor.test.ts'],
  },
  {
    ...anchor,
    guard: 'the anchor is the owner’s alone',
    from: "fs.openSync(temporary, 'wx', 0o600)",
    to: "fs.openSync(temporary, 'wx', 0o644)",
    tests: ['tests/vault/anchor.test.ts'],
  },
  {
    ...anchor,
    guard: 'the directory of anchors is the owner’s alone',
    from: 'fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });',
    to: 'fs.mkdirSync(dirname(path), { recursive: true });',
    tests: ['tests/vault/anchor.test.ts'],
  },
  {
    ...exported,
    guard: 'an export does not write to a device, FIFO or directory',
    from: 'if (!stats.isFile() && !(force && stats.isSymbolicLink())) {',
    to: 'if (false) {',
  },
  {
    ...exported,
    guard: 'an export replaces no file that has content, unless forced',
    from: 'if (stats.size > 0 && !force) {',
    to: 'if (false) {',
  },
  {
    ...exported,
    guard: 'an exported file has mode 0600 whatever the umask',
    from: '    fs.fchmodSync(file, 0o600);\n',
    to: '    fs.fchmodSync(file, 0o644);\n',
  },
  {
    ...exported,
    guard: 'a forced export replaces a symbolic link instead of writing where it leads',
    from: '    writeThrough(draft, content);\n    fs.renameSync(draft, path);\n',
    to: '    fs.writeFileSync(path, content);\n    fs.chmodSync(path, 0o600);\n',
  },
  {
    ...exported,
    tests: ['tests/cli/write-private-file-fails.test.ts'],
    guard: 'an export that fails leaves no part of the values behind',
    from: '    fs.rmSync(draft, { force: true });\n',
  },
  {
    guard: 'files made by the program are the owner’s alone',
    file: 'src/cli/process-io.ts',
    from: 'process.umask(0o077)',
    to: 'process.umask()',
    tests: ['tests/cli/process-io.test.ts'],
  },
  {
    guard: 'the policy is read through these checks',
    file: 'src/app/policy-file.ts',
    from: 'const read = readOwnerFile(file, MAX_POLICY_BYTES);',
    to: "const read = { kind: 'read', bytes: process.getBuiltinModule('fs').readFileSync(file) };",
    tests: ['tests/spec/05-2-file.test.ts'],
  },
  {
    guard: 'the password file is read through these checks',
    file: 'src/app/master-password.ts',
    from: 'const file = readOwnerFile(path, MAX_FILE_BYTES);',
    to: "const file = { kind: 'read', bytes: process.getBuiltinModule('fs').readFileSync(path) };",
    tests: ['tests/spec/05-1-access.test.ts'],
    name: 'a password file',
  },
  {
    guard: 'a placeholder that a client passed on is not taken for the password',
    file: 'src/app/master-password.ts',
    from: '    refusePlaceholder(given);\n',
    tests: ['tests/mcp/locked.test.ts'],
  },
];
