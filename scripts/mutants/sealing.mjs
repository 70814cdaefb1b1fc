/** Sealing: keys, associated data, padding, the header, and the files of the format. */

const vectors = ['tests/vault/format.test.ts'];
const aead = { file: 'src/crypto/aead.ts', tests: ['tests/crypto/aead.test.ts'] };
const kdf = { file: 'src/crypto/kdf.ts', tests: ['tests/crypto/kdf.test.ts'] };
const padding = { file: 'src/crypto/padding.ts', tests: ['tests/crypto/padding.test.ts'] };
const canonical = { file: 'src/crypto/canonical.ts', tests: ['tests/crypto/canonical.test.ts'] };
const password = { file: 'src/crypto/password.ts', tests: ['tests/crypto/password.test.ts'] };
const part = { file: 'src/vault/sealed-part.ts', tests: ['tests/vault/sealed-part.test.ts'] };
const slot = { file: 'src/vault/password-slot.ts', tests: ['tests/vault/header.test.ts'] };
const header = { file: 'src/vault/header.ts', tests: ['tests/vault/header.test.ts'] };
const unlock = { file: 'src/vault/unlock.ts', tests: ['tests/vault/header.test.ts'] };

const partData = 'return encode(FORMAT, aead.ALGORITHM, keys.epoch, keys.spaceId, recordId, part, version);';
const slotData =
  'return encode(FORMAT, aead.ALGORITHM, vaultId, PASSWORD_SLOT, id, memory, passes, lanes, salt, commit);';

export const mutants = [
  {
    ...aead,
    guard: 'a tag has all of its 16 bytes',
    from: 'const TAG = 16;',
    to: 'const TAG = 4;',
    tests: [...aead.tests, ...vectors],
  },
  {
    ...aead,
    guard: 'what is too short to be sealed does not open',
    from: '  if (sealed.length < OVERHEAD) return null;\n',
  },
  {
    ...aead,
    guard: 'an altered text does not open',
    from: '    decipher.final();\n',
    to: '',
  },
  {
    ...aead,
    guard: 'no two texts are sealed under one nonce',
    from: 'nonce: Uint8Array = randomBytes(NONCE),',
    to: 'nonce: Uint8Array = randomBytes(NONCE).fill(0),',
  },
  ...['keys.epoch', 'keys.spaceId', 'recordId', 'part', 'version'].map((field) => ({
    ...part,
    guard: `a sealed part is bound to its place: ${field}`,
    from: partData,
    to: partData.replace(`, ${field}`, ''),
  })),
  ...['FORMAT', 'aead.ALGORITHM'].map((field) => ({
    ...part,
    guard: `a sealed part is bound to its format: ${field}`,
    from: partData,
    to: partData.replace(`${field}, `, ''),
    tests: vectors,
  })),
  {
    ...part,
    guard: 'a part of an older vault key is not tried with this one',
    from: 'if (epoch !== keys.epoch || name.version < 0) return null;',
    to: 'if (name.version < 0) return null;',
  },
  {
    ...part,
    guard: 'a version no row can have is refused before it is encoded',
    from: 'if (epoch !== keys.epoch || name.version < 0) return null;',
    to: 'if (epoch !== keys.epoch) return null;',
  },
  {
    ...part,
    guard: 'lengths of values do not show',
    from: 'const padded = pad(plaintext);',
    to: 'const padded = Buffer.from(plaintext);',
    tests: vectors,
  },
  ...['FORMAT', 'aead.ALGORITHM', 'vaultId', 'PASSWORD_SLOT', 'id', 'memory', 'passes', 'lanes', 'salt'].map(
    (field) => ({
      ...slot,
      guard: `the wrapped vault key is bound to its slot: ${field}`,
      from: slotData,
      to: slotData.replace(`${field}, `, ''),
      tests: vectors,
    }),
  ),
  {
    ...slot,
    guard: 'the wrapped vault key is bound to its slot: commit',
    from: slotData,
    to: slotData.replace(', commit', ''),
    tests: vectors,
  },
  {
    ...slot,
    guard: 'a slot opens under the one key it committed to',
    from: '  if (!sameBytes(commit, parsed.commit)) return null;\n',
  },
  {
    ...slot,
    guard: 'a slot holds nothing more than it should',
    from: '  reader.end();\n',
    tests: ['tests/vault/header.test.ts', 'tests/vault/forgeries.test.ts'],
  },
  {
    ...slot,
    guard: 'work a forged slot asks for is refused',
    from: '  checkKdf(decode(slot).kdf);\n',
    to: '  decode(slot);\n',
  },
  {
    ...unlock,
    guard: 'every slot is checked before work is done for any',
    from: '  slots.forEach(checkPasswordSlot);\n',
  },
  { ...unlock, guard: 'an altered header is refused', from: '  checkHeaderMac(keys, signed);\n' },
  {
    ...header,
    guard: 'a header of another format is refused',
    from: 'if (reader.text() !== MAGIC || reader.integer() !== VERSION) throw reader.malformed();',
    to: 'reader.text();\n  reader.integer();',
    tests: ['tests/vault/forgeries.test.ts'],
  },
  {
    ...header,
    guard: 'slots are bounded',
    from: '  if (slots.length > MOST_SLOTS) throw reader.malformed();\n',
  },
  {
    ...header,
    guard: 'a slot has no bytes left over',
    from: '  slot.end();\n',
    tests: ['tests/vault/forgeries.test.ts'],
  },
  {
    ...header,
    guard: 'a second header is refused',
    from: 'if (header === undefined || more.length > 0) throw',
    to: 'if (header === undefined) throw',
    tests: ['tests/vault/forgeries.test.ts'],
  },
  ...['FORMAT', 'label', 'epoch'].map((field) => ({
    guard: `a key is derived for one purpose: ${field}`,
    file: 'src/vault/keyring.ts',
    from: 'encode(FORMAT, label, epoch)',
    to: 'encode(FORMAT, label, epoch)'.replace(new RegExp(`${field}, |, ${field}`), ''),
    tests: field === 'FORMAT' ? vectors : ['tests/vault/sealed-part.test.ts'],
  })),
  { ...kdf, guard: 'a header cannot ask for too little work', from: 'value >= floor[name] && ' },
  { ...kdf, guard: 'a header cannot ask for more memory than there is', from: ' && value <= ceiling[name]' },
  {
    ...kdf,
    guard: 'the bounds are checked before memory is taken',
    from: '  checkKdf(parameters);\n  const argon2',
    to: '  const argon2',
  },
  {
    ...kdf,
    guard: 'a new vault is made with the strong parameters',
    from: 'export const defaultKdf: KdfParameters = { memory: 64 * 1024, passes: 3, lanes: 4 };',
    to: 'export const defaultKdf: KdfParameters = { memory: 64 * 1024, passes: 3, lanes: 1 };',
    tests: ['tests/crypto/kdf.test.ts', 'tests/vault/format.test.ts', 'tests/vault/create-open.test.ts'],
  },
  {
    ...padding,
    guard: 'padding shorter than any is refused',
    from: '  if (padded.length < SMALLEST) return null;\n',
  },
  {
    ...padding,
    guard: 'padding of another size is refused',
    from: 'if (end > padded.length || paddedSize(end) !== padded.length) return null;',
    to: 'if (end > padded.length) return null;',
  },
  {
    ...padding,
    guard: 'padding that is not zero is refused',
    from: '  if (!isZero(padded.subarray(end))) return null;\n',
  },
  {
    ...padding,
    guard: 'few sizes of values can be told apart',
    from: 'return Math.ceil(size / step) * step;',
    to: 'return step > 0 ? size : 0;',
  },
  {
    ...padding,
    guard: 'small values all have one size',
    from: 'if (size <= SMALLEST) return SMALLEST;',
    to: 'if (size <= 16) return SMALLEST;',
  },
  {
    ...canonical,
    guard: 'two texts never share one encoding',
    from: "    if (!item.isWellFormed()) throw new RangeError('text is not well-formed Unicode');\n",
  },
  {
    ...canonical,
    guard: 'two numbers never share one encoding',
    from: "    if (!Number.isSafeInteger(item) || item < 0) throw new RangeError('not a safe, non-negative integer');\n",
  },
  {
    ...canonical,
    guard: 'bytes left over are refused',
    from: '    if (!this.done) throw this.malformed();\n',
  },
  {
    ...canonical,
    guard: 'an item of another length is refused',
    from: ' || (length !== undefined && end - start !== length)',
  },
  {
    ...canonical,
    guard: 'text that is no UTF-8 is refused',
    from: "new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })",
    to: "new TextDecoder('utf-8', { ignoreBOM: true })",
  },
  {
    ...canonical,
    guard: 'a number out of its bounds is refused',
    from: '    if (value > Number.MAX_SAFE_INTEGER || value < least) throw this.malformed();\n',
  },
  {
    ...password,
    guard: 'an empty master password is refused',
    from: 'if (bytes.length === 0) throw',
    to: 'if (false) throw',
  },
  {
    ...password,
    guard: 'an endless master password is refused',
    from: 'if (bytes.length > MOST) throw',
    to: 'if (false) throw',
  },
  {
    ...password,
    guard: 'a password that is no text is refused, not replaced',
    from: "new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })",
    to: "new TextDecoder('utf-8', { ignoreBOM: true })",
  },
  {
    guard: 'bytes of different length are not the same',
    file: 'src/crypto/hmac.ts',
    from: 'a.length === b.length && ',
    tests: ['tests/crypto/hkdf-hmac.test.ts'],
  },
  {
    guard: 'raw bytes of a key are wiped',
    file: 'src/crypto/hkdf.ts',
    from: '  bytes.fill(0);\n',
    tests: ['tests/crypto/hkdf-hmac.test.ts'],
  },
  {
    guard: 'a key has 32 bytes',
    file: 'src/crypto/hkdf.ts',
    from: "  if (bytes.length !== 32) throw new RangeError('a key is 32 bytes');\n",
    tests: ['tests/crypto/hkdf-hmac.test.ts'],
  },
];
