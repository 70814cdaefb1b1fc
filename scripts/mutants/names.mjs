/** Names of secrets, fields and variables, patterns of keys, and how much a secret may hold. */

import { withoutEachRow } from './table-rows.mjs';

const variable = { file: 'src/domain/variable.ts', tests: ['tests/domain/variable.test.ts'] };
const dangerous = ['tests/domain/dangerous-names.test.ts'];
const key = { file: 'src/domain/key.ts', tests: ['tests/domain/key.test.ts'] };
const field = { file: 'src/domain/field-name.ts', tests: ['tests/domain/field-name.test.ts'] };
const pattern = { file: 'src/domain/pattern.ts', tests: ['tests/domain/pattern.test.ts'] };
const limits = { file: 'src/domain/secret-limits.ts', tests: ['tests/domain/secret-limits.test.ts'] };
const value = { file: 'src/domain/value.ts', tests: ['tests/domain/value.test.ts'] };
const injection = { file: 'src/domain/injection.ts', tests: ['tests/domain/injection.test.ts'] };
const alias = { file: 'src/domain/key-alias.ts', tests: ['tests/domain/key-alias.test.ts'] };
const sensitivity = { file: 'src/domain/sensitivity.ts', tests: ['tests/domain/sensitivity.test.ts'] };

export const mutants = [
  ...withoutEachRow({
    file: 'src/domain/dangerous-names.ts',
    table: 'const rows: readonly (readonly [names: string, reason: string])[] = [',
    about: 'no secret is given under the name',
    tests: dangerous,
  }),
  {
    guard: 'a dangerous name is known in any case',
    file: 'src/domain/dangerous-names.ts',
    from: 'const upper = name.toUpperCase();',
    to: 'const upper = name;',
    tests: dangerous,
  },
  {
    ...variable,
    guard: 'a variable is not called by a dangerous name',
    from: 'malformed(name) ?? dangerousReason(name)',
    to: 'malformed(name) ?? (dangerousReason === null ? name : null)',
  },
  {
    ...variable,
    guard: 'the name of a variable is not empty',
    from: "  if (name === '') return 'a name cannot be empty';\n",
  },
  {
    ...variable,
    guard: 'the name of a variable has a greatest length',
    from: '  if (name.length > MAX_LENGTH) return `a name has at most ${MAX_LENGTH} characters`;\n',
  },
  {
    ...variable,
    guard: 'the name of a variable holds no "="',
    from: "  if (name.includes('=')) return 'a name cannot hold \"=\"';\n",
  },
  {
    ...variable,
    guard: 'the name of a variable holds no spaces, newlines or NUL',
    from: 'if (/[\\s\\p{C}\\p{Z}]/u.test(name)) return',
    to: 'if (/[\\u200b]/u.test(name)) return',
  },
  {
    ...variable,
    guard: 'the name of a variable holds nothing that cannot be seen',
    from: '/[\\s\\p{C}\\p{Z}]/u',
    to: '/[\\s\\p{Cc}]/u',
  },
  {
    ...variable,
    guard: 'a refused name cannot act on the terminal it is shown on',
    from: 'return /^[\\w.-]+$/.test(text)\n    ? text\n    : ',
    to: 'return text.length > 0 ? text : ',
  },
  {
    ...injection,
    guard: 'two values never share a variable',
    from: 'else if (!isSame(taken, source)) {',
    to: 'else if (false) {',
  },
  {
    ...injection,
    guard: 'the final name of each variable of a run is checked',
    from: '    checkVariableName(source.name, describe(source));\n',
  },
  { ...key, guard: 'a key has a greatest length', from: 'text.length <= MAX_LENGTH && ' },
  { ...key, guard: 'a key is made of plain segments', from: 'SEGMENTS.test(text) && ' },
  { ...key, guard: 'no segment of a key is . or ..', from: " && !text.split('/').some(isDots)" },
  {
    ...key,
    guard: 'a refused key, which may be a value, is not repeated',
    from: "throw new VaultError('invalid', `invalid key: ${RULE}`)",
    to: "throw new VaultError('invalid', `invalid key ${text}: ${RULE}`)",
  },
  {
    ...field,
    guard: 'a field is made of plain characters',
    from: 'if (!NAME.test(text)) {',
    to: 'if (false) {',
  },
  {
    ...field,
    guard: 'a look-up can never mean two fields',
    from: 'if (seen.has(folded)) {',
    to: 'if (false) {',
  },
  {
    ...field,
    guard: 'a single value is no field one can ask for',
    from: "  if (secret.form === 'single') return null;\n",
  },
  {
    ...pattern,
    guard: 'a pattern has a greatest length',
    from: '  if (text.length > MAX_LENGTH) throw refused(`longer than ${MAX_LENGTH} characters`);\n',
  },
  {
    ...pattern,
    guard: '** is refused instead of meaning *',
    from: "      if (text.charAt(at + 1) === '*') throw refused('`**` is not supported: `*` matches one level');\n",
  },
  {
    ...pattern,
    guard: '[ without ] is refused',
    from: "if (close < 0) throw refused('`[` is not closed');",
    to: 'if (close < 0) break;',
  },
  {
    ...pattern,
    guard: 'braces, bars and backslashes are refused',
    from: '} else if (SPECIAL.test(character)) {',
    to: '} else if (false) {',
  },
  { ...pattern, guard: '[] is refused', from: "  if (members === '') throw refused('`[...]` is empty');\n" },
  {
    ...pattern,
    guard: 'no [...] can hold the mark between segments',
    from: "  if (/[/[\\\\]/.test(members)) throw refused('`[...]` cannot hold `/`, `[` or `\\\\`');\n",
  },
  {
    ...pattern,
    guard: 'a range the wrong way round is refused',
    from: '    if (first > last) throw refused(`the range \\`${text}\\` is the wrong way round`);\n',
  },
  { ...pattern, guard: '* matches one level', from: 'if (parts.length !== segments.length) return null;' },
  {
    ...alias,
    guard: 'the wildcards of an alias each have their place',
    from: 'if (rule.pattern.wildcards === rule.target.wildcards) return rule;',
    to: 'return rule;',
  },
  {
    ...limits,
    guard: 'a secret has at most 100 fields',
    from: 'if (count > MAX_FIELDS) throw',
    to: 'if (false) throw',
  },
  {
    ...limits,
    guard: 'notes are bounded',
    from: 'if (Buffer.byteLength(text) > MAX_NOTES_BYTES) {',
    to: 'if (false) {',
  },
  { ...limits, guard: 'notes hold no NUL', from: "if (text.includes('\\0')) throw", to: 'if (false) throw' },
  {
    ...limits,
    guard: 'tags are bounded for each change',
    from: 'if (distinct.length > MAX_TAGS)',
    to: 'if (false)',
  },
  { ...limits, guard: 'tags are bounded in all', from: 'if (tags.length > MAX_TAGS_KEPT)', to: 'if (false)' },
  {
    ...limits,
    guard: 'a tag holds no comma',
    from: "if (distinct.some((tag) => tag.includes(','))) throw",
    to: 'if (false) throw',
  },
  {
    ...limits,
    guard: 'bindings are bounded',
    from: 'if (bindings.size > MAX_BINDINGS) {',
    to: 'if (false) {',
  },
  {
    ...limits,
    guard: 'a binding has no dangerous name',
    from: "    checkVariableName(name, 'a binding');\n",
  },
  {
    ...limits,
    guard: 'a binding names a field there is',
    from: 'if (!fieldNames.includes(field)) {',
    to: 'if (false) {',
  },
  {
    ...limits,
    guard: 'a line of text is not empty',
    from: "  if (text === '') throw new VaultError('invalid', `${what} cannot be empty`);\n",
  },
  {
    ...limits,
    guard: 'a line of text holds no control characters',
    from: 'if (/\\p{Cc}/u.test(text)) throw',
    to: 'if (false) throw',
  },
  {
    ...limits,
    guard: 'a line of text is bounded',
    from: 'if (codePointLength(text) > max) throw',
    to: 'if (false) throw',
  },
  {
    ...value,
    guard: 'a value is at most 1 MiB',
    from: 'if (bytes.length > MAX_VALUE_BYTES) throw',
    to: 'if (false) throw',
  },
  {
    ...value,
    guard: 'a value holds no NUL, which would end it in the environment',
    from: 'if (bytes.includes(0)) {',
    to: 'if (false) {',
  },
  {
    ...value,
    guard: 'a value is UTF-8, so that it comes out as it went in',
    from: 'if (!isUtf8(bytes)) {',
    to: 'if (false) {',
  },
  {
    ...sensitivity,
    guard: 'a field is kept from agents for its kind',
    from: '(kind !== undefined && passwordLikeKinds.has(kind)) ||',
    to: '(kind === undefined && passwordLikeKinds.size === 0) ||',
  },
  {
    ...sensitivity,
    guard: 'a field is kept from agents for its name',
    from: 'SENSITIVE_NAME.test(field.name) ||',
  },
  {
    ...sensitivity,
    guard: 'a field is kept from agents for the shape of its value',
    from: 'hasTokenShape(field.value) ||',
  },
  {
    ...sensitivity,
    guard: 'a field is kept from agents for a value that looks random',
    from: ' ||\n    looksRandom(field.value)',
    to: ' || (looksRandom === null)',
  },
  {
    guard: 'a field once kept from agents stays so when it is set again',
    file: 'src/app/edit-secret.ts',
    from: 'sensitive: inferred || before?.sensitive === true,',
    to: 'sensitive: inferred,',
    tests: ['tests/app/edit-secret.test.ts'],
  },
  {
    guard: 'a field given without a value on the command line is kept from agents',
    file: 'src/app/edit-secret.ts',
    from: 'given.bare || isSensitive(',
    to: 'isSensitive(',
    tests: ['tests/app/edit-secret.test.ts', 'tests/spec/decisions-secrets-fields.test.ts'],
  },
  {
    guard: 'a single value is kept from agents',
    file: 'src/app/edit-secret.ts',
    from: 'const field = { name: SINGLE_FIELD, sensitive: true, aliases: [] };',
    to: 'const field = { name: SINGLE_FIELD, sensitive: false, aliases: [] };',
    tests: ['tests/app/edit-secret.test.ts'],
  },
  {
    guard: 'fields are not dropped for a single value by accident',
    file: 'src/app/edit-secret.ts',
    from: 'if (before !== null && before.form !== wanted && !request.replace) {',
    to: 'if (false) {',
    tests: ['tests/app/edit-secret.test.ts'],
  },
];
